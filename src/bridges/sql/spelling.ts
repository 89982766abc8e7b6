import { isReservedInSql } from "./parse.ts";
import { comparisonsOf } from "../syntax/comparisons.ts";

export const SQL_COMPARISONS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["==", "eq"],
  ["!=", "ne"],
  ...comparisonsOf("= <> < <= > >="),
]);

/** Reserved words of SQL:2016 and of common databases. The reader accepts them as names without quotes; the writer adds quotes. */
const QUOTED = new Set(
  "at column constraint current_date current_time current_timestamp current_user default do fetch for foreign full grant initially inner lateral leading left localtime localtimestamp natural only outer placing position primary references returning right session_user similar some substring symmetric table to trailing unique user value values variadic window".split(
    " ",
  ),
);

const needsQuotes = (name: string) =>
  !/^[a-z_][a-z0-9_]*$/.test(name) || QUOTED.has(name) || isReservedInSql(name);

/** Writes a name. Segments with upper case letters get quotes, because databases change the case of names without quotes. */
export function sqlName(name: string): string {
  return name
    .split(".")
    .map((segment) => (needsQuotes(segment) ? `"${segment}"` : segment))
    .join(".");
}

export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
