/**
 * Sort prefixes: the first primary weights of a string as one number. They replace most calls of a collator, because
 * numbers are compared in a nanosecond.
 */
import { LruMap } from "../../values/lru-map.ts";
import { collationLocale } from "../locale/resolve-locale.ts";
import type { Comparison } from "./strength.ts";
import { hasRootWeights, weightTables } from "./weight-tables.ts";

export interface SortPrefixes {
  /**
   * Returns the prefixes of a string: a number for each run of `characters` characters. The string with the lower number
   * in the first run that differs is lower in the order. Writes NaN to all if the string has a character without a
   * prefix. Equal prefixes decide nothing.
   *
   * @param start index of the first character. The characters before it must have prefixes
   */
  readonly write: (text: string, to: Float64Array, at: number, start?: number) => void;
  /** Writes the first prefix of a string, like `write`. The string is the well-formed UTF-8 at `[from, end)`. */
  readonly writeUtf8: (bytes: Uint8Array, from: number, end: number, to: Float64Array, at: number) => void;
  /** Number of characters of each prefix. */
  readonly characters: number;
}

/** Orders that decide on the prefixes of a string. Orders with the same key have the same weights. */
export interface PrefixOrder {
  readonly key: string;
  /** Weight of each UTF-16 unit; 0 if a string with it has no prefix. */
  readonly weights: Uint16Array;
}

/**
 * Returns the weights of an order; undefined if its locale orders letters by rules of its own, or has contractions.
 *
 * @param locale a language tag; undefined for root order
 */
export function prefixOrder(comparison: Comparison, locale: string | undefined): PrefixOrder | undefined {
  if (comparison === "codePoint") return (codePoints ??= { key: "code points", weights: unitsAsWeights() });
  return rootOrders.getOrCreate(locale ?? "", () => ({ value: rootOrder(locale) })).value;
}

/** Orders by language tag, because resolving a tag takes microseconds. */
const rootOrders = /* @__PURE__ */ new LruMap<string, { readonly value: PrefixOrder | undefined }>(64);

function rootOrder(locale: string | undefined): PrefixOrder | undefined {
  const resolved = collationLocale(locale);
  if (!hasRootWeights(resolved)) return undefined;
  const tables = weightTables(resolved);
  return tables && { key: "root", weights: tables.primary };
}

let codePoints: PrefixOrder | undefined;

/** Returns the weight of each UTF-16 unit: the unit plus 1. Surrogates have no weight: UTF-16 does not order them like code points. */
function unitsAsWeights(): Uint16Array {
  return Uint16Array.from({ length: 0xd800 }, (_, unit) => unit + 1);
}

/**
 * Chooses an encoding for strings like those of a sample. A string with other characters has no prefix, so the sample
 * should be large.
 *
 * @param runs numbers for each string
 * @param sampledCharacters number of characters of each sampled string that are examined
 */
export function sortPrefixes(
  { weights }: PrefixOrder,
  sample: Iterable<string>,
  runs: number,
  sampledCharacters = SAMPLED_CHARACTERS,
): SortPrefixes {
  const isUsed = new Uint8Array(0x1_0000);
  for (const text of sample) {
    const end = Math.min(text.length, sampledCharacters);
    for (let i = 0; i < end; i++) {
      const unit = text.charCodeAt(i);
      if (unit < weights.length) isUsed[weights[unit]!] = 1;
    }
  }
  const digitOfWeight = new Uint16Array(0x1_0000);
  let base = 1;
  for (let weight = 1; weight < isUsed.length; weight++)
    if (isUsed[weight] === 1) digitOfWeight[weight] = base++;
  const digits = weights.map((weight) => digitOfWeight[weight]!);
  const characters = Math.max(1, Math.floor(PREFIX_BITS / Math.log2(Math.max(2, base))));
  const writeUtf8: SortPrefixes["writeUtf8"] = (bytes, from, end, to, at) => {
    let number = 0;
    let next = from;
    // Reads one character after the prefix, too: one without a weight, such as a combining mark, would change the weight before it.
    for (let n = 0; n <= characters; n++) {
      if (next < end) {
        let unit = bytes[next++]!;
        if (unit >= 0x80) {
          // Characters of four bytes are two UTF-16 units, which have no prefix.
          if (unit >= 0xf0) return fillMissing(to, at, 1);
          unit =
            unit < 0xe0
              ? ((unit & 0x1f) << 6) | (bytes[next++]! & 0x3f)
              : ((unit & 0xf) << 12) | ((bytes[next++]! & 0x3f) << 6) | (bytes[next++]! & 0x3f);
        }
        const digit = n === characters ? weightOf(weights, unit) : unit < digits.length ? digits[unit]! : 0;
        if (digit === 0) return fillMissing(to, at, 1);
        if (n < characters) number = number * base + digit;
      } else if (n < characters) number *= base;
    }
    to[at] = number;
  };
  return {
    characters,
    writeUtf8,
    write: (text, to, at, start = 0) => {
      const end = start + runs * characters;
      // The next character must have a weight, too: a combining mark would change the weight before it.
      for (let i = end; i < Math.min(text.length, end + 1); i++)
        if (weightOf(weights, text.charCodeAt(i)) === 0) return fillMissing(to, at, runs);
      let i = start;
      for (let run = 0; run < runs; run++) {
        let number = 0;
        for (let n = 0; n < characters; n++, i++) {
          number *= base;
          if (i >= text.length) continue;
          const unit = text.charCodeAt(i);
          const digit = unit < digits.length ? digits[unit]! : 0;
          if (digit === 0) return fillMissing(to, at, runs);
          number += digit;
        }
        to[at + run] = number;
      }
    },
  };
}

function weightOf(weights: Uint16Array, unit: number): number {
  return unit < weights.length ? weights[unit]! : 0;
}

function fillMissing(to: Float64Array, at: number, runs: number): void {
  to.fill(NaN, at, at + runs);
}

/** Integers of doubles. */
const PREFIX_BITS = 52;
/** Default number of characters of each sampled string that are examined. More are rarely in a prefix. */
const SAMPLED_CHARACTERS = 32;
