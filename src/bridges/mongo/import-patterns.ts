import type { Expression } from "../../ast/nodes.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import type { NullableTest } from "../json/null-logic.ts";
import type { JsonSource } from "../json/source.ts";
import { escapePattern } from "../syntax/searches.ts";
import { readRegex } from "./patterns.ts";

/** Reads a pattern and its options. Patterns of other shapes are left out. */
export function regexTest(
  of: Expression,
  source: JsonSource,
  operators: JsonSource,
  to: BridgeImporter,
): NullableTest | undefined {
  const { report, types } = to;
  const pattern = source.isObject ? source.stringOf("pattern") : source.value;
  const options = (source.isObject ? source.stringOf("options") : operators.stringOf("$options")) ?? "";
  const regex = typeof pattern === "string" && /^[isu]*$/.test(options) ? readRegex(pattern) : undefined;
  const type = types.typeOfAll([of]);
  if (type !== undefined && type !== "string")
    return report.drop(
      "type-conversion",
      `A pattern is for strings, and the member has the type ${type}.`,
      source.place,
    );
  if (regex === undefined) {
    const message = "Patterns can have ordinary characters, . and .* only, and the options i and s.";
    return report.drop("unsupported-value", message, source.place);
  }
  const { parts, isAtStart, isAtEnd } = regex;
  const [part] = parts;
  const isPlain = !options.includes("i") && parts.every((item) => typeof item !== "string");
  let node: Expression;
  // MongoDB searches in each string of a list. `contains` of a list compares whole elements, so `match` is used instead.
  if (isPlain && !(types.isList(of) && !isAtStart && !isAtEnd)) {
    const callee = isAtStart ? (isAtEnd ? "eq" : "startsWith") : isAtEnd ? "endsWith" : "contains";
    const value = to.string(part === undefined ? "" : (part as { readonly text: string }).text, NOWHERE);
    node = to.call(callee, [of, value], NOWHERE, types.exactStrength([of]));
  } else {
    const flag = options.includes("i") ? "i" : "";
    const isDotAll = options.includes("s") || isPlain || !parts.some((item) => typeof item === "string");
    const anyText = isDotAll ? ".*" : "(?s:.*)";
    const body = parts.map((item) =>
      item === "many" ? ".*" : item === "one" ? "." : escapePattern(item.text),
    );
    const flags = `${flag}${isDotAll ? "s" : ""}`;
    const text = `${flags === "" ? "" : `(?${flags})`}${isAtStart ? "" : anyText}${body.join("")}${isAtEnd ? "" : anyText}`;
    node = to.call("match", [of, to.string(text, NOWHERE)], NOWHERE);
  }
  if (regex.endsWithDollar)
    report.note(
      "pattern",
      "fewer",
      "In MongoDB, $ also matches before a line break at the end.",
      source.place,
      node,
    );
  // Both languages have the case folding of Unicode, whose versions differ for characters outside ASCII.
  if (options.includes("i") && !/^[\0-\x7f]*$/.test(String(pattern)))
    report.note(
      "case-mapping",
      "other",
      "The languages ignore the case of other characters.",
      source.place,
      node,
    );
  return { node, of, onNull: false };
}
