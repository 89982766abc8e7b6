import type { ForeignToken, TokenRules } from "../readers/token-stream.ts";
import { tokensOf } from "../readers/token-stream.ts";
import { endOfString, QUOTED } from "./scan-string.ts";

/** A hyphen before `>` belongs to the arrow of `data->'key'`. */
const SEGMENT = String.raw`[\p{L}_@](?:[\p{L}0-9_@]|-(?!>))*`;
/** Maximum length of a regular expression between slashes: that of a pattern by default. */
const maxRegex = 1_000;
/** A slash begins a regular expression where an operand is expected. After an operand, it separates the segments of a path. */
const BEFORE_REGEX =
  /(?<=(?:^|[=<>~!&|^*+%≠≤≥∧∨¬\-(,;:]|(?<![\w.@-])(?:matches|regexp|rlike|like|eq|and|or|not))\s*)\//iy;

/** Returns the rules of the tokens of all languages. Longest symbols come first. */
function tokenRules(hasEscapes: boolean): TokenRules {
  let hasRegexes = true;
  const regex = (text: string, start: number): number | undefined => {
    BEFORE_REGEX.lastIndex = start;
    if (!hasRegexes || !BEFORE_REGEX.test(text)) return undefined;
    const end = endOfRegex(text, start);
    // After one regular expression without an end, no others are tried: scanning each to its limit would take too long.
    if (end === undefined) hasRegexes = false;
    return end;
  };
  return [
    ["space", /(?:[\s\u200b\u200c\u200d\u2060\ufeff]|\$\.(?=[A-Za-z_@]))+/y],
    ["value", /[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(?![\w-])/y],
    ["string", scanner((text, start) => endOfString(text, start, hasEscapes))],
    // A string that is never closed.
    ["value", new RegExp(`${QUOTED}[^]*`, "y")],
    ["quoted", /`[^`\r\n]{1,200}`/y],
    ["value", scanner(regex)],
    ["word", /\$(?!=)[A-Za-z0-9_@-]*/y],
    ["word", new RegExp(String.raw`${SEGMENT}(?:\??\.${SEGMENT})*`, "uy")],
    // A date with slashes is one token, because there is no division.
    [
      "number",
      /(?:\d{1,2}\/\d{1,2}\/\d{4}|\d{4}\/\d{1,2}\/\d{1,2})(?![\w/])|(?:-?\d|[-+]?\.\d|\+\d)(?:[0-9A-Za-z_.]|[+-](?=\d)|:(?=\d))*/y,
    ],
    ["symbol", /=[A-Za-z]{1,20}=/y],
    [
      "symbol",
      /===|!==|!~~\*|!~~|~~\*|->>|[\^$*]=(?!=)|==|!=|<>|<=|>=|=<|=>|=~|!~\*|!~|~\*|~~|&&|\|\||->|::|:=|[^]/uy,
    ],
  ];
}

const scanner = (endOf: (text: string, start: number) => number | undefined) => ({
  lastIndex: 0,
  exec(text: string): RegExpExecArray | null {
    const end = endOf(text, this.lastIndex);
    if (end === undefined) return null;
    const match = [text.slice(this.lastIndex, end)] as unknown as RegExpExecArray;
    this.lastIndex = end;
    return match;
  },
});

function endOfRegex(text: string, start: number): number | undefined {
  let isClass = false;
  const limit = Math.min(text.length, start + 2 + maxRegex);
  for (let at = start + 1; at < limit; at++) {
    const character = text.charAt(at);
    if (character === "\n") break;
    if (character === "\\") at++;
    else if (character === "[") isClass = true;
    else if (character === "]") isClass = false;
    else if (character === "/" && !isClass) {
      if (at === start + 1) return undefined;
      const flags = /[a-z]{0,7}/y;
      flags.lastIndex = at + 1;
      return at + 1 + flags.exec(text)![0].length;
    }
  }
  return undefined;
}

/** Splits any text into tokens, in linear time. */
export function mixedTokens(text: string): readonly ForeignToken[] {
  // Full-width parentheses and commas, which Chinese and Japanese keyboards write.
  const plain = text.replaceAll(/[（），]/g, (wide) => (wide === "，" ? "," : wide === "（" ? "(" : ")"));
  const tokens = tokensOf(plain, tokenRules(/\\['"]/.test(text)));
  return tokens.some(isUnterminated) && text.includes("\\") ? tokensOf(plain, tokenRules(false)) : tokens;
}

/** Returns whether a token is a string without its closing quote. Such a string is the last token. */
export function isUnterminated({ kind, text }: ForeignToken): boolean {
  return kind === "value" && new RegExp(`^${QUOTED}`).test(text);
}

export function isAdjacent(token: ForeignToken, next: ForeignToken): boolean {
  return token.span.end === next.span.start;
}

/** Returns whether a token is this symbol. */
export function isSign({ kind, text }: ForeignToken, ...signs: readonly string[]): boolean {
  return kind === "symbol" && signs.includes(text);
}
