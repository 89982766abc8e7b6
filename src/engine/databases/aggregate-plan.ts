import { isRefusal } from "../../functions/definition/port.ts";
import { GroupedSelect, groupColumn, numberColumns } from "../../sql/rows/group-columns.ts";
import { rawSql, toStatement, type SqlStatement } from "../../sql/fragments/fragment.ts";
import { readInteger, valueReader } from "../../sql/rows/value-reader.ts";
import type { Value } from "../../values/types.ts";
import { smallest } from "../aggregates/canonical-value.ts";
import type { Groups } from "../aggregates/groups.ts";
import type { AggregatedMember, ReadAggregation, ReadMeasure } from "../aggregates/read-aggregation.ts";
import type { Values } from "./candidates.ts";
import type { QueryPlan } from "./query-plan.ts";

/**
 * Statement that groups rows in the database, and the reader of its rows. Each row is a partial result of a group: the
 * database can return several rows for a group, never one row for several groups.
 */
export interface GroupingPlan {
  /** @param limit maximum number of returned rows. */
  readonly statement: (limit: number) => SqlStatement;
  readonly add: (groups: Groups, values: Values) => void;
}

/** @returns undefined if the database cannot select a member. */
export function planGroups(plan: QueryPlan, { by, measures }: ReadAggregation): GroupingPlan | undefined {
  const { target, upper } = plan;
  const { call } = target.dialect.aggregates;
  const select = new GroupedSelect();
  const keys = by.map(groupedValue);
  const counted = addAggregate(call("count", rawSql("*")));
  const adders = measures.map((measure, i) => addPartial(measure, i) ?? addGrouped(measure, i));
  if (!keys.every(isDefined) || !adders.every(isDefined)) return undefined;
  return {
    statement: (limit) => toStatement(select.sql(upper, limit, target)),
    add: (groups, values) => {
      const rows = numberOf(counted(values));
      // Without columns to group by, the database returns a row even if no row matches.
      if (rows === 0) return;
      const group = groups.add(
        keys.map((read, i) => groups.keys[i]!.codeOf(read(values))),
        rows,
      );
      for (const add of adders) add(groups, group, values, rows);
    },
  };

  /** Groups by a member. Returns the reader of its value. */
  function groupedValue(member: AggregatedMember): ReadValue | undefined {
    const column = groupColumn(member.name, member.member, target);
    if (isRefusal(column)) return undefined;
    const at = select.groupBy(`member ${member.name}`, column.sql);
    return (values) => memberValue(member, column.read(values[at]));
  }

  /** Adds an aggregate. Returns the reader of what the driver returns for it. */
  function addAggregate(column: Parameters<GroupedSelect["aggregate"]>[0]): (values: Values) => unknown {
    const at = select.aggregate(column);
    return (values) => values[select.groupCount + at];
  }

  /** Groups by the values of a measure, and adds each as often as there are rows. */
  function addGrouped(measure: ReadMeasure, index: number): AddMeasure | undefined {
    const read = groupedValue(measure);
    return (
      read && ((groups, group, values, rows) => groups.accumulators[index]!.add(group, read(values), rows))
    );
  }

  /** Adds a sum, a minimum or a maximum that the database computes. */
  function addPartial(measure: ReadMeasure, index: number): AddMeasure | undefined {
    const columns = numberColumns(measure.name, measure.member, target);
    if (columns === undefined) return undefined;
    const { others, summed, isNeverNull, integerSum, doubleSum, extreme } = columns;
    const otherAt = others && select.groupBy(`others of ${measure.name}`, others.sql);
    const addOthers: AddMeasure = (groups, group, values, rows) => {
      if (others === undefined) return;
      groups.accumulators[index]!.add(group, memberValue(measure, others.read(values[otherAt!])), rows);
    };
    const column = select.rowColumn(`numbers of ${measure.name}`, summed);
    const aggregate = measure.function;
    if (aggregate === "min" || aggregate === "max") {
      const extremum = extreme(aggregate, column);
      const read = addAggregate(extremum.sql);
      return (groups, group, values, rows) => {
        groups.accumulators[index]!.add(group, memberValue(measure, extremum.read(read(values))), 1);
        addOthers(groups, group, values, rows);
      };
    }
    const count = isNeverNull ? counted : addAggregate(call("count", column));
    const sum = integerSum === undefined ? sumOfDoubles() : sumOfIntegers(integerSum);
    return (groups, group, values, rows) => {
      const number = numberOf(count(values));
      if (number > 0) groups.accumulators[index]!.addSum(group, sum(values), number);
      addOthers(groups, group, values, rows);
    };

    function sumOfDoubles() {
      const read = addAggregate(doubleSum(column));
      return (values: Values) => readNumber(read(values)) as number;
    }

    function sumOfIntegers(partsOf: NonNullable<typeof integerSum>) {
      const parts = partsOf(column).map((part) => ({ weight: part.weight, read: addAggregate(part.sql) }));
      return (values: Values) =>
        smallest(parts.reduce((total, { weight, read }) => total + weight * wholeOf(read(values)), 0n));
    }
  }
}

type ReadValue = (values: Values) => Value;
type AddMeasure = (groups: Groups, group: number, values: Values, rows: number) => void;

const readNumber = valueReader({ type: "number" });

function wholeOf(value: unknown): bigint {
  const integer = readInteger(value);
  if (integer !== null) return BigInt(integer);
  throw new TypeError(
    "A column of an integer member contains other numbers. Declare the member as a number.",
  );
}

function numberOf(value: unknown): number {
  return Number(readInteger(value));
}

/** Returns the value that filters read in a row with the given value. */
function memberValue({ member: { path }, read }: AggregatedMember, value: unknown): Value {
  return read(path.reduceRight((inner, property) => ({ [property]: inner }), value));
}

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined;
}
