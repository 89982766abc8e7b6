/**
 * Folded copies of texts. Where all units of a text are plain (see plain-letters.ts) and none join, it is folded to one
 * letter for each that equals it at the strength: then a search for the folded needle, letter by letter, finds what
 * collated search finds. A text with anything else has no folded form, and collated search is asked itself.
 *
 * Letters that count as two (ß at the first level) are folded to both. A match could then begin or end between them, which
 * collated search does not allow: what is found in such a text has to be asked again.
 */
import { intlLevel } from "../order/strength-order.ts";
import type { IntlLevel } from "../order/intl-levels.ts";
import { collationLocale, ROOT_LOCALE } from "../locale/resolve-locale.ts";
import { LruMap } from "../../values/lru-map.ts";
import { hasRootWeights, WEIGHT_TABLE_END, weightTables, type WeightTables } from "../order/weight-tables.ts";
import type { Comparison } from "../order/strength.ts";

/** What the folded form of a text tells of a search in it. */
export const FOLD_EXACT = 0;
/** What is not found is not there; what is found has to be asked. */
export const FOLD_UPPER_BOUND = 1;
/** The text has no folded form. */
export const FOLD_MISSING = 2;

/** Texts folded for search at one strength in one locale. */
export interface CaseFolding {
  /** The same for two foldings that fold alike. */
  readonly key: string;
  /** The needle to look for; undefined where collated search has to be asked of each text. */
  readonly foldSearchString: (text: string) => string | undefined;
  /**
   * Writes the folded form of a text as UTF-8: three bytes at the most for each of its units.
   *
   * @returns where it ends, and what it tells
   */
  readonly write: (text: string, to: Uint8Array, at: number) => FoldResult;
}

/** One object for all: it holds until the next text is written. */
export interface FoldResult {
  readonly end: number;
  readonly precision: typeof FOLD_EXACT | typeof FOLD_UPPER_BOUND | typeof FOLD_MISSING;
}

/**
 * The folding for a comparison in a locale.
 *
 * @returns undefined where texts are compared as they are, and for locales whose letters join in ways that neighbors
 * alone do not tell.
 * @throws RangeError if the locale is no language tag.
 * @example textFolding("primary", "de")!.needle("Straße") // "STRASSE"
 */
export function caseFolding(comparison: Comparison, locale?: string): CaseFolding | undefined {
  if (comparison === "identical" || comparison === "codePoint") return undefined;
  const resolved = collationLocale(locale);
  const level = intlLevel(comparison);
  const key = `${level} ${hasRootWeights(resolved) ? ROOT_LOCALE : resolved}`;
  const known = foldings.get(key);
  if (known !== undefined) return known;
  const letters = weightTables(resolved);
  return letters && foldings.getOrCreate(key, () => makeFolding(key, letters, level));
}

const foldings = new LruMap<string, CaseFolding>(16);

function makeFolding(key: string, letters: WeightTables, level: IntlLevel): CaseFolding {
  const { contracts: joins } = letters;
  const representatives = representativesOf(letters[level]);
  const doubles = level === "primary" ? doublesOf(letters, representatives) : new Map<number, string>();
  const ascii = new Uint8Array(0x80);
  for (let unit = 0; unit < 0x80; unit++) {
    if (representatives[unit]! < 0x80) ascii[unit] = representatives[unit]!;
  }
  const folded: { end: number; precision: FoldResult["precision"] } = { end: 0, precision: FOLD_EXACT };

  const write = (text: string, to: Uint8Array, from: number): FoldResult => {
    let at = from;
    folded.precision = FOLD_EXACT;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const byte = unit < 0x80 ? ascii[unit]! : 0;
      if (joins !== undefined && i > 0 && joins(text, i - 1, i, i + 1)) return nothing(from);
      if (byte !== 0) {
        to[at++] = byte;
        continue;
      }
      const letter = unit < WEIGHT_TABLE_END ? representatives[unit]! : 0;
      if (letter !== 0) {
        at = writeUnit(letter, to, at);
        continue;
      }
      const two = doubles.get(unit);
      if (two === undefined) return nothing(from);
      folded.precision = FOLD_UPPER_BOUND;
      for (let j = 0; j < two.length; j++) at = writeUnit(two.charCodeAt(j), to, at);
    }
    folded.end = at;
    return folded;
  };
  const nothing = (from: number): FoldResult => {
    folded.end = from;
    folded.precision = FOLD_MISSING;
    return folded;
  };

  return {
    key,
    write,
    foldSearchString: (text) => {
      // CR and LF are one grapheme where they stand together.
      if (text === "" || /[\r\n]/.test(text)) return undefined;
      const bytes = new Uint8Array(text.length * 3);
      const { end, precision } = write(text, bytes, 0);
      return precision === FOLD_MISSING ? undefined : new TextDecoder().decode(bytes.subarray(0, end));
    },
  };
}

/** For each unit the first one that has its weight; 0 if it is not plain. */
function representativesOf(weights: Uint16Array): Uint16Array {
  const first = new Map<number, number>();
  return weights.map((weight, unit) => {
    if (weight === 0) return 0;
    if (!first.has(weight)) first.set(weight, unit);
    return first.get(weight)!;
  });
}

function doublesOf(
  { expansions: doubles, primary }: WeightTables,
  representatives: Uint16Array,
): Map<number, string> {
  const letterOf = (weight: number) => String.fromCharCode(representatives[primary.indexOf(weight)]!);
  return new Map(
    Array.from(doubles, ([unit, [first, second]]) => [unit, letterOf(first) + letterOf(second)]),
  );
}

function writeUnit(unit: number, to: Uint8Array, at: number): number {
  if (unit < 0x80) to[at] = unit;
  else if (unit < 0x800) {
    to[at] = 0xc0 | (unit >> 6);
    to[at + 1] = 0x80 | (unit & 0x3f);
    return at + 2;
  } else {
    to[at] = 0xe0 | (unit >> 12);
    to[at + 1] = 0x80 | ((unit >> 6) & 0x3f);
    to[at + 2] = 0x80 | (unit & 0x3f);
    return at + 3;
  }
  return at + 1;
}
