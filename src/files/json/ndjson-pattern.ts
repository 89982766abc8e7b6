import { decodeUtf8 } from "../bytes/decode.ts";
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DOUBLE_QUOTE,
  OPEN_BRACE,
  OPEN_BRACKET,
  SPACE,
} from "../bytes/bytes.ts";

/** Bytes of a JSON object without its scalar values. */
export interface LinePattern {
  readonly values: readonly PatternValue[];
  /** Bytes after the last value. */
  readonly rest: Uint8Array;
}

interface PatternValue {
  /** Bytes between the previous value and this one. */
  readonly before: Uint8Array;
  /** Name in the filter. Undefined if the filter does not read the value. */
  readonly member: string | undefined;
}

/** Longer lines and lines with more values have no pattern. */
export const MAXIMUM_LINE_BYTES = 65_536;
const MAXIMUM_VALUES = 1_000;

/**
 * Returns the pattern of a line. Undefined if one of the wanted members is not a scalar, or if it or a name of the path
 * occurs twice. The range must have a valid JSON object without a line end.
 * @param path names that lead to the only row of the line
 * @param members wanted members of the row: their names in the line, and their names in the filter
 */
export function linePattern(
  bytes: Uint8Array,
  start: number,
  end: number,
  path: readonly string[],
  members: ReadonlyMap<string, string>,
): LinePattern | undefined {
  if (end - start > MAXIMUM_LINE_BYTES) return undefined;
  const line = new Uint8Array(bytes.subarray(start, end));
  const values: PatternValue[] = [];
  const read = new Set<string>();
  let from = 0;
  let depth = 0;
  /** Number of names of the path that lead to the current value. */
  let matched = 0;
  /** Number of names of the path that have occurred. */
  let found = 0;
  /** Name of the last member of the row. */
  let name = "";
  const isInRow = () => depth === path.length + 1 && matched === path.length;
  for (let at = 0; at < line.length;) {
    const byte = line[at]!;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (isInRow() && members.has(name)) return undefined;
      // The path leads to a list of rows.
      if (byte === OPEN_BRACKET && depth === matched) return undefined;
      depth++;
      at++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth--;
      at++;
    } else if (byte <= SPACE || byte === COMMA || byte === COLON) at++;
    else {
      const after = byte === DOUBLE_QUOTE ? stringEnd(line, at) : wordEnd(line, at);
      if (byte === DOUBLE_QUOTE && isKey(line, after)) {
        if (depth <= path.length + 1) name = JSON.parse(decodeUtf8(line, at, after)) as string;
        if (depth <= path.length && matched >= depth - 1) {
          matched = name === path[depth - 1] ? depth : depth - 1;
          if (matched === depth && found >= depth) return undefined;
          found = Math.max(found, matched);
        }
        at = after;
        continue;
      }
      const member = isInRow() ? members.get(name) : undefined;
      if (member !== undefined && read.size === read.add(member).size) return undefined;
      if (values.length === MAXIMUM_VALUES) return undefined;
      values.push({ before: line.subarray(from, at), member });
      from = at = after;
    }
  }
  return { values, rest: line.subarray(from) };
}

/** Returns the offset after a string. */
function stringEnd(line: Uint8Array, from: number): number {
  let at = from + 1;
  while (line[at] !== DOUBLE_QUOTE) at += line[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Returns the offset after a number, true, false or null. */
function wordEnd(line: Uint8Array, from: number): number {
  let at = from;
  while (at < line.length && line[at]! > SPACE && !WORD_ENDS.has(line[at]!)) at++;
  return at;
}

const WORD_ENDS: ReadonlySet<number> = new Set([COMMA, CLOSE_BRACE, CLOSE_BRACKET]);

/** Returns whether a string that ends at an offset is the name of a member. */
function isKey(line: Uint8Array, end: number): boolean {
  let at = end;
  while (at < line.length && line[at]! <= SPACE) at++;
  return line[at] === COLON;
}
