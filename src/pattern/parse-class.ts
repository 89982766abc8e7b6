import {
  complement,
  foldCase,
  MAX_CODE_POINT,
  LETTER_CLASSES,
  NAMED_CLASSES,
  union,
  type CodePointSet,
} from "./code-point-set.ts";
import { PatternError, showCharacter, type PatternCursor } from "./pattern-cursor.ts";
import type { PatternTree } from "./pattern-tree.ts";
import { isProperty } from "./property-names.ts";
import type { UnicodeSets } from "./unicode-sets.ts";

/* Parses escapes, character classes in brackets and Unicode properties. */

type SetTree = Extract<PatternTree, { readonly set: CodePointSet }>;

export function setTree(set: CodePointSet, isFolded: boolean, sets: UnicodeSets): SetTree {
  const folded = isFolded ? foldCase(set) : set;
  return folded === undefined ? { kind: "foreign", set: sets.folded(set) } : { kind: "set", set: folded };
}

/**
 * Parses an escape of a set, such as `\d`, `\W`, `\pL` or `\P{Greek}`. For other escapes, reads nothing and returns
 * undefined.
 */
export function parseClassEscape(
  cursor: PatternCursor,
  isFolded: boolean,
  sets: UnicodeSets,
): SetTree | undefined {
  if (!cursor.startsWith("\\")) return undefined;
  const letter = cursor.source.charAt(cursor.at + 1);
  if (letter === "p" || letter === "P") return parseProperty(cursor, isFolded, sets);
  const set = LETTER_CLASSES.get(letter.toLowerCase());
  if (set === undefined) return undefined;
  cursor.at += 2;
  return withNegation(set, letter !== letter.toLowerCase(), isFolded, sets);
}

/** Parses a character class `[…]`. The cursor must be at the opening bracket. */
export function parseClass(cursor: PatternCursor, isFolded: boolean, sets: UnicodeSets): SetTree {
  const start = cursor.at;
  cursor.at++;
  const isNegated = cursor.skip("^");
  const parts: SetTree[] = [];
  for (let isFirst = true; isFirst || !cursor.startsWith("]"); isFirst = false) {
    const named = parseNamedClass(cursor, isFolded, sets) ?? parseClassEscape(cursor, isFolded, sets);
    parts.push(named ?? setTree(parseRange(cursor, start), isFolded, sets));
  }
  cursor.at++;
  const set = union(parts.flatMap((part) => part.set));
  const kind = parts.some((part) => part.kind === "foreign") ? "foreign" : "set";
  return { kind, set: isNegated ? complement(set) : set };
}

/** Parses an escape of a single code point, such as `\t` or `\x41`. The cursor must be at the backslash. */
export function parseCharacterEscape(cursor: PatternCursor): number {
  const start = cursor.at;
  cursor.at++;
  if (cursor.isAtEnd) throw new PatternError("the pattern ends with a backslash", start);
  const codePoint = cursor.take();
  const character = String.fromCodePoint(codePoint);
  const control = CONTROLS.get(character);
  if (control !== undefined) return control;
  if (character === "x") return parseHexadecimal(cursor, start);
  if (OCTAL.test(character) && (character === "0" || OCTAL.test(cursor.next)))
    return parseOctal(cursor, codePoint);
  if (codePoint < 0x80 && !/[A-Za-z0-9]/.test(character)) return codePoint;
  throw new PatternError(escapeReason(character, codePoint), start);
}

function escapeReason(character: string, codePoint: number): string {
  const escape = `\\${showCharacter(codePoint)}`;
  if (/[1-9]/.test(character)) return `\`${escape}\`: references to a group are not supported`;
  if (character === "k") return `\`${escape}\`: references to a group are not supported`;
  if (codePoint >= 0x80) return `a backslash must be before an ASCII character: ${escape}`;
  return `there is no escape \`${escape}\``;
}

/** Parses `[:name:]` or `[:^name:]`. For other input, reads nothing and returns undefined. */
function parseNamedClass(cursor: PatternCursor, isFolded: boolean, sets: UnicodeSets): SetTree | undefined {
  const start = cursor.at;
  // As in RE2, the colon of `[:` may also be that of `:]`: `[:]` has an empty name.
  const end = cursor.startsWith("[:") ? cursor.source.indexOf(":]", start + 1) : -1;
  if (end < 0) return undefined;
  cursor.at = end + 2;
  const text = cursor.source.slice(start + 2, end);
  const isNegated = text.startsWith("^");
  const set = NAMED_CLASSES.get(isNegated ? text.slice(1) : text);
  if (set === undefined) throw new PatternError("there is no class of this name in `[:name:]`", start);
  return withNegation(set, isNegated, isFolded, sets);
}

/** Parses a character `a` or a range `a-z` inside brackets. */
function parseRange(cursor: PatternCursor, startOfClass: number): CodePointSet {
  const start = cursor.at;
  const low = parseMember(cursor, startOfClass);
  if (!cursor.startsWith("-") || cursor.startsWith("-]")) return [low, low];
  cursor.at++;
  const high = parseMember(cursor, startOfClass);
  if (high < low) throw new PatternError("the end of the range is before its start", start);
  return [low, high];
}

function parseMember(cursor: PatternCursor, startOfClass: number): number {
  if (cursor.isAtEnd) throw new PatternError("the class that begins with `[` has no `]`", startOfClass);
  return cursor.startsWith("\\") ? parseCharacterEscape(cursor) : cursor.take();
}

/**
 * Parses a Unicode property: `\pN`, `\p{Name}` or `\P{^Name}`. The list of names is that of the RE2 library.
 */
function parseProperty(cursor: PatternCursor, isFolded: boolean, sets: UnicodeSets): SetTree {
  const start = cursor.at;
  cursor.at += 2;
  if (cursor.isAtEnd) throw new PatternError("the name of a Unicode property is missing", start);
  if (cursor.take() === 0x7b && cursor.takeThrough("}") === undefined) {
    throw new PatternError("the name of a Unicode property has no `}`", start);
  }
  const text = cursor.source.slice(start, cursor.at);
  const name = /^\\[pP](?:\{\^?([^}]*)\}|(.*))$/su.exec(text)!;
  const set = isProperty(name[1] ?? name[2]!) ? sets.property(text, isFolded) : undefined;
  if (set === undefined) throw new PatternError("there is no Unicode property of this name", start);
  return { kind: "foreign", set };
}

function withNegation(set: CodePointSet, isNegated: boolean, isFolded: boolean, sets: UnicodeSets): SetTree {
  const tree = setTree(set, isFolded, sets);
  return isNegated ? { kind: tree.kind, set: complement(tree.set) } : tree;
}

function parseHexadecimal(cursor: PatternCursor, start: number): number {
  HEXADECIMAL.lastIndex = cursor.at;
  const [text, braced, plain] = HEXADECIMAL.exec(cursor.source) ?? [];
  if (text === undefined) {
    throw new PatternError("`\\x` needs two hexadecimal digits, or digits in braces", start);
  }
  cursor.at += text.length;
  const codePoint = Number.parseInt(braced ?? plain!, 16);
  if (codePoint > MAX_CODE_POINT) throw new PatternError("there is no code point beyond U+10FFFF", start);
  return codePoint;
}

function parseOctal(cursor: PatternCursor, first: number): number {
  let value = first - 0x30;
  for (let count = 1; count < 3 && OCTAL.test(cursor.next); count++) {
    value = value * 8 + Number(cursor.next);
    cursor.at++;
  }
  return value;
}

const HEXADECIMAL = /\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2})/y;
const OCTAL = /^[0-7]$/;

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["a", 0x07],
  ["f", 0x0c],
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
  ["v", 0x0b],
]);
