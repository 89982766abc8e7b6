import type { Row } from "../../evaluate/rows.ts";

/**
 * Builds columns of all members by the shortest code: a loop per member, a `Map` per column of repeated strings, and typed arrays.
 * Without nulls, checks of types, ordered dictionaries, pauses, or limits of memory. It shows what is possible in JavaScript.
 */
export function handMadeColumns(rows: readonly Row[]): unknown {
  const count = rows.length;
  return {
    id: Int32Array.from({ length: count }, (_, i) => rows[i]!.id),
    name: codesOf(count, (i) => rows[i]!.name),
    createdBy: codesOf(count, (i) => rows[i]!.createdBy),
    state: codesOf(count, (i) => rows[i]!.state),
    description: bytesOf(count, (i) => rows[i]!.description),
    modifiedTimeStamp: numbersOf(count, (i) => Date.parse(rows[i]!.modifiedTimeStamp)),
    score: numbersOf(count, (i) => rows[i]!.score),
    size: numbersOf(count, (i) => rows[i]!.size),
    city: codesOf(count, (i) => rows[i]!.owner.city),
    country: codesOf(count, (i) => rows[i]!.owner.country),
    tags: elementsOf(count, (i) => rows[i]!.tags),
  };
}

function numbersOf(count: number, at: (row: number) => number): Float64Array {
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++) numbers[i] = at(i);
  return numbers;
}

function codesOf(
  count: number,
  at: (row: number) => string,
): { values: Map<string, number>; codes: Uint32Array } {
  const values = new Map<string, number>();
  const codes = new Uint32Array(count);
  for (let i = 0; i < count; i++) codes[i] = codeOf(values, at(i));
  return { values, codes };
}

function codeOf(values: Map<string, number>, value: string): number {
  let code = values.get(value);
  if (code === undefined) values.set(value, (code = values.size));
  return code;
}

/** Encodes strings in UTF-8, for searches. */
function bytesOf(count: number, at: (row: number) => string): { bytes: Uint8Array; starts: Uint32Array } {
  const encoder = new TextEncoder();
  const starts = new Uint32Array(count + 1);
  let bytes = new Uint8Array(count * 64);
  let end = 0;
  for (let first = 0; first < count; first += STRINGS_AT_ONCE) {
    const strings: string[] = [];
    for (let i = first; i < Math.min(first + STRINGS_AT_ONCE, count); i++) strings.push(at(i));
    const joined = `${strings.join("\0")}\0`;
    if (end + joined.length * 3 > bytes.length) {
      const larger = new Uint8Array(bytes.length * 2 + joined.length * 3);
      larger.set(bytes);
      bytes = larger;
    }
    const begin = end;
    end += encoder.encodeInto(joined, bytes.subarray(end)).written;
    for (let i = first, offset = begin; i < first + strings.length; i++)
      starts[i + 1] = offset = bytes.indexOf(0, offset) + 1;
  }
  return { bytes, starts };
}

const STRINGS_AT_ONCE = 1024;

function elementsOf(count: number, at: (row: number) => readonly string[]): unknown {
  const values = new Map<string, number>();
  const starts = new Uint32Array(count + 1);
  const codes: number[] = [];
  for (let i = 0; i < count; i++) {
    for (const element of at(i)) codes.push(codeOf(values, element));
    starts[i + 1] = codes.length;
  }
  return { values, starts, codes: Uint32Array.from(codes) };
}
