import type { Refusal, SqlScalar } from "../../../functions/definition/port.ts";
import { isTemporal } from "../../../values/types.ts";
import {
  callFunction,
  collationArguments,
  sortKeyCall,
  keywordLiteral,
} from "../../database-functions/function-call.ts";
import { searchFunction } from "../../database-functions/list.ts";
import type { Capabilities, Dialect } from "../../dialect-types/dialect.ts";
import { bindable, sql, rawSql, type SqlText } from "../../fragments/fragment.ts";
import { hasOwnCaseRules } from "../shared/case-rules.ts";
import { WHITE_SPACE } from "../shared/white-space.ts";
import { sqliteJson } from "./json.ts";
import { sqliteTemporal, sqliteTemporalText } from "./temporal.ts";

/**
 * SQLite 3.38 or later. Texts compare byte by byte, which is by code points. What it cannot say itself it is given as
 * functions. Columns hold values of their member's type: STRICT tables see to it.
 */
export function sqlite(capabilities: Capabilities): Dialect {
  const has = (name: string) => capabilities.functions.has(name);
  const call = (name: string, args: readonly SqlText[]) => (has(name) ? callFunction(name, args) : undefined);
  const or = (made: SqlText | undefined, refused: string): SqlText | Refusal => made ?? { refused };
  const temporal = sqliteTemporal(has);
  const textOf: Dialect["stringForm"] = ({ sql: value, type, traits }) => {
    if (type === "boolean")
      return sql`CASE WHEN ${value} <> 0 THEN 'true' WHEN ${value} = 0 THEN 'false' END`;
    if (type === "integer" && traits.form !== "double") return sql`CAST(${value} AS TEXT)`;
    return or(
      call("tamis_text", [value as SqlText]),
      "SQLite writes doubles otherwise, and the function tamis_text is not installed",
    );
  };

  return {
    name: "sqlite",
    capabilities,
    quote: quoteSqlite,
    placeholder: () => "?",
    bind: (bound) => sql`${bound}`,
    constants: { true: "1=1", false: "1=0" },
    booleanIs: (value, wanted) => (wanted ? sql`${value} <> 0` : sql`${value} = 0`),
    booleanValue: (isTrue, isFalse) => sql`CASE WHEN ${isTrue} THEN 1 WHEN ${isFalse} THEN 0 END`,
    infinity: "9e999",
    comparesNumbersExactly: true,

    binaryString: (value) => value,
    isOneOf: (value, list) => sql`${value} IN (SELECT value FROM json_each(${list}))`,
    search: (kind, haystack, needle) => {
      switch (kind) {
        case "contains":
          return sql`instr(${haystack}, ${needle}) > 0`;
        case "startsWith":
          return sql`substr(${haystack}, 1, length(${needle})) = ${needle}`;
        case "endsWith":
          // A part of no length would be taken for the whole text.
          return sql`CASE WHEN length(${needle}) = 0 THEN ${haystack} IS NOT NULL OR NULL ELSE substr(${haystack}, -length(${needle})) = ${needle} END`;
      }
    },
    collatedSearch: (kind, haystack, needle, choice) =>
      call(searchFunction(kind), [haystack, needle, ...collationArguments(choice)]),
    isBlank: (value) => sql`trim(${value}, ${bindable("text", WHITE_SPACE)}) = ''`,
    matches: (value, pattern) =>
      or(
        call("tamis_match", [value, sql`${bindable("text", pattern)}`]),
        "SQLite has no patterns of this kind, and the function tamis_match is not installed",
      ),
    stringForm: textOf,
    characterCount: (value, isDouble, most) => {
      const within = sql`max(${rawSql(String(-most))}, min(${rawSql(String(most))}, ${value}))`;
      // What lies beyond the bounds may well be cut to them: a text is shorter.
      return isDouble
        ? sql`CASE WHEN ${value} = round(${value}) THEN CAST(${within} AS INTEGER) END`
        : within;
    },
    codePointLength: (value) => sql`length(${value})`,
    slice,
    changeCase: (to, value, traits, locale) => {
      if (traits.repertoire === "ascii" && !hasOwnCaseRules(locale))
        return to === "upper" ? sql`upper(${value})` : sql`lower(${value})`;
      return or(
        call(`tamis_${to}`, [value, keywordLiteral(locale ?? "")]),
        `SQLite changes the case of ASCII letters alone, and the function tamis_${to} is not installed`,
      );
    },
    sortKey: (value, choice) => (has("tamis_key") ? sortKeyCall(value, choice) : undefined),
    nativeOrder: () => undefined,
    temporal,
    json: sqliteJson(temporal, textOf),
    array: undefined,
    orderTerm: (value, direction) => (direction === "ascending" ? value : sql`${value} DESC`),
    limitClause: (limit, offset) => sql`LIMIT ${limit} OFFSET ${offset}`,
    selectValue: read,
    selectJson: {
      childList: ({ from, where }, value) =>
        sql`(SELECT json_group_array(${inJson(value)}) FROM ${from} WHERE ${where})`,
      childMap: ({ from, where }, key, value) =>
        sql`(SELECT json_group_array(json_array(${key}, ${inJson(value)})) FROM ${from} WHERE ${where})`,
    },
  };
}

function read({ sql: value, type, traits }: SqlScalar): SqlText {
  return isTemporal(type) ? sqliteTemporalText(value as SqlText, type, traits.form) : (value as SqlText);
}

/** Doubles would lose the last digits of a whole number. */
function inJson(value: SqlScalar): SqlText {
  return value.type === "integer" ? sql`CAST(${value.sql} AS TEXT)` : read(value);
}

/** @throws TypeError for a name with U+0000, which ends the text of a statement. */
export function quoteSqlite(name: string): string {
  if (name.includes("\0")) throw new TypeError("A name in SQLite has no U+0000.");
  return `"${name.replaceAll('"', '""')}"`;
}

/** `start` below zero counts from the end and is clamped first; then `count` counts from there. */
function slice(value: SqlText, start: number | SqlText, count: number | SqlText | undefined): SqlText {
  const from = sliceFrom(value, start);
  if (count === undefined) return from;
  if (typeof count === "number") return sql`substr(${from}, 1, ${bindable("integer", count)})`;
  return sql`CASE WHEN ${count} >= 0 THEN substr(${from}, 1, ${count}) END`;
}

function sliceFrom(value: SqlText, start: number | SqlText): SqlText {
  if (typeof start !== "number") {
    return sql`CASE WHEN ${start} >= 0 THEN substr(${value}, ${start} + 1) WHEN length(${value}) <= -${start} THEN ${value} ELSE substr(${value}, ${start}) END`;
  }
  if (start >= 0) return sql`substr(${value}, ${bindable("integer", start + 1)})`;
  const back = bindable("integer", -start);
  return sql`CASE WHEN length(${value}) <= ${back} THEN ${value} ELSE substr(${value}, -${back}) END`;
}
