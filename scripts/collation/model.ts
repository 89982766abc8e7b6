/**
 * Resolves the indexes in the collation data of ICU to the collation elements of each character.
 */
import type { IcuData } from "./icu-data.ts";

/** A collation element: the primary weight, and 32 bits with secondary, case, tertiary and quaternary weight. */
export type Element = readonly [primary: number, lower: number];

export type Value =
  | { readonly kind: "sequence"; readonly elements: readonly Element[] }
  | { readonly kind: "digit"; readonly digit: number; readonly value: Value }
  | { readonly kind: "implicit" }
  | { readonly kind: "hangul" }
  | {
      readonly kind: "prefix" | "contraction";
      readonly flags: number;
      readonly fallback: Value;
      readonly entries: readonly (readonly [string, Value])[];
    };

const COMMON = 0x05000500;

/** Resolves all characters, except those with the same elements in `base`. */
export function resolveAll(data: IcuData, base?: Map<number, Value>): Map<number, Value> {
  const values = new Map<number, Value>();
  for (const [c, word] of data.elements) {
    const value = resolve(data, c, word);
    if (value.kind === "implicit" && base === undefined) continue;
    const known = base?.get(c);
    if (
      known === undefined
        ? base !== undefined && value.kind === "implicit"
        : JSON.stringify(known) === JSON.stringify(value)
    )
      continue;
    values.set(c, value);
  }
  return values;
}

function resolve(data: IcuData, c: number, word: number): Value {
  const index = word >>> 13;
  const length = (word >>> 8) & 31;
  if ((word & 0xff) < 0xc0) return sequence([simple(word)]);
  switch (word & 15) {
    case 1:
    case 2:
      return sequence([simple(word)]);
    case 4:
      return sequence([
        [word & 0xff000000, 0x05000000 | ((word & 0xff0000) >>> 8)],
        [0, ((word & 0xff00) << 16) | 0x0500],
      ]);
    case 5:
      return sequence([...data.ce32s.subarray(index, index + length)].map(simple));
    case 6:
      return sequence([...data.ces.subarray(index, index + length)].map(wide));
    case 8:
    case 9: {
      const context = data.context(index);
      return {
        kind: (word & 15) === 8 ? "prefix" : "contraction",
        flags: (word >>> 8) & 7,
        fallback: resolve(data, c, context.fallback),
        entries: [...context.entries].map(([text, value]) => [text, resolve(data, c, value)]),
      };
    }
    case 10:
      return { kind: "digit", digit: length & 15, value: resolve(data, c, data.ce32s[index]!) };
    case 11:
      return resolve(data, c, data.ce32s[0]!);
    case 12:
      return { kind: "hangul" };
    case 14:
      return sequence([[offsetPrimary(data.ces[index]!, c), COMMON]]);
    case 15:
      return { kind: "implicit" };
    default:
      throw new Error(`U+${c.toString(16)} has an element of an unknown kind: ${word.toString(16)}`);
  }
}

function sequence(elements: readonly Element[]): Value {
  return { kind: "sequence", elements: elements.map(([primary, lower]) => [primary >>> 0, lower >>> 0]) };
}

function simple(word: number): Element {
  if ((word & 0xff) < 0xc0) return [word & 0xffff0000, ((word & 0xff00) << 16) | ((word & 0xff) << 8)];
  if ((word & 15) === 1) return [word & 0xffffff00, COMMON];
  if ((word & 15) === 2) return [0, word & 0xffffff00];
  throw new Error(`expansion with an element of an unknown kind: ${word.toString(16)}`);
}

function wide(ce: bigint): Element {
  return [Number(ce >> 32n), Number(ce & 0xffffffffn)];
}

/** Primary weight of a character in a range with evenly spaced weights. */
function offsetPrimary(range: bigint, c: number): number {
  const [first, lower] = wide(range);
  let offset = (c - (lower >>> 8)) * (lower & 0x7f) + ((first >>> 8) & 0xff) - 2;
  const third = (offset % 254) + 2;
  offset = Math.floor(offset / 254);
  const [bottom, count] = (lower & 0x80) !== 0 ? [4, 251] : [2, 254];
  offset += ((first >>> 16) & 0xff) - bottom;
  const second = (offset % count) + bottom;
  return ((first & 0xff000000) + (Math.floor(offset / count) << 24)) | (second << 16) | (third << 8);
}
