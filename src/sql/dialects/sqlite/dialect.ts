import { requireKind } from "../../../diagnostics/require-argument.ts";
import type { Refusal, SqlScalar } from "../../../functions/definition/port.ts";
import { isTemporal } from "../../../values/types.ts";
import { keywordLiteral } from "../../database-functions/function-call.ts";
import type { Capabilities, Dialect } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { readableOrNull } from "../../operations/readable.ts";
import {
  BASE_DIALECT,
  callIfInstalled,
  collationFunctions,
  nameQuoter,
  NO_CAPABILITIES,
  sliceWith,
  zeroOneString,
} from "../shared/base-dialect.ts";
import { hasOwnCaseRules } from "../shared/case-rules.ts";
import { WHITE_SPACE } from "../shared/white-space.ts";
import { SQLITE_AGGREGATES } from "./aggregates.ts";
import { deadlineCheck } from "./deadline.ts";
import { sqliteDriverValue } from "./driver-value.ts";
import { sqliteJson } from "./json.ts";
import { sqliteTemporal, sqliteTemporalString } from "./temporal.ts";

/** Feature of a driver that rounds integers beyond 2^53: statements select integers as strings. */
export const INTEGERS_AS_TEXT = "integers as text";

/** Feature of older versions, whose JSON functions write doubles with 15 digits. */
export const ROUNDS_IN_JSON = "rounds in JSON";

/** SQLite 3.38 or later. Columns must hold values of their member's type, as STRICT tables ensure. */
export function sqlite(capabilities: Capabilities): Dialect {
  requireKind(capabilities, "capabilities", "capabilities", "functions");
  const call = (name: string, args: readonly SqlText[]) =>
    callIfInstalled(capabilities.functions, name, args);
  const temporal = sqliteTemporal(capabilities);
  const stringForm: Dialect["stringForm"] = ({ sql: value, type, traits }) => {
    if (type === "boolean") return zeroOneString(value as SqlText);
    if (type === "integer" && traits.form !== "double") return sql`CAST(${value} AS TEXT)`;
    return orRefuse(
      call("tamis_text", [value as SqlText]),
      "SQLite writes doubles differently, and the function tamis_text is not installed",
    );
  };

  const jsonElement = (value: SqlScalar) =>
    value.type === "number" && capabilities.features.has(ROUNDS_IN_JSON)
      ? sql`CASE WHEN ${value.sql} IS NOT NULL THEN format('%!.17g', ${value.sql}) END`
      : selectAsText(value);

  return {
    ...BASE_DIALECT,
    aggregates: SQLITE_AGGREGATES,
    ...collationFunctions(capabilities),
    name: "sqlite",
    capabilities,
    quote: quoteSqlite,
    bind: (parameter) => sql`${parameter}`,
    driverValue: sqliteDriverValue,
    infinity: "9e999",
    comparesNumbersExactly: true,
    isOneOf: (value, list) => sql`${value} IN (SELECT value FROM json_each(${list}))`,
    search: (kind, value, part) => {
      switch (kind) {
        case "contains":
          return sql`instr(${value}, ${part}) > 0`;
        case "startsWith":
          return sql`substr(${value}, 1, length(${part})) = ${part}`;
        case "endsWith":
          // An empty part needs its own case: substr(value, -0) would return the whole value.
          return sql`CASE WHEN length(${part}) = 0 THEN ${value} IS NOT NULL OR NULL ELSE substr(${value}, -length(${part})) = ${part} END`;
      }
    },
    isBlank: (value) => sql`trim(${value}, ${bindable("text", WHITE_SPACE)}) = ''`,
    matches: (value, pattern) =>
      orRefuse(
        call("tamis_match", [value, sql`${bindable("text", pattern)}`]),
        "SQLite has no regular expressions, and the function tamis_match is not installed",
      ),
    stringForm,
    characterCount: (value, isDouble, most) => {
      const within = sql`max(${rawSql(String(-most))}, min(${rawSql(String(most))}, ${value}))`;
      // The clamp changes no result: every string is shorter than `most`.
      return isDouble
        ? sql`CASE WHEN ${value} = round(${value}) THEN CAST(${within} AS INTEGER) END`
        : within;
    },
    slice: SLICE,
    changeCase: (to, value, traits, locale) => {
      if (traits.repertoire === "ascii" && !hasOwnCaseRules(locale))
        return to === "upper" ? sql`upper(${value})` : sql`lower(${value})`;
      return orRefuse(
        call(`tamis_${to}`, [value, keywordLiteral(locale ?? "")]),
        `SQLite changes the case of ASCII letters only, and the function tamis_${to} is not installed`,
      );
    },
    deadlineCheck: deadlineCheck(capabilities),
    temporal,
    json: sqliteJson(temporal, stringForm),
    selectValue: capabilities.features.has(INTEGERS_AS_TEXT) ? selectAsText : selectValue,
    selectJson: {
      childList: ({ from, where }, value) =>
        sql`(SELECT json_group_array(${jsonElement(value)}) FROM ${from} WHERE ${where})`,
      childMap: ({ from, where }, key, value) =>
        sql`(SELECT json_group_array(json_array(${key}, ${jsonElement(value)})) FROM ${from} WHERE ${where})`,
    },
  };
}

export const quoteSqlite = nameQuoter("SQLite");

function orRefuse(sqlText: SqlText | undefined, refused: string): SqlText | Refusal {
  return sqlText ?? { refused };
}

const TEMPORAL = sqliteTemporal(NO_CAPABILITIES);

function selectValue(value: SqlScalar): SqlText {
  const { type, traits } = value;
  if (!isTemporal(type)) return value.sql as SqlText;
  const string = sqliteTemporalString(value.sql as SqlText, type, traits.form);
  return readableOrNull(value, { temporal: TEMPORAL, infinity: undefined }, string);
}

/** Selects integers as strings, because drivers parse them as doubles, in JSON too, which loses digits. */
function selectAsText(value: SqlScalar): SqlText {
  return value.type === "integer" ? sql`CAST(${value.sql} AS TEXT)` : selectValue(value);
}

const SLICE = sliceWith({
  bindCount: (count) => sql`${bindable("integer", count)}`,
  fromPosition: (value, position) => sql`substr(${value}, ${position})`,
  firstCharacters: (value, count) => sql`substr(${value}, 1, ${count})`,
  lastCharacters: (value, count) =>
    sql`CASE WHEN length(${value}) <= ${count} THEN ${value} ELSE substr(${value}, -${count}) END`,
  fromComputedStart: (value, start) =>
    sql`CASE WHEN ${start} >= 0 THEN substr(${value}, ${start} + 1) WHEN length(${value}) <= -${start} THEN ${value} ELSE substr(${value}, ${start}) END`,
});
