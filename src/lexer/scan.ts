import { endsHere } from "./scan-string.ts";

/*
 * Where the tokens end that most texts are made of. Each function gives the offset behind the token, or 0 where it is
 * not plain to see that there is one, and which: then the definitions decide.
 */

/** What an ASCII character can be, as bits. */
export const BLANK = 1;
/** A token by itself. */
export const MARK = 2;
export const QUOTE = 4;
/** The first of a name's segment. */
export const LETTER = 8;
/** A further one of a name's segment. */
const PART = 16;
const DIGIT = 32;
/** In a numeral. */
const RUN = 64;
/** In a numeral, in front of a digit. */
const JOINT = 128;
/** What a numeral begins with, or the sign in front of it. */
export const NUMERAL = DIGIT | JOINT;
export const DOLLAR = 0x24;

export function makeClasses(): Uint8Array {
  const classes = new Uint8Array(128);
  const mark = (characters: string, bits: number) => {
    for (const character of characters) classes[character.charCodeAt(0)]! |= bits;
  };
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  mark(" \t\r\n", BLANK);
  mark(",():", MARK);
  mark("'\"", QUOTE);
  mark(`${letters}_@`, LETTER | PART);
  mark("0123456789", PART | DIGIT | RUN);
  mark("-", PART);
  mark(`${letters}_.`, RUN);
  mark("+-:", JOINT);
  return classes;
}

/** The class of the character at a place: 0 beyond ASCII and behind the end. */
function classAt(text: string, at: number, classes: Uint8Array): number {
  const code = text.charCodeAt(at);
  return code < 128 ? classes[code]! : 0;
}

/** segment { "." segment }, all of it ASCII. */
export function nameEnd(text: string, start: number, classes: Uint8Array): number {
  let at = start + 1;
  for (;;) {
    let code = text.charCodeAt(at);
    while (code < 128 && (classes[code]! & PART) !== 0) code = text.charCodeAt(++at);
    if (code === 0x2e) {
      code = text.charCodeAt(at + 1);
      if (code < 128) {
        if ((classes[code]! & LETTER) === 0) return at;
        at += 2;
        continue;
      }
    }
    return code >= 128 ? 0 : at;
  }
}

/** A run that begins with a digit, or a sign and a digit. One that a space ends can be a time whose zone follows. */
export function numeralEnd(text: string, start: number, classes: Uint8Array): number {
  let at = start;
  if ((classAt(text, at, classes) & DIGIT) === 0) {
    if (text.charCodeAt(at) !== 0x2d || (classAt(text, ++at, classes) & DIGIT) === 0) return 0;
  }
  let hasColon = false;
  for (;;) {
    const code = text.charCodeAt(++at);
    const bits = code < 128 ? classes[code]! : 0;
    if ((bits & RUN) !== 0) continue;
    if ((bits & JOINT) !== 0 && (classAt(text, at + 1, classes) & DIGIT) !== 0) {
      hasColon ||= code === 0x3a;
      continue;
    }
    return hasColon && code === 0x20 ? 0 : at;
  }
}

/** "$" and a word. */
export function strengthEnd(text: string, start: number, classes: Uint8Array): number {
  let at = start + 1;
  while ((classAt(text, at, classes) & PART) !== 0) at++;
  return at;
}

/** A string without a quote in it, that ends where a string may end. */
export function stringEnd(text: string, start: number, code: number): number {
  const end = text.indexOf(code === 0x27 ? "'" : '"', start + 1) + 1;
  return end > 0 && endsHere(text, end) ? end : 0;
}
