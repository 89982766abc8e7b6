import { DEFAULT_LIMITS, MAXIMUM_LIMITS, URL_TEXT_LIMIT, type Limits } from "../../src/diagnostics/limits.ts";
import { table } from "./markdown.ts";

const WHAT: Readonly<Record<keyof Limits, readonly [string, string]>> = {
  text: ["UTF-16 code units of a filter or sort text", "text-too-long"],
  depth: ["calls and parentheses within one another", "too-deep"],
  nodes: ["names, values and calls of one expression", "too-many-nodes"],
  arguments: ["arguments of one call", "too-many-arguments"],
  sortKeys: ["keys of one sort", "too-many-sort-keys"],
  string: ["UTF-16 code units of one string literal", "string-too-long"],
  pattern: ["UTF-16 code units of one pattern", "pattern-too-long"],
  patternStates: [
    "states of one pattern; four times as many for all patterns of one expression",
    "pattern-too-expensive",
  ],
};

/** Returns the table of limits in grammar.md. */
export function limitTable(): string {
  const number = (value: number) => value.toLocaleString("en-US");
  const rows = Object.entries(WHAT).map(([name, [what, code]]) => {
    const limit = name as keyof Limits;
    const inUrl = limit === "text" ? `; ${number(URL_TEXT_LIMIT)} in a URL` : "";
    return [
      `\`${name}\``,
      what,
      number(DEFAULT_LIMITS[limit]) + inUrl,
      number(MAXIMUM_LIMITS[limit]),
      `\`${code}\``,
    ];
  });
  return table(["limit", "what it bounds", "default", "most that can be set", "diagnostic"], rows);
}
