import type { Expression } from "../../ast/nodes.ts";
import type { Strength } from "../../collation/order/strength.ts";
import type { Span } from "../../diagnostics/span.ts";
import { regexSearch, type Search } from "../../readers/patterns.ts";
import type { BridgeImporter } from "../contract/importer.ts";

/**
 * Builds the call of a search. Patterns have no strength.
 *
 * @param place span of the searched text
 */
export function searchCall(
  of: Expression,
  { callee, value }: Pick<Search, "callee" | "value">,
  strength: Strength | undefined,
  span: Span,
  to: BridgeImporter,
  place = span,
): Expression {
  // A pattern of wildcards only (`present`) matches every string, as `contains` with an empty string does.
  const name = callee === "present" ? "contains" : callee;
  return to.call(name, [of, to.string(value, place)], span, name === "match" ? undefined : strength);
}

/** Translates a regular expression that searches within a string. Undefined for one that RE2 does not have. */
export function importRegex(source: string, flags: string): Search | undefined {
  return isBalanced(source) ? regexSearch(source, flags) : undefined;
}

/** Returns whether parentheses, classes and escapes are complete, so that the pattern can be a part of another one. */
export function isBalanced(pattern: string): boolean {
  let depth = 0;
  let isClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === "\\") {
      if (++at === pattern.length) return false;
    } else if (isClass) isClass = character !== "]";
    else if (character === "[") isClass = true;
    else if (character === "(") depth++;
    else if (character === ")" && --depth < 0) return false;
  }
  return depth === 0 && !isClass;
}

const SEARCHES: ReadonlyMap<string, readonly [before: string, after: string]> = new Map([
  ["startsWith", ["", "%"]],
  ["endsWith", ["%", ""]],
  ["contains", ["%", "%"]],
] as const);

/** A part of a pattern: `many` is any text, `one` is one character. */
export type WildcardPart = "many" | "one" | { readonly text: string };

/**
 * Returns the parts of a search with a literal, or of a pattern that `likeSearch` writes. Undefined for other patterns.
 *
 * @example wildcardParts("match", "(?s)a.b.*") // [{ text: "a" }, "one", { text: "b" }, "many"]
 */
export function wildcardParts(callee: string, search: string): readonly WildcardPart[] | undefined {
  const shape = SEARCHES.get(callee);
  if (shape !== undefined) {
    const [before, after] = shape;
    const parts: WildcardPart[] = search === "" ? [] : [{ text: search }];
    if (before !== "") parts.unshift("many");
    if (after !== "" && parts.at(-1) !== "many") parts.push("many");
    return parts;
  }
  if (callee !== "match" || !search.startsWith("(?s)")) return undefined;
  const parts: WildcardPart[] = [];
  let text = "";
  const flush = (): void => {
    if (text !== "") parts.push({ text });
    text = "";
  };
  for (let at = 4; at < search.length; at++) {
    const character = search.charAt(at);
    if (character === "\\") {
      const next = search.charAt(++at);
      if (!/^[\\^$.*+?()[\]{}|]$/.test(next)) return undefined;
      text += next;
    } else if (character === ".") {
      flush();
      const isMany = search.charAt(at + 1) === "*";
      if (isMany) at++;
      if (/^[*+?{]$/.test(search.charAt(at + 1))) return undefined;
      parts.push(isMany ? "many" : "one");
    } else {
      if (/[\^$*+?()[\]{}|]/.test(character)) return undefined;
      text += character;
    }
  }
  flush();
  return parts;
}

/** Returns the pattern of strings that contain a text. For a list, it finds parts of elements, and `contains` whole elements. */
export function patternOfPart(text: string): string {
  return `(?s).*${escapePattern(text)}.*`;
}

/** Escapes the characters that have a meaning in patterns. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
