import type { Call, Expression } from "../src/ast/nodes.ts";
import { makeCall, makeLiteral, makeName } from "../src/ast/make-node.ts";
import { normalNumber } from "../src/ast/normal-number.ts";
import { isStrength, type Strength } from "../src/collation/order/strength.ts";
import { DEFAULT_LIMITS as LIMITS } from "../src/diagnostics/limits.ts";
import { classifyTemporal } from "../src/values/instant.ts";

/*
 * The reference for parse times: a hand-written recursive-descent parser of the same grammar, without a lexer. It makes
 * the same trees as `parseFilter`, under the same limits. It has no diagnostics and no lenient corrections: it returns
 * undefined wherever `parseFilter` reports a diagnostic.
 */

let text = "";
let at = 0;
let nodes = 0;
let depth = 0;

const NOT_VALID = new Error("not valid");

/** Returns the tree of a filter, or undefined if the text is not valid. */
export function parseReference(source: string): Expression | undefined {
  if (source.length > LIMITS.text) return undefined;
  text = source;
  at = 0;
  nodes = 0;
  depth = 0;
  try {
    const first = skipBlanks();
    if (first !== first) return makeLiteral("boolean", true, { start: 0, end: source.length });
    const found = expression(first);
    const rest = skipBlanks();
    return rest === rest ? undefined : found;
  } catch (error) {
    if (error !== NOT_VALID) throw error;
    return undefined;
  }
}

/** Moves to the next character that is not white space. Returns its code unit, or NaN at the end. */
function skipBlanks(): number {
  let code = text.charCodeAt(at);
  while (code <= 0x20 && (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d))
    code = text.charCodeAt(++at);
  return code;
}

/** expression = literal | name | call */
function expression(first: number): Expression {
  if (++nodes > LIMITS.nodes) throw NOT_VALID;
  if (first === 0x27) return string("'");
  if (first === 0x22) return string('"');
  if (first === 0x2d || (first >= 0x30 && first <= 0x39)) return numeral(first);
  const start = at;
  const dotted = nameFrom(first);
  const name = text.slice(start, at);
  const end = at;
  if (skipBlanks() === 0x28) {
    if (dotted) throw NOT_VALID;
    return call(name, start);
  }
  if (end - start < 6 && (name === "true" || name === "false")) {
    return makeLiteral("boolean", name === "true", { start, end });
  }
  return makeName(name, { start, end });
}

/** call = identifier "(" [ strength ] { "," expression } ")" */
function call(callee: string, start: number): Call {
  if (++depth > LIMITS.depth) throw NOT_VALID;
  at++;
  const args: Expression[] = [];
  let strength: Strength | undefined;
  let code = skipBlanks();
  if (code === 0x24) {
    strength = readStrength();
    code = skipBlanks();
  } else if (code !== 0x29) {
    args.push(expression(code));
    code = skipBlanks();
  }
  while (code === 0x2c) {
    at++;
    args.push(expression(skipBlanks()));
    code = skipBlanks();
  }
  if (code !== 0x29 || args.length > LIMITS.arguments) throw NOT_VALID;
  depth--;
  const span = { start, end: ++at };
  return makeCall(callee, strength, args, span);
}

function readStrength(): Strength {
  if (++nodes > LIMITS.nodes) throw NOT_VALID;
  const start = ++at;
  let code = text.charCodeAt(at);
  while (code < 128 && (CLASS[code]! & PART) !== 0) code = text.charCodeAt(++at);
  const word = text.slice(start, at);
  if (!isStrength(word)) throw NOT_VALID;
  return word;
}

/** name = segment { "." segment }. Returns whether the name contains a dot. */
function nameFrom(first: number): boolean {
  let dotted = false;
  let code = first;
  for (;;) {
    if (code < 128 ? (CLASS[code]! & START) === 0 : !isForeignLetter()) throw NOT_VALID;
    do code = text.charCodeAt(++at);
    while (code < 128 ? (CLASS[code]! & PART) !== 0 : code === code && isForeignLetter());
    if (code !== 0x2e) return dotted;
    dotted = true;
    code = text.charCodeAt(++at);
  }
}

const LETTER = /\p{L}/uy;

/** Returns whether the current character is a letter, and if so moves to its last code unit. */
function isForeignLetter(): boolean {
  LETTER.lastIndex = at;
  if (!LETTER.test(text)) return false;
  at = LETTER.lastIndex - 1;
  return true;
}

function string(mark: string): Expression {
  const start = at;
  let end = text.indexOf(mark, start + 1);
  let value: string;
  if (end >= 0 && text.charCodeAt(end + 1) !== text.charCodeAt(start)) {
    value = text.slice(start + 1, end);
  } else {
    while (end >= 0 && text.charCodeAt(end + 1) === text.charCodeAt(start)) end = text.indexOf(mark, end + 2);
    if (end < 0) throw NOT_VALID;
    value = text.slice(start + 1, end).replaceAll(mark + mark, mark);
  }
  at = end + 1;
  if (value.length > LIMITS.string || !value.isWellFormed() || value.includes("\0")) throw NOT_VALID;
  return makeLiteral("string", value, { start, end: at });
}

/** Reads a number, a date, a time or a date-time. */
function numeral(first: number): Expression {
  const start = at;
  let code = first;
  if (first === 0x2d) {
    code = text.charCodeAt(++at);
    if (!(code >= 0x30 && code <= 0x39)) throw NOT_VALID;
  }
  let whole = 0;
  const digits = at;
  while (code >= 0x30 && code <= 0x39) {
    whole = whole * 10 + (code - 0x30);
    code = text.charCodeAt(++at);
  }
  if (!(code < 128 && (CLASS[code]! & NUMERAL_PART) !== 0) && at - digits <= 15) {
    if (at - digits > 1 && text.charCodeAt(digits) === 0x30) throw NOT_VALID;
    const value = first === 0x2d && whole !== 0 ? -whole : whole;
    return makeLiteral("number", value, { start, end: at });
  }
  while (code < 128 && (CLASS[code]! & NUMERAL_PART) !== 0) {
    // A sign or a colon belongs to the numeral only if a digit follows.
    if (
      (CLASS[code]! & NUMERAL_SIGN) !== 0 &&
      !(text.charCodeAt(at + 1) >= 0x30 && text.charCodeAt(at + 1) <= 0x39)
    )
      break;
    code = text.charCodeAt(++at);
  }
  return longNumeral(text.slice(start, at), { start, end: at });
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function longNumeral(image: string, span: { start: number; end: number }): Expression {
  if (image.includes(":") || (image.charCodeAt(4) === 0x2d && image.length > 5)) {
    const type = classifyTemporal(image);
    if (type !== undefined) return makeLiteral(type, image, span);
  }
  if (!NUMBER.test(image)) throw NOT_VALID;
  const double = Number(image);
  if (!Number.isFinite(double)) throw NOT_VALID;
  const isLong = image.length > 15 && /^-?\d+$/.test(image);
  return makeLiteral("number", normalNumber(isLong ? BigInt(image) : double), span);
}

const START = 1;
const PART = 2;
const NUMERAL_PART = 4;
const NUMERAL_SIGN = 8;

/** Flags of each ASCII character: START and PART of a name segment, NUMERAL_PART, NUMERAL_SIGN. */
const CLASS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_@]/.test(character)) CLASS[code]! |= START;
  if (/[A-Za-z0-9_@-]/.test(character)) CLASS[code]! |= PART;
  if (/[0-9A-Za-z_.+:-]/.test(character)) CLASS[code]! |= NUMERAL_PART;
  if (/[+:-]/.test(character)) CLASS[code]! |= NUMERAL_SIGN;
}
