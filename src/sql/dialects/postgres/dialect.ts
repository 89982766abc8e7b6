import type { CollationChoice, Traits } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { Capabilities, Dialect, ListForm } from "../../dialect-types/dialect.ts";
import {
  bindable,
  sql,
  rawSql,
  type SqlParameter,
  type SqlParameterType,
  type SqlText,
} from "../../fragments/fragment.ts";
import { LANGUAGES_WITH_OWN_ASCII_CASE, hasOwnCaseRules } from "../shared/case-rules.ts";
import { WHITE_SPACE } from "../shared/white-space.ts";
import { changedCase } from "./case-mapping.ts";
import { doubleText } from "./double-to-string.ts";
import { postgresJson } from "./json.ts";
import { patternFor } from "./pattern.ts";
import { FOLDED_ORDER, ICU_ROOT, localeFeature, type PostgresCapabilities } from "./probe.ts";
import { POSTGRES_READING, readPostgres } from "./select-columns.ts";
import { postgresTemporal } from "./temporal.ts";

/**
 * PostgreSQL 13 or later with the encoding UTF8. Texts compare under COLLATE "C", byte by byte and so by code points,
 * whatever their column's collation is; an index serves where it has the collation "C" too. Columns are of the types
 * text, bigint (or smaller), double precision, boolean, date, time, timestamptz or timestamp, json and jsonb; dates lie
 * within the years 1 to 9999.
 */
export function postgres(capabilities: Capabilities & Pick<PostgresCapabilities, "caseRepairs">): Dialect {
  const { caseRepairs } = capabilities;
  const has = (feature: string) => capabilities.features.has(feature);
  const textOf: Dialect["stringForm"] = ({ sql: value, type, traits }) => {
    const own = value as SqlText;
    if (type === "boolean") return sql`CASE WHEN ${own} THEN 'true' WHEN NOT ${own} THEN 'false' END`;
    if (type === "integer" && traits.form !== "double") return sql`CAST(${own} AS text)`;
    return doubleText(own);
  };

  return {
    name: "postgres",
    capabilities,
    quote: quotePostgres,
    placeholder: (index) => `$${index + 1}`,
    bind,
    constants: { true: "TRUE", false: "FALSE" },
    booleanIs: (value, wanted) => (wanted ? value : sql`NOT ${value}`),
    booleanValue: (isTrue, isFalse) => sql`CASE WHEN ${isTrue} THEN TRUE WHEN ${isFalse} THEN FALSE END`,
    infinity: "CAST('Infinity' AS double precision)",
    comparesNumbersExactly: false,
    roundedDouble,

    binaryString: binaryText,
    isOneOf: (value, list) => sql`${value} = ANY(${bind(list)})`,
    search: (kind, haystack, needle) => {
      switch (kind) {
        case "contains":
          return sql`strpos(${byBytes(haystack)}, ${needle}) > 0`;
        case "startsWith":
          return sql`starts_with(${byBytes(haystack)}, ${needle})`;
        case "endsWith":
          return sql`right(${haystack}, length(${needle})) COLLATE "C" = ${needle}`;
      }
    },
    collatedSearch: () => undefined,
    isBlank: (value) => sql`btrim(${byBytes(value)}, ${bind(bindable("text", WHITE_SPACE))}) = ''`,
    matches: (value, pattern) => {
      const own = patternFor(pattern);
      return typeof own === "string" ? sql`${byBytes(value)} ~ ${bind(bindable("text", own))}` : own;
    },
    stringForm: textOf,
    characterCount: (value, isDouble, most) => {
      const bound = rawSql(String(most));
      const within = sql`CAST(CASE WHEN ${value} > ${bound} THEN ${bound} WHEN ${value} < -${bound} THEN -${bound} ELSE ${value} END AS integer)`;
      return isDouble ? sql`CASE WHEN ${value} = trunc(${value}) THEN ${within} END` : within;
    },
    codePointLength: (value) => sql`length(${value})`,
    slice,
    changeCase: (to, value, { repertoire }, locale) => {
      if (repertoire === "ascii" && !hasOwnCaseRules(locale))
        return to === "upper" ? sql`upper(${byBytes(value)})` : sql`lower(${byBytes(value)})`;
      if (hasOwnCaseRules(locale, OWN_CASES))
        return { refused: `the database does not know the upper and lower case of ${locale}` };
      return caseRepairs === undefined
        ? { refused: "the database changes the case of some letters otherwise" }
        : changedCase(to, value, caseRepairs);
    },

    sortKey: () => undefined,
    nativeOrder: (value, traits, choice) => nativeOrder(value, traits, choice, has),
    temporal: postgresTemporal,
    json: postgresJson(postgresTemporal, textOf),
    array: postgresArray,
    orderTerm: (value, direction, nullable) => {
      if (direction === "ascending") return nullable ? sql`${value} NULLS FIRST` : value;
      return nullable ? sql`${value} DESC NULLS LAST` : sql`${value} DESC`;
    },
    limitClause: (limit, offset) => sql`LIMIT ${bind(limit)} OFFSET ${bind(offset)}`,
    selectValue: readPostgres,
    selectJson: POSTGRES_READING,
  };
}

const TYPES: Readonly<Record<SqlParameterType, string>> = {
  boolean: "boolean",
  integer: "bigint",
  number: "double precision",
  text: "text",
  date: "date",
  time: "time",
  dateTime: "timestamptz",
  bytes: "bytea",
  texts: "text[]",
  integers: "bigint[]",
  numbers: "double precision[]",
};

function bind(bound: SqlParameter): SqlText {
  return sql`CAST(${bound} AS ${rawSql(TYPES[bound.type])})`;
}

function postgresArray(
  column: SqlText,
  items: ScalarType,
  { form, binary }: Pick<Traits, "form" | "binary">,
): ListForm {
  const list = LISTS[form ?? ""];
  return {
    isNotNull: sql`${column} IS NOT NULL`,
    isNull: sql`${column} IS NULL`,
    length: sql`cardinality(${column})`,
    from: sql`unnest(${column}) AS j(value)`,
    element: {
      sql: rawSql("j.value"),
      traits: isTemporal(items)
        ? { precision: postgresTemporal.precision(items, undefined) }
        : items === "string"
          ? { binary }
          : {},
    },
    // What a GIN index serves. A collation may take different texts for equal, but never equal ones for different.
    containing: (values) =>
      list === undefined
        ? undefined
        : {
            sql: sql`${column} && ${bind(bindable(list, values))}`,
            isExact: items !== "string" || binary === true,
          },
  };
}

/** What elements are bound as, by the type of their column: arrays of unlike types have no operators. */
const LISTS: Readonly<Partial<Record<string, SqlParameterType>>> = {
  "text[]": "texts",
  "bigint[]": "integers",
  "double precision[]": "numbers",
};

/** @throws TypeError for a name with U+0000, which ends the text of a statement. */
export function quotePostgres(name: string): string {
  if (name.includes("\0")) throw new TypeError("A name in PostgreSQL has no U+0000.");
  return `"${name.replaceAll('"', '""')}"`;
}

const byBytes = (value: SqlText) => sql`${value} COLLATE "C"`;

/** Equality too: a column may have a collation that takes different texts for equal. */
function binaryText(value: SqlText, traits: Traits): SqlText {
  return traits.binary === true ? value : byBytes(value);
}

/** And with rules for the case of any letters: Greek drops accents, Armenian takes a ligature apart. */
const OWN_CASES: readonly string[] = [...LANGUAGES_WITH_OWN_ASCII_CASE, "el", "hy"];

/** Doubles beyond 64 bits come to the first number that is: above or below all that a column holds. */
function roundedDouble(value: SqlText, to: "floor" | "ceil"): SqlText {
  const rounded = to === "floor" ? sql`floor(${value})` : sql`ceil(${value})`;
  return sql`CASE WHEN ${value} >= ${BEYOND} THEN 9223372036854775808 WHEN ${value} < -${BEYOND} THEN -9223372036854775809 ELSE CAST(CAST(${rounded} AS bigint) AS numeric) END`;
}

/** 2^63, which is a double. */
const BEYOND = rawSql("CAST(9223372036854775808 AS double precision)");

/**
 * ASCII texts in the order of the root. From tertiary up no two of them tie; below, they tie where they differ in the
 * case of letters alone.
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

/** `start` below zero counts from the end and is clamped first; then `count` counts from there. */
function slice(value: SqlText, start: number | SqlText, count: number | SqlText | undefined): SqlText {
  const from = sliceFrom(value, start);
  if (count === undefined) return from;
  if (typeof count === "number") return sql`left(${from}, ${whole(count)})`;
  return sql`CASE WHEN ${count} >= 0 THEN left(${from}, ${count}) END`;
}

function sliceFrom(value: SqlText, start: number | SqlText): SqlText {
  if (typeof start !== "number") {
    return sql`CASE WHEN ${start} >= 0 THEN substr(${value}, ${start} + 1) WHEN ${start} < 0 THEN right(${value}, -${start}) END`;
  }
  return start >= 0 ? sql`substr(${value}, ${whole(start + 1)})` : sql`right(${value}, ${whole(-start)})`;
}

function whole(count: number): SqlText {
  return sql`CAST(${bindable("integer", count)} AS integer)`;
}
