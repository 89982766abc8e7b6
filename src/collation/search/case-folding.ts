/**
 * Replaces each simple character (see weight-tables.ts) with the first character of the same weight, so that a byte
 * search in the folded copy finds the same matches as collated search. Strings with contractions or characters that
 * are not simple have no folded copy. Letters with two weights (ß on the first level) become two letters. Matches in
 * such a copy must be verified with collated search, because no match may start or end between the two letters.
 */
import { LruMap } from "../../values/lru-map.ts";
import { collationLocale, ROOT_LOCALE } from "../locale/resolve-locale.ts";
import type { IntlLevel } from "../order/intl-levels.ts";
import type { Comparison } from "../order/strength.ts";
import { intlLevel } from "../order/strength-order.ts";
import { hasRootWeights, WEIGHT_TABLE_END, weightTables, type WeightTables } from "../order/weight-tables.ts";

/** A byte search in the folded copy finds the same matches as collated search. */
export const FOLD_EXACT = 0;
/** A byte search in the folded copy finds all matches of collated search, and possibly more. */
export const FOLD_UPPER_BOUND = 1;
/** The string has no folded copy. */
export const FOLD_MISSING = 2;

export interface CaseFolding {
  /** Two foldings with the same key fold every string alike. */
  readonly key: string;
  /** Folds a search string. Returns undefined if collated search must be used for it on every string. */
  readonly foldSearchString: (searchString: string) => string | undefined;
  /** Writes the folded string at offset `at` as UTF-8. Requires space for three bytes per UTF-16 unit. */
  readonly write: (text: string, to: Uint8Array, at: number) => FoldResult;
}

/** Result of `write`. The object is reused: it is valid until the next call of `write`. */
export interface FoldResult {
  readonly end: number;
  readonly precision: typeof FOLD_EXACT | typeof FOLD_UPPER_BOUND | typeof FOLD_MISSING;
}

/**
 * @returns undefined for `identical` and `codePoint`, and for `LONG_CONTRACTION_LANGUAGES`
 * @throws RangeError for an invalid language tag
 * @example caseFolding("primary", "de")!.foldSearchString("Straße") // "STRASSE"
 */
export function caseFolding(comparison: Comparison, locale?: string): CaseFolding | undefined {
  if (comparison === "identical" || comparison === "codePoint") return undefined;
  const resolved = collationLocale(locale);
  const level = intlLevel(comparison);
  const key = `${level} ${hasRootWeights(resolved) ? ROOT_LOCALE : resolved}`;
  const cached = foldings.get(key);
  if (cached !== undefined) return cached;
  const tables = weightTables(resolved);
  return tables && foldings.getOrCreate(key, () => makeFolding(key, tables, level));
}

const foldings = /* @__PURE__ */ new LruMap<string, CaseFolding>(16);

function makeFolding(key: string, tables: WeightTables, level: IntlLevel): CaseFolding {
  const { contracts } = tables;
  const representatives = representativesOf(tables[level]);
  const expansions =
    level === "primary" ? foldedExpansions(tables, representatives) : new Map<number, string>();
  const ascii = new Uint8Array(0x80);
  for (let unit = 0; unit < 0x80; unit++) {
    if (representatives[unit]! < 0x80) ascii[unit] = representatives[unit]!;
  }
  const result: { end: number; precision: FoldResult["precision"] } = { end: 0, precision: FOLD_EXACT };

  const write = (text: string, to: Uint8Array, from: number): FoldResult => {
    let at = from;
    result.precision = FOLD_EXACT;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const byte = unit < 0x80 ? ascii[unit]! : 0;
      if (contracts !== undefined && i > 0 && contracts(text, i - 1, i, i + 1)) return missing(from);
      if (byte !== 0) {
        to[at++] = byte;
        continue;
      }
      const letter = unit < WEIGHT_TABLE_END ? representatives[unit]! : 0;
      if (letter !== 0) {
        at = writeUnit(letter, to, at);
        continue;
      }
      const expansion = expansions.get(unit);
      if (expansion === undefined) return missing(from);
      result.precision = FOLD_UPPER_BOUND;
      for (let j = 0; j < expansion.length; j++) at = writeUnit(expansion.charCodeAt(j), to, at);
    }
    result.end = at;
    return result;
  };
  const missing = (from: number): FoldResult => {
    result.end = from;
    result.precision = FOLD_MISSING;
    return result;
  };

  return {
    key,
    write,
    foldSearchString: (searchString) => {
      // CR and LF are refused: CR LF is one grapheme, so a match may not end between them.
      if (searchString === "" || /[\r\n]/.test(searchString)) return undefined;
      const bytes = new Uint8Array(searchString.length * 3);
      const { end, precision } = write(searchString, bytes, 0);
      return precision === FOLD_MISSING ? undefined : new TextDecoder().decode(bytes.subarray(0, end));
    },
  };
}

/**
 * Maps each UTF-16 unit to the first unit with the same weight; to 0 if its character is not simple (see
 * weight-tables.ts).
 */
function representativesOf(weights: Uint16Array): Uint16Array {
  const first = new Map<number, number>();
  return weights.map((weight, unit) => {
    if (weight === 0) return 0;
    if (!first.has(weight)) first.set(weight, unit);
    return first.get(weight)!;
  });
}

function foldedExpansions(
  { expansions, primary }: WeightTables,
  representatives: Uint16Array,
): Map<number, string> {
  const letterWith = (weight: number) => String.fromCharCode(representatives[primary.indexOf(weight)]!);
  return new Map(
    Array.from(expansions, ([unit, [first, second]]) => [unit, letterWith(first) + letterWith(second)]),
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
