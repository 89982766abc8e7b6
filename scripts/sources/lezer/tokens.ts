import { ExternalTokenizer, type InputStream, type Stack } from "@lezer/lr";
import * as terms from "./tamis.terms.js";
import { numeralType } from "../../../src/ast/numeral-type.ts";
import { isSayable } from "../../../src/ast/spelling.ts";
import { isStrength } from "../../../src/collation/order/strength.ts";
import { closingQuote } from "../../../src/lexer/scan-string.ts";
import { isSpace, scanTokenAt, tokens as types } from "../../../src/lexer/tokenize.ts";
import { SORT_OPTIONS } from "../../../src/parser/sort-key-list.ts";

/*
 * The tokens of the Lezer grammar, scanned by the lexer of tamis. The bundle of this file is `grammars/tamis-tokens.js`.
 */

/** The parser depends on the position of an option, because it is also the name of a member. */
export const tokens: ExternalTokenizer = new ExternalTokenizer(
  (input, stack) => {
    const unit = input.next;
    if (unit < 0 || isSpace(unit) || PUNCTUATION.has(unit)) return;
    const { token, text } = read(input);
    const { image } = token;
    input.acceptToken(termOf(token, isCalled(text, image.length), stack), image.length);
  },
  { contextual: true },
);

type Token = ReturnType<typeof scanTokenAt>;

/** Parentheses, the comma and the colon are tokens of the grammar itself. */
const PUNCTUATION: ReadonlySet<number> = new Set(Array.from("(),:", (mark) => mark.charCodeAt(0)));

function termOf({ image, tokenTypeIdx, payload }: Token, isCallee: boolean, stack: Stack): number {
  const t = types();
  switch (tokenTypeIdx) {
    case t.Name.tokenTypeIdx:
      // The name of a function has no dots.
      if (isCallee && !image.includes(".")) return terms.FunctionName;
      return SORT_OPTIONS.includes(image) && stack.canShift(terms.Option) ? terms.Option : terms.Name;
    case t.String.tokenTypeIdx:
      return payload === undefined && isSayable(image) ? terms.String : terms.wrong;
    case t.Numeral.tokenTypeIdx: {
      const type = numeralType(image);
      return type === undefined ? terms.wrong : type === "number" ? terms.Number : terms.Date;
    }
    case t.Strength.tokenTypeIdx:
      return isStrength(image.slice(1)) ? terms.Strength : terms.wrong;
    default:
      return terms.wrong;
  }
}

/** Returns whether the token after an offset is a parenthesis. */
function isCalled(text: string, from: number): boolean {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return text.charAt(at) === "(";
}

/** Number of UTF-16 units of the first attempt. */
const firstUnits = 64;
/** Number of UTF-16 units after a token that the lexer reads at most, without white space: after a string, and after others. */
const maxAhead = { string: 202, other: 24 };

/**
 * Scans a token in a part of the text that begins at it. The part grows until the rest of the text cannot change the token, so that each
 * token takes time linear in its length, and Lezer knows how far it depends on the text.
 */
function read(input: InputStream): { readonly token: Token; readonly text: string } {
  let text = "";
  for (let units = firstUnits; ; units *= 2) {
    const isWhole = !extend();
    const token = scanTokenAt(text, 0);
    if (isWhole || isSettled(token, text)) return { token, text };

    function extend(): boolean {
      const parts: string[] = [text];
      for (let at = text.length; at < units; at++) {
        const unit = input.peek(at);
        if (unit < 0) {
          text = parts.join("");
          return false;
        }
        parts.push(String.fromCharCode(unit));
      }
      text = parts.join("");
      return true;
    }
  }
}

/** Returns whether the text after a part cannot change the first token of the part. */
function isSettled({ image, tokenTypeIdx }: Token, text: string): boolean {
  const isString = tokenTypeIdx === types().String.tokenTypeIdx;
  if (isString && closingQuote(text, 1, text.charAt(0)) < 0) return false;
  const ahead = isString || tokenTypeIdx === types().Invalid.tokenTypeIdx ? maxAhead.string : maxAhead.other;
  for (let at = text.length - 1; at >= image.length + ahead; at--)
    if (!isSpace(text.charCodeAt(at))) return true;
  return false;
}
