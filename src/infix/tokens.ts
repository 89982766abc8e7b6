import type { ForeignToken, TokenRules } from "../readers/token-stream.ts";
import { tokensOf } from "../readers/token-stream.ts";
import { QUOTED, stringPattern } from "./strings.ts";

/** A hyphen before `>` belongs to the arrow of `data->'key'`. */
const SEGMENT = String.raw`[\p{L}_@](?:[\p{L}0-9_@]|-(?!>))*`;
/** What follows the first segment of a path: `.city`, `/city`, `['city']`, `->>'color'`, or an index, which lists do not have. */
const STEP = String.raw`\??\.${SEGMENT}|\.\d+(?![\w.])|\/${SEGMENT}|->>?(?:'[^']*'|${SEGMENT})|\[(?:\*?|\w+|'[^']*'|"[^"]*")\]`;
/**
 * A regular expression of at most 1,000 characters between slashes, where an operand is expected. After an operand, a slash separates the
 * segments of a path.
 */
const REGEX =
  /(?<=(?:^|[=<>~!&|^*+%≠≤≥∧∨¬\-(,;:]|(?<![\w.@-])(?:matches|regexp|rlike|like|eq|and|or|not))\s*)\/(?:\\[^\n]|[^\\/\n]){1,1000}\/[a-z]{0,7}/iy;

/** Returns the rules of the tokens of all languages. Longest symbols come first. */
const tokenRules = (hasEscapes: boolean): TokenRules => [
  ["space", /(?:[\s\u200b\u200c\u200d\u2060\ufeff]|\$\.(?=[A-Za-z_@]))+/y],
  ["value", /[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(?![\w-])/y],
  ["string", new RegExp(stringPattern(hasEscapes), "iuy")],
  // A string that is never closed.
  ["value", new RegExp(QUOTED, "y")],
  ["quoted", /`[^`\r\n]{1,200}`/y],
  ["value", REGEX],
  // Operators of several words. They have no value between them.
  [
    "word",
    /(?:(?:starts|begins|ends)\s+with|does\s+not\s+(?:contain|(?:start|begin|end)\s+with))(?![\w-])/iy,
  ],
  ["symbol", /@>|<@(?![\p{L}_])/uy],
  ["word", /\$(?!=)[A-Za-z0-9_@-]*/y],
  ["word", new RegExp(`${SEGMENT}(?:${STEP}){0,200}`, "uy")],
  // A date and a time can have one space between them. A date with slashes is one token, because there is no division.
  [
    "number",
    /\d{4}-\d\d-\d\d \d\d:\d\d[0-9A-Za-z:.+-]*|(?:\d{1,2}\/\d{1,2}\/\d{4}|\d{4}\/\d{1,2}\/\d{1,2})(?![\w/])|(?:-?\d|[-+]?\.\d|\+\d)(?:[0-9A-Za-z_.]|[+-](?=\d)|:(?=\d))*/y,
  ],
  ["symbol", /=[A-Za-z]{1,20}=/y],
  [
    "symbol",
    /===|!==|!~~\*|!~~|~~\*|->>|[\^$*]=(?!=)|==|!=|<>|<=|>=|=<|=>|=~|!~\*|!~|~\*|~~|&&|\|\||->|::|:=|[^]/uy,
  ],
];

/** Full-width symbols, which Chinese and Japanese keyboards write. */
const FULL_WIDTH: ReadonlyMap<string, string> = new Map([
  ["（", "("],
  ["）", ")"],
  ["，", ","],
]);

/** Splits any text into tokens, in linear time. */
export function mixedTokens(text: string): readonly ForeignToken[] {
  let tokens = tokensOf(text, tokenRules(/\\['"]/.test(text)));
  if (tokens.some(isUnterminated) && text.includes("\\")) tokens = tokensOf(text, tokenRules(false));
  return tokens.map((token) => {
    const isOperator = token.kind === "word" && /\s/.test(token.text);
    const text = isOperator ? token.text.replaceAll(/\s+/g, " ") : token.text;
    return { ...token, text: FULL_WIDTH.get(text) ?? text };
  });
}

/** Returns whether a token is a string without its closing quote. Such a string is the last token. */
export function isUnterminated({ kind, text }: ForeignToken): boolean {
  return kind === "value" && new RegExp(`^${QUOTED}`).test(text);
}

export function isAdjacent(token: ForeignToken, next: ForeignToken): boolean {
  return token.span.end === next.span.start;
}

/** Returns a path with dots alone. The index of all elements, `[*]` or `[]`, adds nothing. */
export function dottedPath(path: string): string {
  return path.replaceAll(/\[\*?\]|['"\]]/g, "").replaceAll(/\?\.|\/|->>?|\[/g, ".");
}

/** Returns whether a token is this symbol. */
export function isSign({ kind, text }: ForeignToken, ...signs: readonly string[]): boolean {
  return kind === "symbol" && signs.includes(text);
}
