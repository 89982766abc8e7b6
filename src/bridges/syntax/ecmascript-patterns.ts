import { regexSearch, type Search } from "../../readers/patterns.ts";
import { wildcardParts, type WildcardPart } from "./searches.ts";

/** The message of the note on a translated pattern that can find other strings. */
export const PATTERNS_DIFFER =
  "ECMAScript matches UTF-16 code units, tamis (RE2) code points. White space and line breaks differ, too.";

/** One code point in an ECMAScript pattern without flags, whose characters are UTF-16 code units. */
const ONE = String.raw`(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|[^\uD800-\uDFFF])`;
const MANY = String.raw`[\s\S]*`;
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;
/** Tokens that mean the same in ECMAScript and RE2. */
const SAFE =
  /^(?:[^\\^$.*+?()[\]{}|\uD800-\uDFFF]|\\[^A-Za-z0-9\uD800-\uDFFF]|\\[dw]|\[(?:[^\\^[\]\uD800-\uDFFF]|\\[^A-Za-z0-9\uD800-\uDFFF]|\\[dw])+\]|\((?:\?:)?(?!\?)|[)|]|[*+?](?![*+])|\{\d{1,3}(?:,\d{0,3})?\}(?![*+]))*$/;

/** A pattern of ECMAScript as a search, and whether both find the same strings. */
export interface ImportedPattern extends Search {
  readonly isExact: boolean;
}

/** Translates an ECMAScript pattern. Undefined if it is invalid, or has look-around or back-references. */
export function importPattern(source: string): ImportedPattern | undefined {
  try {
    new RegExp(source);
  } catch {
    return undefined;
  }
  if (source.startsWith("^") && /(?:^|[^\\])(?:\\\\)*\$$/.test(source)) {
    const inner = source.slice(1, -1);
    const wildcards = importWildcards(inner);
    if (wildcards !== undefined) return match(wildcards);
    if (SAFE.test(inner)) {
      const grouped = inner.startsWith("(?:") && inner.endsWith(")") ? inner.slice(3, -1) : "";
      if (hasAlternatives(grouped) && !/[()\\[]/.test(grouped)) return match(grouped);
      if (!hasAlternatives(inner)) return match(inner);
    }
  }
  const search = regexSearch(source, "");
  return search && { ...search, isExact: SAFE.test(source.replace(/^\^/, "").replace(/\$$/, "")) };
}

const match = (value: string): ImportedPattern => ({
  callee: "match",
  value,
  ignoresCase: false,
  isExact: true,
});

/** Translates a pattern of RE2 for the whole string. */
export function exportPattern(pattern: string): { readonly source: string; readonly isExact: boolean } {
  const parts = wildcardParts("match", pattern);
  if (parts !== undefined) return { source: `^${parts.map(writePart).join("")}$`, isExact: true };
  const source = hasAlternatives(pattern) ? `^(?:${pattern})$` : `^${pattern}$`;
  return { source, isExact: SAFE.test(pattern) && isValid(source) };
}

/** Returns whether a pattern is valid in ECMAScript. */
export function isValid(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}

function writePart(part: WildcardPart): string {
  if (part === "many") return MANY;
  return part === "one" ? ONE : part.text.replaceAll(SPECIAL, String.raw`\$&`);
}

/** Reads the parts that `writePart` writes, as a pattern of RE2. Undefined for other patterns, and for those without wildcards. */
function importWildcards(source: string): string | undefined {
  let pattern = "(?s)";
  let hasWildcard = false;
  for (let at = 0; at < source.length;) {
    const wildcard = [ONE, MANY].find((candidate) => source.startsWith(candidate, at));
    if (wildcard !== undefined) {
      pattern += wildcard === ONE ? "." : ".*";
      hasWildcard = true;
      at += wildcard.length;
    } else {
      const [literal] = /^(?:\\[\\^$.*+?()[\]{}|]|[^\\^$.*+?()[\]{}|])/.exec(source.slice(at, at + 2)) ?? [];
      if (literal === undefined) return undefined;
      pattern += literal;
      at += literal.length;
    }
  }
  return hasWildcard ? pattern : undefined;
}

/** Returns whether a pattern has `|` outside of all parentheses. */
function hasAlternatives(pattern: string): boolean {
  let depth = 0;
  for (const [token] of pattern.matchAll(/\\.|\[(?:\\.|[^\]])*\]|[()|]/gs)) {
    if (token === "(") depth++;
    else if (token === ")") depth--;
    else if (token === "|" && depth === 0) return true;
  }
  return false;
}
