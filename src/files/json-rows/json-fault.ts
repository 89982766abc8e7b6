/**
 * Finds the first syntax error (RFC 8259): `JSON.parse` does not report one portably. Not recursive, because nesting
 * may be deep.
 */
import { requireText } from "../../diagnostics/require-argument.ts";
import { showCodePoint, quoteCharacter } from "../rows/descriptions.ts";

export interface JsonFault {
  /** UTF-16 offset of the fault. Equals the text's length if the text ends too early. */
  readonly offset: number;
  readonly reason: string;
}

const NAME = "a member name in double quotes";
const SPACE = /[ \n\r\t]*/y;
const DIGITS = /\d*/y;
const PLAIN = /[^"\\\0-\x1f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const WORD = /true|false|null/y;
/** Signs before the further digits of a number, and where these are. */
const PARTS = [
  [/\./y, "after the decimal point"],
  [/[eE][+-]?/y, "in the exponent"],
] as const;

export function findJsonFault(text: string): JsonFault | undefined {
  requireText(text, "text");
  /** Closing brackets of the open objects and lists, outermost first. */
  const open: ("}" | "]")[] = [];
  // "first" and "members": after an opening bracket, so that a closing one can follow.
  let state: "value" | "first" | "members" | "name" | "after" = "value";
  for (let at = 0; ;) {
    at = endAfter(SPACE, text, at);
    const fail = (reason: string): JsonFault => ({ offset: at, reason });
    const expected = (what: string) => fail(`${what}${insteadOf(text, at)}`);
    const character = text[at];
    const closer = open.at(-1);
    const canClose = state !== "value" && state !== "name";
    if (canClose && closer !== undefined && character === closer) {
      at++;
      open.pop();
      state = "after";
    } else if (state === "after") {
      if (closer === undefined)
        return character === undefined
          ? undefined
          : fail(`the value is complete, and ${quoteCharacter(text.slice(at, at + 2))} follows`);
      if (character !== ",") return expected(`',' or '${closer}' is expected`);
      at++;
      state = closer === "}" ? "name" : "value";
    } else if (state === "members" || state === "name") {
      if (character === "}") return fail("there is a comma before '}', but no member follows it");
      if (character !== '"') return expected(`${NAME}${canClose ? " or '}'" : ""} is expected`);
      const end = stringEnd(text, at);
      if (typeof end === "object") return end;
      at = endAfter(SPACE, text, end);
      if (text[at] !== ":") return expected("':' is expected after a member name");
      at++;
      state = "value";
    } else if (character === "{" || character === "[") {
      at++;
      open.push(character === "{" ? "}" : "]");
      state = character === "{" ? "members" : "first";
    } else {
      const isNumber = character === "-" || (character !== undefined && /\d/.test(character));
      const end =
        character === '"' ? stringEnd(text, at) : isNumber ? numberEnd(text, at) : endAfter(WORD, text, at);
      if (typeof end === "object") return end;
      if (end === at)
        return character === "]"
          ? fail("there is a comma before ']', but no value follows it")
          : expected("a value is expected");
      at = end;
      state = "after";
    }
  }
}

/** Returns the offset after a match, or the given one. */
function endAfter(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function stringEnd(text: string, start: number): number | JsonFault {
  for (let at = start + 1; ;) {
    at = endAfter(PLAIN, text, at);
    const character = text[at];
    if (character === '"') return at + 1;
    if (character === undefined)
      return { offset: start, reason: "the string that begins here is not closed" };
    if (character !== "\\")
      return { offset: at, reason: `${showCodePoint(character)} in a string must be written as an escape` };
    const end = endAfter(ESCAPE, text, at);
    if (end > at) at = end;
    else if (text[at + 1] === "u")
      return { offset: at, reason: "four hexadecimal digits are expected after \\u" };
    else
      return {
        offset: at,
        reason: `a backslash before ${quoteCharacter(text[at + 1] ?? "")} is not an escape`,
      };
  }
}

function numberEnd(text: string, start: number): number | JsonFault {
  const first = text[start] === "-" ? start + 1 : start;
  let at = endAfter(DIGITS, text, first);
  if (at === first) return { offset: at, reason: `a digit is expected${insteadOf(text, at)}` };
  if (at - first > 1 && text[first] === "0")
    return { offset: start, reason: "a number must not begin with 0 before other digits" };
  for (const [sign, where] of PARTS) {
    const digits = endAfter(sign, text, at);
    if (digits === at) continue;
    at = endAfter(DIGITS, text, digits);
    if (at === digits) return { offset: at, reason: `a digit is expected ${where}${insteadOf(text, at)}` };
  }
  return at;
}

/** Describes what is at an offset in place of what is expected. */
function insteadOf(text: string, at: number): string {
  return at === text.length ? ", and the text ends" : `, not ${quoteCharacter(text.slice(at, at + 2))}`;
}
