import { requireKind } from "../../../diagnostics/require-argument.ts";
import type { Capabilities, Dialect } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { BASE_DIALECT, explicitNullOrder, NATIVE_BOOLEANS, sliceWith } from "../shared/base-dialect.ts";
import { hasOwnCaseRules, LANGUAGES_WITH_OWN_ASCII_CASE } from "../shared/case-rules.ts";
import { re2Pattern } from "../shared/re2-pattern.ts";
import { WHITE_SPACE } from "../shared/white-space.ts";
import { CLICKHOUSE_AGGREGATES } from "./aggregates.ts";
import { CASE_MAPPING } from "./session.ts";
import { clickhouseWideIntegers } from "./integers.ts";
import { clickhouseArray, clickhouseJson, clickhouseMap } from "./json.ts";
import { bindClickhouse, clickhousePlaceholder, isOneOf } from "./parameters.ts";
import { quoteClickhouse } from "./quote.ts";
import { CLICKHOUSE_JSON_SELECT, selectClickhouseValue } from "./select-columns.ts";
import { clickhouseString } from "./string-form.ts";
import { clickhouseTemporal } from "./temporal.ts";

/**
 * ClickHouse 26.7 or later, with `CLICKHOUSE_SETTINGS`. Strings are UTF-8 and compare by bytes, which is the order of
 * code points. Column types: `String`, `LowCardinality`, integers of all sizes, `Float64`, `Bool`, dates and times,
 * `Array` and `Map`, each nullable or not; JSON as `String` or `JSON`.
 */
export function clickhouse(capabilities: Capabilities): Dialect {
  requireKind(capabilities, "capabilities", "capabilities", "functions");
  return {
    ...BASE_DIALECT,
    ...NATIVE_BOOLEANS,
    aggregates: CLICKHOUSE_AGGREGATES,
    name: "clickhouse",
    capabilities,
    quote: quoteClickhouse,
    placeholder: clickhousePlaceholder,
    bind: bindClickhouse,
    random: "rand64()",
    booleanIs: (value, wanted) => (wanted ? sql`(${value})` : sql`(NOT (${value}))`),
    isFinite: (value) => sql`isFinite(${value})`,
    comparesNumbersExactly: true,
    wideIntegers: clickhouseWideIntegers,
    maxSeparateParameters: 0,
    isOneOf,
    search: (kind, value, part) => {
      if (kind === "contains") return sql`position(${value}, ${part}) > 0`;
      return kind === "startsWith" ? sql`startsWith(${value}, ${part})` : sql`endsWith(${value}, ${part})`;
    },
    isBlank: (value) => sql`match(${value}, ${bindable("text", BLANK)})`,
    matches: (value, pattern) => {
      const native = re2Pattern(pattern);
      return native === undefined
        ? { refused: "ClickHouse matches this pattern differently" }
        : sql`match(${value}, ${bindable("text", `\\A${native}\\z`)})`;
    },
    stringForm: clickhouseString,
    characterCount: (value, isDouble, most) => {
      const bound = rawSql(String(most));
      const within = sql`CASE WHEN ${value} > ${bound} THEN ${bound} WHEN ${value} < -${bound} THEN -${bound} ELSE toInt64(${value}) END`;
      return isDouble ? sql`CASE WHEN ${value} = trunc(${value}) THEN ${within} END` : within;
    },
    codePointLength: (value) => sql`toInt64(lengthUTF8(${value}))`,
    slice: SLICE,
    changeCase: (to, value, { repertoire }, locale) => {
      if (repertoire === "ascii" && !hasOwnCaseRules(locale)) return sql`${rawSql(to)}(${value})`;
      if (hasOwnCaseRules(locale, LANGUAGES_WITH_OWN_CASE))
        return { refused: `ClickHouse does not apply the case rules of ${locale}` };
      return capabilities.features.has(CASE_MAPPING)
        ? sql`${rawSql(to)}UTF8(${value})`
        : { refused: "ClickHouse changes the case of some letters differently" };
    },
    temporal: clickhouseTemporal,
    json: clickhouseJson,
    array: clickhouseArray,
    map: clickhouseMap,
    // They fail in orders, lambdas and other subqueries, and the count of no child rows is null in a condition.
    correlatedSubqueries: {
      refused:
        "ClickHouse compares child rows only with constants, and neither counts them nor reads one of them",
    },
    orderTerm: explicitNullOrder(""),
    selectValue: selectClickhouseValue,
    selectJson: CLICKHOUSE_JSON_SELECT,
  };
}

/** Languages whose case rules differ from JavaScript's default: Greek drops accents, Armenian splits a ligature. */
const LANGUAGES_WITH_OWN_CASE: readonly string[] = [...LANGUAGES_WITH_OWN_ASCII_CASE, "el", "hy"];

/** Pattern of a string of white space only. */
const BLANK = `\\A[${Array.from(WHITE_SPACE, (space) => `\\x{${space.codePointAt(0)!.toString(16)}}`).join("")}]*\\z`;

const count = (value: number): SqlText => bindClickhouse(bindable("integer", value));

const SLICE = sliceWith({
  bindCount: count,
  fromPosition: (value, position) => sql`substringUTF8(${value}, ${position})`,
  firstCharacters: (value, most) => sql`leftUTF8(${value}, ${most})`,
  lastCharacters: (value, most) => sql`rightUTF8(${value}, ${most})`,
  fromComputedStart: (value, start) =>
    sql`CASE WHEN ${start} >= 0 THEN substringUTF8(${value}, ${start} + 1) WHEN ${start} < 0 THEN rightUTF8(${value}, -(${start})) END`,
});
