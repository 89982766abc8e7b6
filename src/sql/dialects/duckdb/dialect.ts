import { requireKind } from "../../../diagnostics/require-argument.ts";
import { keywordLiteral } from "../../database-functions/function-call.ts";
import type { Capabilities, Dialect } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { wideningAggregates } from "../shared/aggregates.ts";
import {
  BASE_DIALECT,
  bindByCast,
  callIfInstalled,
  collationFunctions,
  explicitNullOrder,
  NATIVE_BOOLEANS,
  sliceWith,
} from "../shared/base-dialect.ts";
import { hasOwnCaseRules } from "../shared/case-rules.ts";
import { SORTABLE } from "../shared/sortable-instants.ts";
import { ownProperty } from "../../../values/own-properties.ts";
import { WHITE_SPACE } from "../shared/white-space.ts";
import { duckdbWideIntegers } from "./integers.ts";
import { duckdbArray, duckdbJson, duckdbMap } from "./json.ts";
import { re2Pattern } from "../shared/re2-pattern.ts";
import { quoteDuckdb } from "./quote.ts";
import { DUCKDB_JSON_SELECT, selectDuckdbValue } from "./select-columns.ts";
import { duckdbTemporal } from "./temporal.ts";

/**
 * DuckDB 1.3 or later. Column types: `VARCHAR` (with any collation), `BIGINT` and smaller integers, `UBIGINT` and
 * `HUGEINT` by their forms, `DOUBLE`, `BOOLEAN`, dates and times, `JSON`, lists and maps.
 */
export function duckdb(capabilities: Capabilities): Dialect {
  requireKind(capabilities, "capabilities", "capabilities", "functions");
  const call = (name: string, args: readonly SqlText[]) =>
    callIfInstalled(capabilities.functions, name, args);
  const { collatedSearch, sortKey } = collationFunctions(capabilities);
  const temporal = duckdbTemporal(capabilities);
  const stringForm: Dialect["stringForm"] = ({ sql: value, type, traits }) => {
    if (type === "boolean" || (type === "integer" && traits.form !== "double"))
      return sql`CAST(${value} AS VARCHAR)`;
    const form = call("tamis_text", [value as SqlText]);
    if (form === undefined)
      return { refused: "DuckDB writes doubles differently, and the function tamis_text is not installed" };
    const isWhole = sql`abs(${value}) < 9007199254740992 AND ${value} = trunc(${value})`;
    return (value as SqlText).size > MAX_PIECES_TO_REPEAT
      ? form
      : sql`CASE WHEN ${isWhole} THEN CAST(CAST(${value} AS BIGINT) AS VARCHAR) ELSE ${form} END`;
  };

  return {
    ...BASE_DIALECT,
    aggregates: {
      ...wideningAggregates({ string: "VARCHAR", double: "DOUBLE" }, byCodePoints),
      // Date-times of JSON can be after the year 9999 in UTC.
      canPrint: ({ type, traits }) => type !== "dateTime" || ownProperty(traits, "form") !== SORTABLE,
    },
    ...NATIVE_BOOLEANS,
    // DuckDB rejects a function call whose arguments have different collations.
    collatedSearch: (kind, value, part, choice) =>
      collatedSearch(kind, byCodePoints(value), byCodePoints(part), choice),
    sortKey,
    name: "duckdb",
    capabilities,
    quote: quoteDuckdb,
    placeholder: (index) => `$${index + 1}`,
    bind,
    booleanIs: (value, wanted) => (wanted ? sql`(${value})` : sql`(NOT (${value}))`),
    infinity: "CAST('Infinity' AS DOUBLE)",
    wideIntegers: duckdbWideIntegers,
    roundedDouble: (value, to) =>
      sql`CASE WHEN ${value} IS NOT NULL THEN CAST(${rawSql(to)}(greatest(-1e19, least(1e19, ${value}))) AS HUGEINT) END`,
    binaryString: byCodePoints,
    isOneOf: (value, list) => sql`${value} IN (SELECT unnest(${bind(list)}))`,
    search: (kind, value, part) =>
      sql`${rawSql(SEARCHES[kind])}(${byCodePoints(value)}, ${byCodePoints(part)})`,
    isBlank: (value) =>
      sql`${byCodePoints(sql`ltrim(${byCodePoints(value)}, ${bind(bindable("text", WHITE_SPACE))})`)} = ''`,
    matches: (value, pattern) => {
      const native = re2Pattern(pattern);
      const operand = byCodePoints(value);
      // DuckDB rewrites `regexp_matches` with a constant pattern to LIKE, which takes an inner anchor literally.
      if (native !== undefined) return sql`regexp_full_match(${operand}, ${bind(bindable("text", native))})`;
      return (
        call("tamis_match", [operand, bind(bindable("text", pattern))]) ?? {
          refused: "DuckDB matches this pattern differently, and the function tamis_match is not installed",
        }
      );
    },
    stringForm,
    characterCount: (value, isDouble, most) => {
      // Null needs its own test: `greatest` and `least` skip null and would return the limit.
      const within = sql`CAST(greatest(${rawSql(String(-most))}, least(${rawSql(String(most))}, ${value})) AS BIGINT)`;
      return isDouble
        ? sql`CASE WHEN ${value} = trunc(${value}) THEN ${within} END`
        : sql`CASE WHEN ${value} IS NOT NULL THEN ${within} END`;
    },
    slice: SLICE,
    changeCase: (to, value, traits, locale) => {
      const native = rawSql(to);
      const isPlain = !hasOwnCaseRules(locale);
      if (traits.repertoire === "ascii" && isPlain) return sql`${native}(${value})`;
      const full = call(`tamis_${to}`, [value, keywordLiteral(locale ?? "")]);
      if (full === undefined)
        return {
          refused: `DuckDB changes case one character at a time, and the function tamis_${to} is not installed`,
        };
      // A string is ASCII if it has as many bytes as characters.
      return isPlain && value.size <= MAX_PIECES_TO_REPEAT
        ? sql`CASE WHEN strlen(${value}) = length(${value}) THEN ${native}(${value}) ELSE ${full} END`
        : full;
    },
    temporal,
    json: duckdbJson(temporal, stringForm),
    array: (column, items, held) => duckdbArray(column, items, held, bind),
    map: (column, values, held) => duckdbMap(column, values, held, stringForm),
    orderTerm: explicitNullOrder(" ASC"),
    limitClause: (limit, offset) => sql`LIMIT ${bind(limit)} OFFSET ${bind(offset)}`,
    selectValue: selectDuckdbValue,
    selectJson: DUCKDB_JSON_SELECT,
  };
}

/** Maximum size of a fragment that is repeated to avoid a function call, in fragment pieces. */
const MAX_PIECES_TO_REPEAT = 60;

/**
 * Returns the string without the collation of its column and without the setting `default_collation`. It only changes
 * the type of the expression, so that DuckDB still skips segments by min and max and uses indexes.
 */
function byCodePoints(value: SqlText): SqlText {
  return sql`(${value}) COLLATE "binary"`;
}

const SEARCHES = { contains: "contains", startsWith: "starts_with", endsWith: "ends_with" } as const;

const bind = bindByCast({
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
});

const SLICE = sliceWith({
  bindCount: (count) => bind(bindable("integer", count)),
  fromPosition: (value, position) => sql`substr(${value}, ${position})`,
  firstCharacters: (value, count) => sql`substr(${value}, 1, ${count})`,
  lastCharacters: (value, count) => sql`right(${value}, ${count})`,
  fromComputedStart: (value, start) =>
    sql`CASE WHEN ${start} >= 0 THEN substr(${value}, ${start} + 1) ELSE right(${value}, -${start}) END`,
});
