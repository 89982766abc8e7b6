import type { AggregateGroup, Aggregates, Aggregation } from "../../aggregate.ts";
import type { Collection, RequestOptions } from "../../collection.ts";
import type { Query } from "../../request.ts";
import { rejectAtGroupLimit } from "../../aggregates/group-limit.ts";
import { Groups, type KeyCodes } from "../../aggregates/groups.ts";
import { readAggregation, type AggregatedMember } from "../../aggregates/read-aggregation.ts";
import { identityKey } from "../../aggregates/value-identity.ts";
import { isNumeric, type Value } from "../../../values/types.ts";
import { countValue } from "../../../values/work.ts";
import type { Column } from "../columns/build-column.ts";
import { eachSelectedRow } from "../kernels/growable-buffers.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { RowList } from "../kernels/row-list.ts";
import { sortTask } from "../tasks/sort-task.ts";
import { eachItem, numbersBetween, type Task } from "../tasks/task.ts";
import type { MemoryQuery, MemoryRequestOptions } from "./memory-query.ts";
import type { StoreRequests } from "./store-requests.ts";
import type { StoreState } from "./store-state.ts";

/** @throws GroupLimitError if the rows form more groups than the aggregation allows. */
export function* aggregate(
  state: StoreState<unknown>,
  query: MemoryQuery,
  aggregation: Aggregation,
  options: MemoryRequestOptions = {},
): Task<Aggregates> {
  const { filter, locale } = state.read(query, options);
  const plan = readAggregation(aggregation, state.catalog, locale);
  const { rows } = state.columns;
  const groups = new Groups(plan);
  const keys: Source<number>[] = [];
  for (const [i, member] of plan.by.entries())
    keys.push(codesOf(rows, member, yield* columnOf(state, member), groups.keys[i]!));
  const values: Source<Value>[] = [];
  for (const measure of plan.measures) values.push(valuesOf(rows, measure, yield* columnOf(state, measure)));
  yield* state.selection.selectBitmap(filter, locale, (selected) =>
    eachSelectedRow(rows.length, () => ({
      bits: selected.u32(),
      visit: visitorOf(groups, keys.map(readerOf), values.map(readerOf)),
    })),
  );
  const positions = yield* numbersBetween(0, groups.count);
  const sorted = yield* sortTask(positions, (a, b) => groups.compare(a, b));
  const shown: AggregateGroup[] = [];
  yield* eachItem(Math.min(sorted.length, plan.limit), (i) => {
    shown.push(groups.groupAt(sorted[i]!));
  });
  return { groups: shown, groupCount: groups.count };
}

export function requestAggregate(
  requests: StoreRequests<unknown>,
  query: Query,
  aggregation: Aggregation,
  options: RequestOptions = {},
): ReturnType<Collection["aggregate"]> {
  return rejectAtGroupLimit(async () => {
    const request = requests.read(query, options);
    const aggregates = await requests.run(request, options, (state, parts, { locale }) =>
      aggregate(state, parts, aggregation, { locale }),
    );
    return { ok: true as const, ...aggregates };
  });
}

/**
 * Reads a value of each row. Call the outer function in each step, because growing memory detaches the arrays of the
 * inner one.
 */
type Source<V> = () => (row: number) => V;

const readerOf = <V>(source: Source<V>) => source();

export function columnOf(
  state: StoreState<unknown>,
  { member, checked }: AggregatedMember,
): Task<Column | undefined> {
  return state.columns.build(member, checked);
}

function visitorOf(
  groups: Groups,
  keys: readonly ((row: number) => number)[],
  values: readonly ((row: number) => Value)[],
): (row: number) => void {
  const codes = keys.map(() => 0);
  return (row) => {
    for (let i = 0; i < keys.length; i++) codes[i] = keys[i]!(row);
    const group = groups.add(codes, 1);
    for (let i = 0; i < values.length; i++) groups.accumulators[i]!.add(group, values[i]!(row), 1);
  };
}

/** Returns the values of a member, as filters read them. */
function valuesOf(
  rows: RowList,
  { type, read }: AggregatedMember,
  column: Column | undefined,
): Source<Value> {
  const readAt = (row: number): Value => {
    const value = read(rows.at(row));
    countValue(value);
    return value;
  };
  if (column?.kind === "dictionary" || column?.kind === "strings") return () => (row) => column.valueAt(row);
  if (column?.kind !== "numbers" || !isNumeric(type)) return () => readAt;
  const exceptions = new Set(column.exceptions);
  return () => {
    const numberAt = column.reader();
    return (row) => {
      const number = numberAt(row);
      return number === number ? number : exceptions.has(row) ? readAt(row) : null;
    };
  };
}

/** Returns the codes of a member's values. */
function codesOf(
  rows: RowList,
  member: AggregatedMember,
  column: Column | undefined,
  codes: KeyCodes,
): Source<number> {
  const values = valuesOf(rows, member, column);
  if (column?.kind === "dictionary") {
    // Codes of the groups, by those of the column. Each value of the dictionary is looked up once.
    const groupCodes: number[] = [];
    return () => {
      const columnCodes = typedCodes(column.codes);
      return (row) => {
        const code = columnCodes[row]!;
        if (code === 0) return 0;
        return (groupCodes[code] ??= codes.codeOf(column.valueAt(row)));
      };
    };
  }
  if (column?.kind === "numbers") {
    const exceptions = new Set(column.exceptions);
    const readAt = (row: number) => member.read(rows.at(row));
    return () => {
      const numberAt = column.reader();
      return (row) => {
        const number = numberAt(row);
        if (number === number) {
          const identity = Number.isSafeInteger(number) ? number : identityKey(number, "number");
          return codes.codeOfIdentity(identity, () => readAt(row));
        }
        return exceptions.has(row)
          ? codes.codeOfIdentity(identityKey(readAt(row), member.type), () => readAt(row))
          : 0;
      };
    };
  }
  return () => {
    const valueAt = values();
    return (row) => codes.codeOf(valueAt(row));
  };
}
