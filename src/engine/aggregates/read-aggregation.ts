import type { Catalog } from "../../catalog/types.ts";
import type { Knowledge } from "../../checker/member-gate.ts";
import { show } from "../../diagnostics/show.ts";
import { compileSortValues } from "../../evaluator/comparator.ts";
import type { ValueComparator } from "../../functions/in-memory/compare-values.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { describeType, isNumeric, isScalarType, type ScalarType } from "../../values/types.ts";
import type { Aggregation, MeasureFunction } from "../aggregate.ts";
import { requireRows } from "../request.ts";
import { queriedMember, valueOrderOf, type QueriedMember } from "./queried-member.ts";

/** Member of an aggregation, with the order of its values. */
export interface AggregatedMember extends QueriedMember {
  readonly name: string;
  readonly type: ScalarType;
  /** Total order: values that are equal in it are identical. */
  readonly order: ValueComparator;
}

export interface ReadMeasure extends AggregatedMember {
  readonly function: MeasureFunction;
}

/** An aggregation in normal form. */
export interface ReadAggregation {
  readonly by: readonly AggregatedMember[];
  readonly measures: readonly ReadMeasure[];
  readonly order: "count" | "key";
  readonly limit: number;
  readonly maximumGroups: number;
}

const ORDERS: readonly string[] = ["count", "key"];
/** Maximum of `maximumGroups`: a JavaScript Map has less than 2^24 entries. */
const MOST_GROUPS = 10_000_000;
const DEFAULT_GROUPS = 10_000;
/** Maximum number of members in `by`, and of measures. */
const MOST_MEMBERS = 32;

const FUNCTIONS: Readonly<Record<MeasureFunction, Knowledge>> = {
  sum: "values",
  avg: "values",
  min: "order",
  max: "order",
};

/**
 * @throws TypeError for members that the catalog lacks or that requests cannot use, for values that a measure cannot
 *   evaluate, and for unknown properties
 * @throws RangeError for numbers out of range
 */
export function readAggregation(
  aggregation: Aggregation,
  catalog: Catalog,
  locale: string | undefined,
): ReadAggregation {
  requireKnownProperties(aggregation);
  const { by = [], measures = [], order = "key", limit, maximumGroups } = ownProperties(aggregation);
  requireFew("by", by);
  requireFew("measures", measures);
  if (!ORDERS.includes(order))
    throw new TypeError(`order must be "count" or "key", got ${JSON.stringify(order)}`);
  const max = requireRows("maximumGroups", maximumGroups ?? DEFAULT_GROUPS);
  if (max > MOST_GROUPS)
    throw new RangeError(`maximumGroups must be at most ${MOST_GROUPS.toLocaleString("en-US")}, got ${max}`);
  return {
    by: by.map((name) => aggregatedMember(catalog, name, "values", locale, true)),
    measures: measures.map((measure) => {
      const { function: aggregate, member: name } = ownProperties(measure);
      if (!Object.hasOwn(FUNCTIONS, aggregate))
        throw new TypeError(
          `The function of a measure must be sum, avg, min or max, got ${JSON.stringify(aggregate)}`,
        );
      const member = aggregatedMember(catalog, name, FUNCTIONS[aggregate], locale, false);
      if ((aggregate === "sum" || aggregate === "avg") && !isNumeric(member.type))
        throw new TypeError(
          `${aggregate} needs numbers, but ${show(name)} is ${describeType(member.member.type)}.`,
        );
      return { ...member, function: aggregate };
    }),
    order,
    limit: limit === undefined ? Infinity : requireRows("limit", limit),
    maximumGroups: max,
  };
}

function aggregatedMember(
  catalog: Catalog,
  name: string,
  knowledge: Knowledge,
  locale: string | undefined,
  isKey: boolean,
): AggregatedMember {
  const queried = queriedMember(catalog, name, knowledge);
  const { type } = queried.member.type;
  if (!isScalarType(type))
    throw new TypeError(
      `${show(name)} is ${describeType(queried.member.type)}. Only single values can be aggregated.`,
    );
  const options = locale === undefined ? {} : { locale };
  const comparator = (comparison?: "tertiary" | "codePoint") =>
    compileSortValues(valueOrderOf(name, queried, comparison), options).keys[0]!.order;
  const byStrength = isKey ? comparator("tertiary") : comparator();
  const byCodePoints = comparator("codePoint");
  return {
    ...queried,
    name,
    type,
    order: type === "string" ? (a, b) => byStrength(a, b) || byCodePoints(a, b) : byStrength,
  };
}

const AGGREGATION: Readonly<Record<keyof Aggregation, true>> = {
  by: true,
  measures: true,
  order: true,
  limit: true,
  maximumGroups: true,
};

function requireKnownProperties(aggregation: Aggregation): void {
  for (const property of Object.keys(aggregation))
    if (!Object.hasOwn(AGGREGATION, property))
      throw new TypeError(
        `Unknown property ${JSON.stringify(property)} of the aggregation. It has the properties ${Object.keys(AGGREGATION).join(", ")}.`,
      );
}

function requireFew(name: string, list: readonly unknown[]): void {
  if (!Array.isArray(list)) throw new TypeError(`${name} must be a list`);
  if (list.length > MOST_MEMBERS)
    throw new RangeError(`${name} must have at most ${MOST_MEMBERS} members, got ${list.length}`);
}
