import type { Refusal } from "../../../functions/definition/port.ts";
import type { Capabilities, Dialect } from "../../dialect-types/dialect.ts";
import { bindable, sql, rawSql, type SqlParameter, type SqlText } from "../../fragments/fragment.ts";
import { hasOwnCaseRules } from "../shared/case-rules.ts";
import { WHITE_SPACE } from "../shared/white-space.ts";
import { mariadbJson } from "./json.ts";
import { nativeCollation } from "./native-order.ts";
import { matchesInMariadb, setPattern } from "./pattern.ts";
import { MARIADB_READING, readMariadb } from "./select-columns.ts";
import { mariadbTemporal } from "./temporal.ts";

/**
 * MariaDB 10.10 or later, in a session that is set up as `MARIADB_SESSION` says. Texts are utf8mb4; they compare in
 * utf8mb4_nopad_bin, which is by code points and takes trailing blanks for what they are. A column of that collation is
 * `binary` to the table's definition, and an index serves its ranges; of a coarser one an index still serves equality.
 * Doubles are finite here, -0 is 0, and null is the lowest value of an order without a word.
 */
export function mariadb(capabilities: Capabilities): Dialect {
  const temporal = mariadbTemporal();
  return {
    name: "mariadb",
    capabilities,
    quote: quoteMariadb,
    placeholder: () => "?",
    bind,
    constants: { true: "1=1", false: "1=0" },
    booleanIs: (value, wanted) => (wanted ? sql`${value} <> 0` : sql`${value} = 0`),
    booleanValue: (isTrue, isFalse) => sql`CASE WHEN ${isTrue} THEN 1 WHEN ${isFalse} THEN 0 END`,
    infinity: undefined,
    comparesNumbersExactly: false,
    roundedDouble,

    binaryString: (value, traits) => (traits.binary === true ? value : binary(value)),
    // A column alone: of anything else there is no index, and its text would stand there twice.
    indexedString: (value, traits) => (traits.binary === true || value.size > 1 ? undefined : value),
    isOneOf: isAmong,
    search: (kind, haystack, needle) => {
      switch (kind) {
        case "contains":
          return sql`LOCATE(${needle}, ${binary(haystack)}) > 0`;
        case "startsWith":
          return sql`${binary(sql`LEFT(${haystack}, CHAR_LENGTH(${needle}))`)} = ${needle}`;
        case "endsWith":
          return sql`${binary(sql`RIGHT(${haystack}, CHAR_LENGTH(${needle}))`)} = ${needle}`;
      }
    },
    collatedSearch: () => undefined,
    isBlank: (value) => sql`${binary(value)} REGEXP ${bindable("text", BLANK)}`,
    matches: (value, pattern) => matchesInMariadb(value, pattern, binary),
    stringForm: ({ sql: value, type, traits }) => {
      if (type === "boolean")
        return sql`CASE WHEN ${value} <> 0 THEN 'true' WHEN ${value} = 0 THEN 'false' END`;
      if (type === "integer") {
        return traits.form === "double" ? wholeDoubleText(value as SqlText) : sql`CAST(${value} AS CHAR)`;
      }
      return { refused: "MariaDB writes doubles otherwise" } satisfies Refusal;
    },
    characterCount: (value, isDouble, most) => {
      const within = sql`GREATEST(${rawSql(String(-most))}, LEAST(${rawSql(String(most))}, ${value}))`;
      // What lies beyond the bounds may well be cut to them: a text is shorter.
      return isDouble ? sql`CASE WHEN ${value} = FLOOR(${value}) THEN CAST(${within} AS SIGNED) END` : within;
    },
    codePointLength: (value) => sql`CHAR_LENGTH(${value})`,
    slice,
    changeCase: (to, value, traits, locale) => {
      if (traits.repertoire === "ascii" && !hasOwnCaseRules(locale))
        return to === "upper" ? sql`UPPER(${value})` : sql`LOWER(${value})`;
      return {
        refused: "MariaDB maps each letter to one letter, so only ASCII texts change case as in memory",
      };
    },
    sortKey: () => undefined,
    nativeOrder: (value, traits, choice) => {
      const collation = nativeCollation(traits, choice, capabilities.features);
      return collation === undefined ? undefined : sql`${value} COLLATE ${rawSql(collation)}`;
    },
    temporal,
    json: mariadbJson(temporal),
    array: undefined,
    orderTerm: (value, direction) => (direction === "ascending" ? value : sql`${value} DESC`),
    limitClause: (limit, offset) => sql`LIMIT ${limit} OFFSET ${offset}`,
    selectValue: readMariadb,
    selectJson: MARIADB_READING,
  };
}

/** What statements of this dialect take for granted of their session: each variable, and its value. */
export const MARIADB_SESSION: readonly (readonly [variable: string, value: string | number])[] = [
  ["character_set_client", "utf8mb4"],
  ["character_set_connection", "utf8mb4"],
  ["character_set_results", "utf8mb4"],
  ["collation_connection", "utf8mb4_nopad_bin"],
  ["time_zone", "+00:00"],
  ["sql_mode", "STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION"],
  ["default_regex_flags", ""],
  ["group_concat_max_len", 4_294_967_295],
];

/**
 * A bound value as drivers take it: texts and small whole numbers, which every driver sends alike. Bytes are sent as
 * hexadecimal digits, and lists as JSON.
 */
export function mariadbValue({ type, value }: SqlParameter): string | number {
  switch (type) {
    case "boolean":
      return value === true ? 1 : 0;
    case "integer":
      return typeof value === "number" && Math.abs(value) < 2 ** 31 ? value : String(value);
    case "number":
      return doubleText(value as number);
    case "bytes":
      return Array.from(value as Uint8Array, (byte) => byte.toString(16).padStart(2, "0")).join("");
    case "texts":
      return JSON.stringify(value);
    case "integers":
    case "numbers":
      return `[${(value as readonly (number | bigint)[]).map((each) => (typeof each === "bigint" ? String(each) : doubleText(each))).join(",")}]`;
    default:
      return value as string;
  }
}

/** `String(-0)` has lost its sign, which means nothing here. */
function doubleText(value: number): string {
  return String(value);
}

function bind(bound: SqlParameter): SqlText {
  switch (bound.type) {
    case "boolean":
    case "integer":
      return sql`CAST(${bound} AS SIGNED)`;
    case "number":
      return sql`CAST(${bound} AS DOUBLE)`;
    case "bytes":
      return sql`UNHEX(${bound})`;
    default:
      return sql`${bound}`;
  }
}

function binary(value: SqlText): SqlText {
  return sql`${value} COLLATE utf8mb4_nopad_bin`;
}

/** White space and nothing else; what it has taken it never gives back, so that no limit is met. */
const BLANK = `\\A${setPattern(Array.from(WHITE_SPACE).flatMap((character) => [character.codePointAt(0)!, character.codePointAt(0)!]))}*+\\z`;

/** Longer texts are read as ones of any length, which MariaDB does not keep in memory. */
const SHORT = 512;

function isAmong(value: SqlText, list: SqlParameter): SqlText {
  const column =
    list.type === "integers"
      ? "BIGINT"
      : list.type === "numbers"
        ? "DOUBLE"
        : `${(list.value as readonly string[]).every((each) => each.length <= SHORT) ? `VARCHAR(${SHORT})` : "LONGTEXT"} CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin`;
  return sql`${value} IN (SELECT k.v FROM JSON_TABLE(${list}, '$[*]' COLUMNS(v ${rawSql(column)} PATH '$')) AS k)`;
}

/** @throws TypeError for a name with U+0000, which MariaDB has in none. */
export function quoteMariadb(name: string): string {
  if (name.includes("\0")) throw new TypeError("A name in MariaDB has no U+0000.");
  return `\`${name.replaceAll("`", "``")}\``;
}

/**
 * A double as a whole number, which MariaDB compares with others exactly. What lies beyond 64 bits is the next number
 * beyond them, for which the whole is a decimal.
 */
function roundedDouble(value: SqlText, to: "floor" | "ceil"): SqlText {
  const whole = to === "floor" ? sql`FLOOR(${value})` : sql`CEILING(${value})`;
  return sql`CASE WHEN ${value} >= 9223372036854775808e0 THEN 9223372036854775808 WHEN ${value} < -9223372036854775808e0 THEN -9223372036854775809 ELSE CAST(${whole} AS SIGNED) END`;
}

/**
 * The string form of a whole double. MariaDB finds the same digits, the fewest that read back, but writes an exponent
 * from 10^15 on where memory does from 10^21 on.
 */
function wholeDoubleText(value: SqlText): SqlText {
  const written = sql`CAST(ABS(${value}) AS CHAR)`;
  const digits = sql`REPLACE(SUBSTRING_INDEX(${written}, 'e', 1), '.', '')`;
  const exponent = sql`SUBSTRING_INDEX(${written}, 'e', -1)`;
  const sign = sql`CASE WHEN ${value} < 0 THEN '-' ELSE '' END`;
  return sql`CASE WHEN ABS(${value}) < 1e15 THEN CAST(CAST(${value} AS SIGNED) AS CHAR) WHEN ABS(${value}) < 1e21 THEN CONCAT(${sign}, RPAD(${digits}, ${exponent} + 1, '0')) ELSE CONCAT(${sign}, REPLACE(${written}, 'e', 'e+')) END`;
}

/** `start` below zero counts from the end and is clamped first; then `count` counts from there. */
function slice(value: SqlText, start: number | SqlText, count: number | SqlText | undefined): SqlText {
  const from = sliceFrom(value, start);
  if (count === undefined) return from;
  if (typeof count === "number") return sql`LEFT(${from}, ${bind(bindable("integer", count))})`;
  return sql`CASE WHEN ${count} >= 0 THEN LEFT(${from}, ${count}) END`;
}

function sliceFrom(value: SqlText, start: number | SqlText): SqlText {
  if (typeof start !== "number") {
    return sql`CASE WHEN ${start} >= 0 THEN SUBSTRING(${value}, ${start} + 1) WHEN ${start} < 0 THEN RIGHT(${value}, -(${start})) END`;
  }
  return start >= 0
    ? sql`SUBSTRING(${value}, ${bind(bindable("integer", start + 1))})`
    : sql`RIGHT(${value}, ${bind(bindable("integer", -start))})`;
}
