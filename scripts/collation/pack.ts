/** Writes collation data in the format of src/collation/uca/tables/packed-format.ts. */
import { deflateRawSync } from "node:zlib";
import {
  AREAS,
  CONTEXT,
  DIGIT,
  GENERATOR,
  IMPLICIT,
  SEQUENCE,
} from "../../src/collation/uca/tables/packed-format.ts";
import type { Element, Value } from "./model.ts";
import type { UnicodeProperties } from "./unicode.ts";

export interface PackedParts {
  /** Numbers of the header, after the number of the format. */
  readonly head: readonly number[];
  readonly values: ReadonlyMap<number, Value>;
  readonly properties?: UnicodeProperties;
}

export function pack(parts: PackedParts): string {
  const head = new Column();
  for (const value of [GENERATOR, ...parts.head]) head.number(value);

  const plain: [number, number][] = [];
  const others: [number, Value][] = [];
  for (const [c, value] of parts.values) {
    const only = value.kind === "sequence" && value.elements.length === 1 ? value.elements[0]! : undefined;
    if (only?.[1] === 0x05000500 && only[0] !== 0 && (only[0] & 0xff) === 0) plain.push([c, only[0]]);
    else if (value.kind !== "hangul") others.push([c, value]);
  }
  const columns = [head, ...plainColumns(plain), ...mappedColumns(others)];
  if (parts.properties !== undefined) columns.push(propertyColumn(parts.properties));
  const bytes: number[] = [];
  for (const column of columns) {
    const length = new Column();
    length.number(column.bytes.length);
    for (const byte of length.bytes) bytes.push(byte);
    for (const byte of column.bytes) bytes.push(byte);
  }
  return deflateRawSync(Uint8Array.from(bytes), { level: 9, memLevel: 9 }).toString("base64");
}

class Column {
  readonly bytes: number[] = [];
  number(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new Error(`value must be an integer >= 0, got ${value}`);
    let rest = value;
    while (rest > 127) {
      this.bytes.push((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.bytes.push(rest);
  }
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }
  text(text: string): void {
    const points = Array.from(text, (each) => each.codePointAt(0)!);
    this.number(points.length);
    for (const point of points) this.number(point);
  }
}

/** Returns the columns of characters that are sorted by weight, in runs of adjacent code points. */
function plainColumns(plain: [number, number][]): Column[] {
  plain.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const [areas, steps, primaries] = [new Column(), new Column(), new Column()];
  const next = AREAS.map((start) => start as number);
  for (let i = 0, j; i < plain.length; i = j) {
    const first = plain[i]![0];
    const area = AREAS.findIndex((start) => first < start);
    for (
      j = i + 1;
      j < plain.length && plain[j]![0] === plain[j - 1]![0] + 1 && plain[j]![0] !== AREAS[area];
    )
      j++;
    const length = j - i;
    areas.number(area | ((Math.min(length, 8) - 1) << 5));
    if (length >= 8) areas.number(length - 8);
    steps.signed(first - next[area]!);
    next[area] = first + length;
  }
  for (let i = 0, j; i < plain.length; i = j) {
    const step = (at: number): number => plain[at]![1] / 256 - (at === 0 ? 0 : plain[at - 1]![1] / 256);
    for (j = i + 1; j < plain.length && step(j) === step(i);) j++;
    primaries.number(step(i));
    primaries.number(j - i);
  }
  return [areas, steps, primaries];
}

function mappedColumns(others: readonly [number, Value][]): Column[] {
  const [lowers, lengths, sequences, weights, mapped, references, contexts] = Array.from(
    { length: 7 },
    () => new Column(),
  ) as [Column, Column, Column, Column, Column, Column, Column];
  const counts = new Map<number, number>();
  const count = (value: Value): void => {
    if (value.kind === "digit") count(value.value);
    if (value.kind === "sequence")
      for (const [, lower] of value.elements) counts.set(lower, (counts.get(lower) ?? 0) + 1);
    if (value.kind === "prefix" || value.kind === "contraction") {
      count(value.fallback);
      for (const [, each] of value.entries) count(each);
    }
  };
  for (const [, value] of others) count(value);
  const ranked = [...counts].sort((a, b) => b[1] - a[1]).map(([lower]) => lower);
  const rankOf = new Map(ranked.map((lower, i) => [lower, i]));
  for (const lower of ranked) lowers.number(lower);

  const known = new Map<string, number>();
  let sequenceCount = 0;
  let contextCount = 0;
  let previous = 0;
  const writeSequence = (elements: readonly Element[]): number => {
    const key = JSON.stringify(elements);
    const found = known.get(key);
    if (found !== undefined) return found;
    lengths.number(elements.length);
    for (const [primary, lower] of elements) {
      weights.number(rankOf.get(lower)!);
      if (primary === 0) sequences.number(0);
      else {
        sequences.number(1 + (primary >= previous ? 2 * (primary - previous) : 2 * (previous - primary) - 1));
        previous = primary;
      }
    }
    known.set(key, sequenceCount);
    return sequenceCount++;
  };
  const reference = (value: Value): number => {
    switch (value.kind) {
      case "sequence":
        return writeSequence(value.elements) * 4 + SEQUENCE;
      case "digit":
        return (reference(value.value) * 16 + value.digit) * 4 + DIGIT;
      case "implicit":
        return IMPLICIT;
      case "hangul":
        throw new Error("unexpected Hangul syllable in a context");
      default: {
        const fallback = reference(value.fallback);
        const entries = value.entries.map(([text, each]) => [text, reference(each)] as const);
        contexts.number(value.kind === "prefix" ? 8 : value.flags);
        contexts.number(fallback);
        contexts.number(entries.length);
        for (const [text, each] of entries) {
          contexts.text(text);
          contexts.number(each);
        }
        return contextCount++ * 4 + CONTEXT;
      }
    }
  };
  // Adjacent characters often refer to adjacent sequences, so the differences of the references are small.
  let before = -1;
  let expected = 0;
  for (const [c, value] of [...others].sort((a, b) => a[0] - b[0])) {
    mapped.number(c - before - 1);
    before = c;
    const next = reference(value);
    references.signed(next - expected);
    expected = (next & 3) === SEQUENCE ? next + 4 : expected;
  }
  return [lowers, lengths, sequences, weights, mapped, references, contexts];
}

function propertyColumn({ ranks, decompositions }: UnicodeProperties): Column {
  const column = new Column();
  let before = 0;
  const ascending = [...ranks].sort((a, b) => a[0] - b[0]);
  column.number(ascending.length);
  for (const [c, rank] of ascending) {
    column.number(c - before);
    column.number(rank);
    before = c;
  }
  column.number(decompositions.size);
  before = 0;
  let first = 0;
  for (const [c, points] of decompositions) {
    column.number(c - before);
    before = c;
    column.number(points.length);
    points.forEach((point, i) => {
      if (i === 0) {
        column.signed(point - first);
        first = point;
      } else column.number(point);
    });
  }
  return column;
}
