import { requireKind } from "../../../diagnostics/require-argument.ts";
import type { Traits } from "../../../functions/definition/port.ts";
import type { Capabilities, Dialect } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql, type SqlParameter, type SqlText } from "../../fragments/fragment.ts";
import { wideningAggregates } from "../shared/aggregates.ts";
import { BASE_DIALECT, nameQuoter, sliceWith, zeroOneString } from "../shared/base-dialect.ts";
import { hasOwnCaseRules } from "../shared/case-rules.ts";
import { WHITE_SPACE } from "../shared/white-space.ts";
import { mariadbJson } from "./json.ts";
import { INTEGER_RANGE, INTEGER_TYPE, roundedDouble, wholeDoubleToString } from "./numbers.ts";
import { nativeCollation } from "./native-order.ts";
import { matchesInMariadb, setPattern } from "./pattern.ts";
import { MARIADB_JSON_SELECT, selectMariadbValue } from "./select-columns.ts";
import { mariadbTemporal } from "./temporal.ts";
import { ownProperty } from "../../../values/own-properties.ts";

/**
 * MariaDB 10.10 or later, in a session with `MARIADB_SESSION`. Strings are utf8mb4 and compare in utf8mb4_nopad_bin.
 * Declare columns of that collation as `binary`, so that an index serves ranges; with a coarser one it still serves
 * equality. Doubles are finite, -0 is stored as 0, and null is lowest by default.
 */
export function mariadb(capabilities: Capabilities): Dialect {
  requireKind(capabilities, "capabilities", "capabilities", "functions");
  const temporal = mariadbTemporal();
  return {
    ...BASE_DIALECT,
    aggregates: wideningAggregates({ string: "CHAR", double: "DOUBLE" }, binaryString),
    name: "mariadb",
    capabilities,
    quote: quoteMariadb,
    bind,
    random: "rand()",
    driverValue: mariadbValue,
    integerRange: INTEGER_RANGE,
    roundedDouble,
    binaryString,
    // Return only a plain column: other expressions have no index, and the condition would repeat them.
    indexedString: (value, traits) =>
      ownProperty(traits, "binary") === true || value.size > 1 ? undefined : value,
    isOneOf,
    search: (kind, value, part) => {
      switch (kind) {
        case "contains":
          return sql`LOCATE(${part}, ${binary(value)}) > 0`;
        case "startsWith":
          return sql`${binary(sql`LEFT(${value}, CHAR_LENGTH(${part}))`)} = ${part}`;
        case "endsWith":
          return sql`${binary(sql`RIGHT(${value}, CHAR_LENGTH(${part}))`)} = ${part}`;
      }
    },
    isBlank: (value) => sql`${binary(value)} REGEXP ${bindable("text", BLANK)}`,
    matches: (value, pattern) => matchesInMariadb(value, pattern, binary),
    stringForm: ({ sql: value, type, traits }) => {
      if (type === "boolean") return zeroOneString(value as SqlText);
      if (type === "integer") {
        // The sum drops the attribute ZEROFILL of a column, which would add leading zeros.
        return traits.form === "double"
          ? wholeDoubleToString(value as SqlText)
          : sql`CAST(${value} + 0 AS CHAR)`;
      }
      return { refused: "MariaDB writes doubles differently" };
    },
    characterCount: (value, isDouble, most) => {
      const within = sql`CAST(GREATEST(${rawSql(String(-most))}, LEAST(${rawSql(String(most))}, ${value})) AS SIGNED)`;
      // The clamp changes no result: every string is shorter than `most`. Without the cast, MariaDB reads the length
      // that is computed from an unsigned decimal as 0.
      return isDouble ? sql`CASE WHEN ${value} = FLOOR(${value}) THEN ${within} END` : within;
    },
    codePointLength: (value) => sql`CHAR_LENGTH(${value})`,
    slice: SLICE,
    changeCase: (to, value, traits, locale) => {
      if (traits.repertoire === "ascii" && !hasOwnCaseRules(locale))
        return to === "upper" ? sql`UPPER(${value})` : sql`LOWER(${value})`;
      return {
        refused: "MariaDB maps each letter to one letter, so only ASCII strings change case as in memory",
      };
    },
    nativeOrder: (value, traits, choice, use) => {
      const collation = nativeCollation(traits, choice, capabilities.features);
      if (collation === undefined) return undefined;
      const collated = sql`${value} COLLATE ${rawSql(collation)}`;
      // Weights are sorted with their actual lengths. Strings would each take the longest possible length on disk.
      return use === "order" ? sql`WEIGHT_STRING(${collated})` : collated;
    },
    temporal,
    json: mariadbJson(temporal),
    selectValue: selectMariadbValue,
    nameSelected,
    selectJson: MARIADB_JSON_SELECT,
  };
}

/**
 * Names every expression. MariaDB names it by its text otherwise. The driver `mariadb` misreads the type of a column if
 * that text has more than 250 bytes and the server sends it as the name of the original column, as it does with window
 * functions. The prefix avoids names of columns, to which ORDER BY prefers the names of the select list.
 */
function nameSelected(value: SqlText, index: number): SqlText {
  const isColumn = value.size === 1;
  return isColumn ? value : sql`${value} AS ${rawSql(`tamis_${index}`)}`;
}

/**
 * Converts a parameter value to a string or a small integer, which all drivers send alike. Bytes become hexadecimal
 * strings, lists JSON strings.
 */
export function mariadbValue({ type, value }: SqlParameter): string | number {
  switch (type) {
    case "boolean":
      return value === true ? 1 : 0;
    case "integer":
      return typeof value === "number" && Math.abs(value) < 2 ** 31 ? value : String(value);
    case "number":
      return String(value);
    case "bytes":
      return Array.from(value as Uint8Array, (byte) => byte.toString(16).padStart(2, "0")).join("");
    case "texts":
      return JSON.stringify(value);
    case "integers":
    case "numbers":
      return `[${(value as readonly (number | bigint)[]).map(String).join(",")}]`;
    default:
      return value as string;
  }
}

function bind(parameter: SqlParameter): SqlText {
  switch (parameter.type) {
    case "boolean":
      return sql`CAST(${parameter} AS SIGNED)`;
    case "integer":
      return sql`CAST(${parameter} AS ${rawSql(INTEGER_TYPE)})`;
    case "number":
      return sql`CAST(${parameter} AS DOUBLE)`;
    case "bytes":
      return sql`UNHEX(${parameter})`;
    default:
      return sql`${parameter}`;
  }
}

function binaryString(value: SqlText, traits: Traits): SqlText {
  return ownProperty(traits, "binary") === true ? value : binary(value);
}

function binary(value: SqlText): SqlText {
  return sql`${value} COLLATE utf8mb4_nopad_bin`;
}

/**
 * Regular expression for a string of white space only. Its quantifier is possessive, so that it never exceeds a
 * backtracking limit.
 */
const BLANK = `\\A${setPattern(Array.from(WHITE_SPACE).flatMap((character) => [character.codePointAt(0)!, character.codePointAt(0)!]))}*+\\z`;

/**
 * Maximum length of a string that is bound as VARCHAR, which JSON_TABLE keeps in memory. LONGTEXT is written to disk.
 */
const MAX_VARCHAR_LENGTH = 512;

function isOneOf(value: SqlText, list: SqlParameter): SqlText {
  return sql`${value} IN (SELECT k.v FROM JSON_TABLE(${list}, '$[*]' COLUMNS(v ${rawSql(listedType(list))} PATH '$')) AS k)`;
}

function listedType({ type, value }: SqlParameter): string {
  if (type === "integers") return INTEGER_TYPE;
  if (type === "numbers") return "DOUBLE";
  const isShort = (value as readonly string[]).every((text) => text.length <= MAX_VARCHAR_LENGTH);
  return `${isShort ? `VARCHAR(${MAX_VARCHAR_LENGTH})` : "LONGTEXT"} CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin`;
}

export const quoteMariadb = nameQuoter("MariaDB", "`");

const SLICE = sliceWith({
  bindCount: (count) => sql`CAST(${bindable("integer", count)} AS SIGNED)`,
  fromPosition: (value, position) => sql`SUBSTRING(${value}, ${position})`,
  firstCharacters: (value, count) => sql`LEFT(${value}, ${count})`,
  lastCharacters: (value, count) => sql`RIGHT(${value}, ${count})`,
  fromComputedStart: (value, start) =>
    sql`CASE WHEN ${start} >= 0 THEN SUBSTRING(${value}, ${start} + 1) WHEN ${start} < 0 THEN RIGHT(${value}, -(${start})) END`,
});
