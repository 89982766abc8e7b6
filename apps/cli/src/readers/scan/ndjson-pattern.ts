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
} from "./bytes.ts";

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
 * Returns the pattern of a line. Undefined if one of the wanted members is not a scalar, or occurs twice.
 * @param line valid JSON object without a line end
 * @param members wanted members: their names in the line, and their names in the filter
 */
export function linePattern(
  bytes: Buffer,
  start: number,
  end: number,
  members: ReadonlyMap<string, string>,
): LinePattern | undefined {
  if (end - start > MAXIMUM_LINE_BYTES) return undefined;
  const line = Buffer.from(bytes.subarray(start, end));
  const values: PatternValue[] = [];
  const read = new Set<string>();
  let from = 0;
  let depth = 0;
  /** Name of the last member of the row. */
  let name = "";
  for (let at = 0; at < line.length;) {
    const byte = line[at]!;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (depth === 1 && members.has(name)) return undefined;
      depth++;
      at++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth--;
      at++;
    } else if (byte <= SPACE || byte === COMMA || byte === COLON) at++;
    else {
      const after = byte === DOUBLE_QUOTE ? stringEnd(line, at) : wordEnd(line, at);
      if (byte === DOUBLE_QUOTE && isKey(line, after)) {
        if (depth === 1) name = JSON.parse(line.toString("utf8", at, after)) as string;
        at = after;
        continue;
      }
      const member = depth === 1 ? members.get(name) : undefined;
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
