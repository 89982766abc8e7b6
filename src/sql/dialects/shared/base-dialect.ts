import type { CollationChoice } from "../../../functions/definition/port.ts";
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
 * Default SQL of dialects. Every dialect spreads `BASE_DIALECT` and some of the variants below, and overrides the rest.
 * The TypeScript compiler reports operations that have no default.
 */
export const BASE_DIALECT = {
  placeholder: () => "?",
  constants: { true: "1=1", false: "1=0" },
  random: "random()",
  booleanIs: (value, wanted) => (wanted ? sql`${value} <> 0` : sql`${value} = 0`),
  booleanValue: (isTrue, isFalse) => sql`CASE WHEN ${isTrue} THEN 1 WHEN ${isFalse} THEN 0 END`,
  infinity: undefined,
  comparesNumbersExactly: false,
  binaryString: (value) => value,
  collatedSearch: (_kind, _value, _part, choice) => ({ refused: noSearch(choice) }),
  codePointLength: (value) => sql`length(${value})`,
  sortKey: () => undefined,
  nativeOrder: () => undefined,
  array: undefined,
  orderTerm: (value, direction) => (direction === "ascending" ? value : sql`${value} DESC`),
  limitClause: (limit, offset) => sql`LIMIT ${limit} OFFSET ${offset}`,
} satisfies Partial<Dialect>;

export const NO_CAPABILITIES: Capabilities = { version: "", functions: new Set(), features: new Set() };

/** Variant for databases with a boolean type. `BASE_DIALECT` represents booleans as 0 and 1. */
export const NATIVE_BOOLEANS = {
  constants: { true: "TRUE", false: "FALSE" },
  booleanValue: (isTrue, isFalse) => sql`CASE WHEN ${isTrue} THEN TRUE WHEN ${isFalse} THEN FALSE END`,
} satisfies Partial<Dialect>;

export function zeroOneString(value: SqlText): SqlText {
  return sql`CASE WHEN ${value} <> 0 THEN 'true' WHEN ${value} = 0 THEN 'false' END`;
}

/**
 * Variant for databases that do not sort null as the lowest value, as `BASE_DIALECT` expects.
 *
 * @param ascending suffix of an ascending sort key: ` ASC` if a setting of the session can change the default direction.
 */
export function explicitNullOrder(ascending: "" | " ASC"): Dialect["orderTerm"] {
  return (value, direction, nullable) => {
    if (direction === "ascending") {
      const ordered = ascending === "" ? value : sql`${value} ASC`;
      return nullable ? sql`${ordered} NULLS FIRST` : ordered;
    }
    return nullable ? sql`${value} DESC NULLS LAST` : sql`${value} DESC`;
  };
}

/** Variant that calls those `DATABASE_FUNCTIONS` that the connection has installed. */
export function collationFunctions({ functions }: Capabilities): Pick<Dialect, "collatedSearch" | "sortKey"> {
  return {
    collatedSearch: (kind, value, part, choice) =>
      callIfInstalled(functions, searchFunctionName(kind), [value, part, ...collationArguments(choice)]) ?? {
        refused: `${noSearch(choice)}, and the search functions of tamis are not installed`,
      },
    sortKey: (value, choice) => (functions.has("tamis_key") ? sortKeyCall(value, choice) : undefined),
  };
}

function noSearch({ comparison }: CollationChoice): string {
  return `the database does not search strings at ${comparison} strength`;
}

export function callIfInstalled(
  functions: Capabilities["functions"],
  name: string,
  args: readonly SqlText[],
): SqlText | undefined {
  return functions.has(name) ? callFunction(name, args) : undefined;
}

/**
 * Returns a function that binds parameters as `CAST(? AS type)`, so that the database never guesses the type of a
 * parameter.
 */
export function bindByCast(
  types: Readonly<Record<SqlParameterType, string>>,
): (parameter: SqlParameter) => SqlText {
  return (parameter) => sql`CAST(${parameter} AS ${rawSql(types[parameter.type])})`;
}

/** SQL for parts of a string. Positions count code points and start at 1. */
export interface SliceParts {
  readonly bindCount: (count: number) => SqlText;
  readonly fromPosition: (value: SqlText, position: SqlText) => SqlText;
  readonly firstCharacters: (value: SqlText, count: SqlText) => SqlText;
  /** Returns the last `count` characters; the whole value if it has fewer. */
  readonly lastCharacters: (value: SqlText, count: SqlText) => SqlText;
  /** Returns the string from a start that depends on the row. The start counts from 0, or from the end if negative. */
  readonly fromComputedStart: (value: SqlText, start: SqlText) => SqlText;
}

/**
 * Returns the SQL of the function `substr`. A negative `start` counts from the end of the string, but at most back to
 * its first character. `count` then counts from that position.
 */
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
 * Returns a function that quotes names, with quotation marks inside a name doubled.
 *
 * @returns a function that throws TypeError for a name with U+0000, which would end the statement.
 */
export function nameQuoter(product: string, mark = '"'): (name: string) => string {
  return (name) => {
    if (name.includes("\0"))
      throw new TypeError(`A name in ${product} cannot contain U+0000: ${JSON.stringify(name)}`);
    return `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
  };
}
