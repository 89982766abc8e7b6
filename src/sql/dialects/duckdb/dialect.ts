import type { Refusal } from "../../../functions/definition/port.ts";
import {
  callFunction,
  collationArguments,
  sortKeyCall,
  keywordLiteral,
} from "../../database-functions/function-call.ts";
import { searchFunction } from "../../database-functions/list.ts";
import type { Capabilities, Dialect } from "../../dialect-types/dialect.ts";
import {
  bindable,
  sql,
  rawSql,
  type SqlParameter,
  type SqlParameterType,
  type SqlText,
} from "../../fragments/fragment.ts";
import { hasOwnCaseRules } from "../shared/case-rules.ts";
import { WHITE_SPACE } from "../shared/white-space.ts";
import { duckdbArray, duckdbJson, duckdbMap } from "./json.ts";
import { duckdbPattern } from "./pattern.ts";
import { quoteDuckdb } from "./quote.ts";
import { DUCKDB_READING, readDuckdb } from "./select-columns.ts";
import { duckdbTemporal } from "./temporal.ts";

/**
 * DuckDB 1.3 or later. Texts compare byte by byte, which is by code points. What it cannot say itself it is given as
 * functions; where a text or a number is a simple one it is spared them. Columns are `VARCHAR` (without a collation),
 * `BIGINT`, `DOUBLE`, `BOOLEAN`, dates and times, `JSON`, lists and maps.
 */
export function duckdb(capabilities: Capabilities): Dialect {
  const has = (name: string) => capabilities.functions.has(name);
  const call = (name: string, args: readonly SqlText[]) => (has(name) ? callFunction(name, args) : undefined);
  const or = (made: SqlText | undefined, refused: string): SqlText | Refusal => made ?? { refused };
  const temporal = duckdbTemporal(has);
  const textOf: Dialect["stringForm"] = ({ sql: value, type, traits }) => {
    if (type === "boolean" || (type === "integer" && traits.form !== "double"))
      return sql`CAST(${value} AS VARCHAR)`;
    const form = call("tamis_text", [value as SqlText]);
    if (form === undefined)
      return { refused: "DuckDB writes doubles otherwise, and the function tamis_text is not installed" };
    const isWhole = sql`abs(${value}) < 9007199254740992 AND ${value} = trunc(${value})`;
    return (value as SqlText).size > SMALL
      ? form
      : sql`CASE WHEN ${isWhole} THEN CAST(CAST(${value} AS BIGINT) AS VARCHAR) ELSE ${form} END`;
  };

  return {
    name: "duckdb",
    capabilities,
    quote: quoteDuckdb,
    placeholder: (index) => `$${index + 1}`,
    bind,
    constants: { true: "TRUE", false: "FALSE" },
    booleanIs: (value, wanted) => (wanted ? sql`(${value})` : sql`(NOT (${value}))`),
    booleanValue: (isTrue, isFalse) => sql`CASE WHEN ${isTrue} THEN TRUE WHEN ${isFalse} THEN FALSE END`,
    infinity: "CAST('Infinity' AS DOUBLE)",
    comparesNumbersExactly: false,
    roundedDouble: (value, to) =>
      sql`CASE WHEN ${value} IS NOT NULL THEN CAST(${rawSql(to)}(greatest(-1e19, least(1e19, ${value}))) AS HUGEINT) END`,

    binaryString: (value) => value,
    isOneOf: (value, list) => sql`${value} IN (SELECT unnest(CAST(${list} AS ${rawSql(TYPES[list.type])})))`,
    search: (kind, haystack, needle) => sql`${rawSql(SEARCHES[kind])}(${haystack}, ${needle})`,
    collatedSearch: (kind, haystack, needle, choice) =>
      call(searchFunction(kind), [haystack, needle, ...collationArguments(choice)]),
    isBlank: (value) => sql`ltrim(${value}, CAST(${bindable("text", WHITE_SPACE)} AS VARCHAR)) = ''`,
    matches: (value, pattern) => {
      const native = duckdbPattern(pattern);
      if (native !== undefined)
        return sql`regexp_full_match(${value}, CAST(${bindable("text", native)} AS VARCHAR))`;
      return or(
        call("tamis_match", [value, sql`CAST(${bindable("text", pattern)} AS VARCHAR)`]),
        "DuckDB reads this pattern otherwise, and the function tamis_match is not installed",
      );
    },
    stringForm: textOf,
    characterCount: (value, isDouble, most) => {
      // They pass over null, which would be a bound then.
      const within = sql`CAST(greatest(${rawSql(String(-most))}, least(${rawSql(String(most))}, ${value})) AS BIGINT)`;
      return isDouble
        ? sql`CASE WHEN ${value} = trunc(${value}) THEN ${within} END`
        : sql`CASE WHEN ${value} IS NOT NULL THEN ${within} END`;
    },
    codePointLength: (value) => sql`length(${value})`,
    slice,
    changeCase: (to, value, traits, locale) => {
      const native = rawSql(to);
      const isPlain = !hasOwnCaseRules(locale);
      if (traits.repertoire === "ascii" && isPlain) return sql`${native}(${value})`;
      const full = call(`tamis_${to}`, [value, keywordLiteral(locale ?? "")]);
      if (full === undefined)
        return {
          refused: `DuckDB changes the case of single characters alone, and the function tamis_${to} is not installed`,
        };
      // As many bytes as characters: all of them are ASCII.
      return isPlain && value.size <= SMALL
        ? sql`CASE WHEN strlen(${value}) = length(${value}) THEN ${native}(${value}) ELSE ${full} END`
        : full;
    },
    sortKey: (value, choice) => (has("tamis_key") ? sortKeyCall(value, choice) : undefined),
    nativeOrder: () => undefined,
    temporal,
    json: duckdbJson(temporal, textOf),
    array: (column, items) => duckdbArray(column, items, bind),
    map: (column, values) => duckdbMap(column, values, textOf),
    orderTerm: (value, direction, nullable) => {
      if (direction === "ascending") return nullable ? sql`${value} NULLS FIRST` : sql`${value} ASC`;
      return nullable ? sql`${value} DESC NULLS LAST` : sql`${value} DESC`;
    },
    limitClause: (limit, offset) => sql`LIMIT CAST(${limit} AS BIGINT) OFFSET CAST(${offset} AS BIGINT)`,
    selectValue: readDuckdb,
    selectJson: DUCKDB_READING,
  };
}

/** Pieces up to which SQL is written more than once, where that spares a function of ours. */
const SMALL = 60;

const SEARCHES = { contains: "contains", startsWith: "starts_with", endsWith: "ends_with" } as const;

const TYPES: Readonly<Record<SqlParameterType, string>> = {
  boolean: "BOOLEAN",
  integer: "BIGINT",
  number: "DOUBLE",
  text: "VARCHAR",
  date: "DATE",
  time: "TIME",
  dateTime: "TIMESTAMP",
  bytes: "BLOB",
  texts: "VARCHAR[]",
  integers: "BIGINT[]",
  numbers: "DOUBLE[]",
};

function bind(bound: SqlParameter): SqlText {
  return sql`CAST(${bound} AS ${rawSql(TYPES[bound.type])})`;
}

/** `start` below zero counts from the end and is clamped first; then `count` counts from there. */
function slice(value: SqlText, start: number | SqlText, count: number | SqlText | undefined): SqlText {
  const from = sliceFrom(value, start);
  if (count === undefined) return from;
  if (typeof count === "number")
    return sql`substr(${from}, 1, CAST(${bindable("integer", count)} AS BIGINT))`;
  return sql`CASE WHEN ${count} >= 0 THEN substr(${from}, 1, ${count}) END`;
}

function sliceFrom(value: SqlText, start: number | SqlText): SqlText {
  if (typeof start !== "number")
    return sql`CASE WHEN ${start} >= 0 THEN substr(${value}, ${start} + 1) ELSE right(${value}, -${start}) END`;
  return start >= 0
    ? sql`substr(${value}, CAST(${bindable("integer", start + 1)} AS BIGINT))`
    : sql`right(${value}, CAST(${bindable("integer", -start)} AS BIGINT))`;
}
