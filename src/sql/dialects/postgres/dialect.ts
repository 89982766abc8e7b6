import { requireKind } from "../../../diagnostics/require-argument.ts";
import type { CollationChoice, Traits } from "../../../functions/definition/port.ts";
import type { Capabilities, Dialect } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { wideningAggregates } from "../shared/aggregates.ts";
import {
  BASE_DIALECT,
  explicitNullOrder,
  nameQuoter,
  NATIVE_BOOLEANS,
  sliceWith,
} from "../shared/base-dialect.ts";
import { hasOwnCaseRules, LANGUAGES_WITH_OWN_ASCII_CASE } from "../shared/case-rules.ts";
import { WHITE_SPACE } from "../shared/white-space.ts";
import { postgresArray, selectPostgresArray } from "./arrays.ts";
import { changedCase } from "./case-mapping.ts";
import { doubleToString } from "./double-to-string.ts";
import { postgresJson } from "./json.ts";
import { bindPostgres, postgresDriverValue } from "./parameters.ts";
import { postgresPattern } from "./pattern.ts";
import { FOLDED_ORDER, ICU_ROOT, localeFeature, type PostgresCapabilities } from "./probe.ts";
import { POSTGRES_JSON_SELECT, selectPostgresValue } from "./select-columns.ts";
import { postgresTemporal } from "./temporal.ts";
import { ownProperty } from "../../../values/own-properties.ts";

/**
 * PostgreSQL 13 or later with the encoding UTF8. Strings compare under COLLATE "C"; only an index with that collation
 * serves them. Column types: text, bigint (or smaller), double precision, boolean, date, time, timestamptz or timestamp
 * (years 1 to 9999), json and jsonb.
 */
export function postgres(capabilities: Capabilities & Pick<PostgresCapabilities, "caseRepairs">): Dialect {
  requireKind(capabilities, "capabilities", "capabilities", "functions");
  const caseRepairs = ownProperty(capabilities, "caseRepairs");
  const has = (feature: string) => capabilities.features.has(feature);
  const stringForm: Dialect["stringForm"] = ({ sql: value, type, traits }) => {
    const input = value as SqlText;
    if (type === "boolean") return sql`CASE WHEN ${input} THEN 'true' WHEN NOT ${input} THEN 'false' END`;
    if (type === "integer" && ownProperty(traits, "form") !== "double") return sql`CAST(${input} AS text)`;
    return doubleToString(input);
  };

  return {
    ...BASE_DIALECT,
    aggregates: wideningAggregates(
      { string: "text", double: "double precision", schema: "pg_catalog" },
      binaryString,
    ),
    ...NATIVE_BOOLEANS,
    name: "postgres",
    capabilities,
    quote: quotePostgres,
    placeholder: (index) => `$${index + 1}`,
    bind: bindPostgres,
    driverValue: postgresDriverValue,
    booleanIs: (value, wanted) => (wanted ? value : sql`NOT ${value}`),
    infinity: "CAST('Infinity' AS double precision)",
    roundedDouble,
    wideInteger: (value) => sql`CAST(${value} AS numeric)`,
    binaryString,
    isOneOf: (value, list) => sql`${value} = ANY(${bindPostgres(list)})`,
    search: (kind, value, part) => {
      switch (kind) {
        case "contains":
          return sql`strpos(${byBytes(value)}, ${part}) > 0`;
        case "startsWith":
          return sql`starts_with(${byBytes(value)}, ${part})`;
        case "endsWith":
          return sql`right(${value}, length(${part})) COLLATE "C" = ${part}`;
      }
    },
    isBlank: (value) => sql`btrim(${byBytes(value)}, ${bindPostgres(bindable("text", WHITE_SPACE))}) = ''`,
    matches: (value, pattern) => {
      const regexp = postgresPattern(pattern);
      return typeof regexp === "string"
        ? sql`${byBytes(value)} ~ ${bindPostgres(bindable("text", regexp))}`
        : regexp;
    },
    stringForm,
    characterCount: (value, isDouble, most) => {
      const bound = rawSql(isDouble ? `CAST(${most} AS double precision)` : String(most));
      const within = sql`CAST(CASE WHEN ${value} > ${bound} THEN ${bound} WHEN ${value} < -${bound} THEN -${bound} ELSE ${value} END AS integer)`;
      return isDouble ? sql`CASE WHEN ${value} = trunc(${value}) THEN ${within} END` : within;
    },
    slice: SLICE,
    changeCase: (to, value, { repertoire }, locale) => {
      if (repertoire === "ascii" && !hasOwnCaseRules(locale))
        return to === "upper" ? sql`upper(${byBytes(value)})` : sql`lower(${byBytes(value)})`;
      if (hasOwnCaseRules(locale, LANGUAGES_WITH_OWN_CASE))
        return { refused: `PostgreSQL does not apply the case rules of ${locale}` };
      return caseRepairs === undefined
        ? { refused: "PostgreSQL changes the case of some letters differently" }
        : changedCase(to, value, caseRepairs);
    },
    nativeOrder: (value, traits, choice) => nativeOrder(value, traits, choice, has),
    temporal: postgresTemporal,
    json: postgresJson(postgresTemporal, stringForm),
    array: postgresArray,
    orderTerm: explicitNullOrder(""),
    limitClause: (limit, offset) => sql`LIMIT ${bindPostgres(limit)} OFFSET ${bindPostgres(offset)}`,
    selectValue: selectPostgresValue,
    selectJson: { ...POSTGRES_JSON_SELECT, array: selectPostgresArray },
  };
}

export const quotePostgres = nameQuoter("PostgreSQL");

const byBytes = (value: SqlText) => sql`${value} COLLATE "C"`;

/** Adds COLLATE "C", for equality too: a column's own collation may equate different strings. */
function binaryString(value: SqlText, traits: Traits): SqlText {
  return ownProperty(traits, "binary") === true ? value : byBytes(value);
}

/** Languages whose case rules differ from JavaScript's default: Greek drops accents, Armenian splits a ligature. */
const LANGUAGES_WITH_OWN_CASE: readonly string[] = [...LANGUAGES_WITH_OWN_ASCII_CASE, "el", "hy"];

/**
 * Rounds a double to an integer. A double beyond 64 bits becomes the first integer out of range, which is above or
 * below all integers of a column.
 */
function roundedDouble(value: SqlText, to: "floor" | "ceil"): SqlText {
  const rounded = to === "floor" ? sql`floor(${value})` : sql`ceil(${value})`;
  return sql`CASE WHEN ${value} >= ${TWO_TO_63} THEN 9223372036854775808 WHEN ${value} < -${TWO_TO_63} THEN -9223372036854775809 ELSE CAST(CAST(${rounded} AS bigint) AS numeric) END`;
}

const TWO_TO_63 = rawSql("CAST(9223372036854775808 AS double precision)");

/**
 * Returns an ASCII string with ICU's root collation. For primary and secondary strength it is lower-cased first, so
 * that strings that differ only in case tie.
 */
function nativeOrder(
  value: SqlText,
  { repertoire }: Traits,
  { comparison, locale }: CollationChoice,
  has: (feature: string) => boolean,
): SqlText | undefined {
  if (repertoire !== "ascii" || !has(localeFeature(locale))) return undefined;
  switch (comparison) {
    case "codePoint":
      return byBytes(value);
    case "primary":
    case "secondary":
      return has(FOLDED_ORDER) ? sql`lower(${value} COLLATE "C") COLLATE ${rawSql(ICU_ROOT)}` : undefined;
    default:
      return sql`${value} COLLATE ${rawSql(ICU_ROOT)}`;
  }
}

const SLICE = sliceWith({
  bindCount: (count) => sql`CAST(${bindable("integer", count)} AS integer)`,
  fromPosition: (value, position) => sql`substr(${value}, ${position})`,
  firstCharacters: (value, count) => sql`left(${value}, ${count})`,
  lastCharacters: (value, count) => sql`right(${value}, ${count})`,
  fromComputedStart: (value, start) =>
    sql`CASE WHEN ${start} >= 0 THEN substr(${value}, ${start} + 1) WHEN ${start} < 0 THEN right(${value}, -${start}) END`,
});
