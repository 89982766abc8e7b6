import { callFunction, collationArguments, sortKeyCall } from "../../database-functions/function-call.ts";
import { searchFunctionName } from "../../database-functions/list.ts";
import type { Capabilities, Dialect } from "../../dialect-types/dialect.ts";
import {
  rawSql,
  sql,
  type SqlParameter,
  type SqlParameterType,
  type SqlText,
} from "../../fragments/fragment.ts";

/**
 * The skeleton that every dialect starts from: it spreads `BASE_DIALECT`, then the variants below that fit, and
 * overrides what its database writes differently. The compiler reports each operation that has no default.
 */
export const BASE_DIALECT = {
  placeholder: () => "?",
  constants: { true: "1=1", false: "1=0" },
  booleanIs: (value, wanted) => (wanted ? sql`${value} <> 0` : sql`${value} = 0`),
  booleanValue: (isTrue, isFalse) => sql`CASE WHEN ${isTrue} THEN 1 WHEN ${isFalse} THEN 0 END`,
  infinity: undefined,
  comparesNumbersExactly: false,
  binaryString: (value) => value,
  collatedSearch: () => undefined,
  codePointLength: (value) => sql`length(${value})`,
  sortKey: () => undefined,
  nativeOrder: () => undefined,
  array: undefined,
  orderTerm: (value, direction) => (direction === "ascending" ? value : sql`${value} DESC`),
  limitClause: (limit, offset) => sql`LIMIT ${limit} OFFSET ${offset}`,
} satisfies Partial<Dialect>;

/** Capabilities of a server that nobody has probed: no functions and no features. */
export const NO_CAPABILITIES: Capabilities = { version: "", functions: new Set(), features: new Set() };

/** For databases with a boolean type; `BASE_DIALECT` stores booleans as 0 and 1. */
export const NATIVE_BOOLEANS = {
  constants: { true: "TRUE", false: "FALSE" },
  booleanValue: (isTrue, isFalse) => sql`CASE WHEN ${isTrue} THEN TRUE WHEN ${isFalse} THEN FALSE END`,
} satisfies Partial<Dialect>;

/** The string form of a boolean that is stored as 0 or 1. */
export function zeroOneString(value: SqlText): SqlText {
  return sql`CASE WHEN ${value} <> 0 THEN 'true' WHEN ${value} = 0 THEN 'false' END`;
}

/**
 * For databases that sort null last in ascending order: states where nulls go. `BASE_DIALECT` relies on null being
 * the lowest value.
 *
 * @param ascending the suffix of an ascending key that is never null.
 */
export function explicitNullOrder(ascending: "" | " ASC"): Dialect["orderTerm"] {
  return (value, direction, nullable) => {
    if (direction === "ascending")
      return nullable ? sql`${value} NULLS FIRST` : ascending === "" ? value : sql`${value} ASC`;
    return nullable ? sql`${value} DESC NULLS LAST` : sql`${value} DESC`;
  };
}

/** Search and sort keys at a strength through `DATABASE_FUNCTIONS`, where the connection has them installed. */
export function collationFunctions({ functions }: Capabilities): Pick<Dialect, "collatedSearch" | "sortKey"> {
  return {
    collatedSearch: (kind, value, part, choice) =>
      callIfInstalled(functions, searchFunctionName(kind), [value, part, ...collationArguments(choice)]),
    sortKey: (value, choice) => (functions.has("tamis_key") ? sortKeyCall(value, choice) : undefined),
  };
}

/** A call of one of `DATABASE_FUNCTIONS`; undefined if it is not installed. */
export function callIfInstalled(
  functions: Capabilities["functions"],
  name: string,
  args: readonly SqlText[],
): SqlText | undefined {
  return functions.has(name) ? callFunction(name, args) : undefined;
}

/** Binds values as `CAST(? AS type)`, so that the database never guesses the type of a parameter. */
export function bindByCast(
  types: Readonly<Record<SqlParameterType, string>>,
): (parameter: SqlParameter) => SqlText {
  return (parameter) => sql`CAST(${parameter} AS ${rawSql(types[parameter.type])})`;
}

/** How a database writes the parts of a string that `sliceWith` combines. Positions count code points from 1. */
export interface SliceParts {
  /** A count or a position as a bound value. */
  readonly bindCount: (count: number) => SqlText;
  readonly fromPosition: (value: SqlText, position: SqlText) => SqlText;
  readonly firstCharacters: (value: SqlText, count: SqlText) => SqlText;
  /** The whole value if it has fewer characters. */
  readonly lastCharacters: (value: SqlText, count: SqlText) => SqlText;
  /** From a start that only the row knows; counted from 0, or from the end if it is negative. */
  readonly fromComputedStart: (value: SqlText, start: SqlText) => SqlText;
}

/** Writes `substr`: a negative `start` counts from the end and is clamped first, then `count` counts from there. */
export function sliceWith(parts: SliceParts): Dialect["slice"] {
  const { bindCount, fromPosition, firstCharacters, lastCharacters, fromComputedStart } = parts;
  const tailOf = (value: SqlText, start: number | SqlText) => {
    if (typeof start !== "number") return fromComputedStart(value, start);
    return start >= 0 ? fromPosition(value, bindCount(start + 1)) : lastCharacters(value, bindCount(-start));
  };
  return (value, start, count) => {
    const tail = tailOf(value, start);
    if (count === undefined) return tail;
    if (typeof count === "number") return firstCharacters(tail, bindCount(count));
    return sql`CASE WHEN ${count} >= 0 THEN ${firstCharacters(tail, count)} END`;
  };
}

/**
 * A function that quotes names of tables and columns: the quotation mark is doubled inside a name.
 *
 * @returns a function that throws TypeError for a name with U+0000, which would end the text of a statement.
 */
export function nameQuoter(product: string, mark = '"'): (name: string) => string {
  return (name) => {
    if (name.includes("\0"))
      throw new TypeError(`A name in ${product} cannot contain U+0000: ${JSON.stringify(name)}`);
    return `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
  };
}
