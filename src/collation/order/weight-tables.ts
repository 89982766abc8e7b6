/**
 * Tables with the collation weights of simple characters. A table lookup is much faster than a call of `Intl` (about
 * 100 ns).
 * A Latin, Greek or Cyrillic letter, digit or punctuation mark is *simple* if it has exactly one primary weight; ß
 * (ss), æ, ½ and ignorable characters are not. Two strings of simple characters are equal at a level if their weights
 * are equal, unless neighboring characters form a contraction (Czech `ch`).
 * The tables are computed with `Intl`, so that they agree with its ICU version. Functions return undefined if the
 * caller must use `Intl` instead.
 */
import { LruMap } from "../../values/lru-map.ts";
import { ROOT_LOCALE } from "../locale/resolve-locale.ts";
import { LONG_CONTRACTION_LANGUAGES, pairContractions, type ContractsPair } from "./contractions.ts";
import { intlOrder, type IntlLevel } from "./intl-levels.ts";

/**
 * One table per level. Index: UTF-16 unit below `WEIGHT_TABLE_END`. Value: weight of the character, or 0 if it is not
 * simple (defined above).
 */
export interface WeightTables extends Readonly<Record<IntlLevel, Uint16Array>> {
  /**
   * Tests whether two neighboring characters form a contraction. Undefined if the locale has none of simple
   * characters.
   */
  readonly contracts: ContractsPair | undefined;
  /** The two primary weights of each ligature (ß, æ, œ), by its UTF-16 unit. */
  readonly expansions: ReadonlyMap<number, readonly [number, number]>;
  /** True if ASCII strings are equal on the first two levels exactly if their lower-case forms are equal. */
  readonly foldsAsciiToLowerCase: boolean;
}

export const WEIGHT_TABLE_END = 0x20ad;

/**
 * Returns undefined for `LONG_CONTRACTION_LANGUAGES`.
 * @param locale canonical tag, as `collationLocale` returns it
 */
export function weightTables(locale: string): WeightTables | undefined {
  if (hasRootWeights(locale)) return (rootTables ??= build(ROOT_LOCALE, true));
  if (LONG_CONTRACTION_LANGUAGES.has(new Intl.Locale(locale).language)) return undefined;
  return localeTables.getOrCreate(locale, () => build(locale, false));
}

/**
 * Returns whether the locale has simple characters in root order and without contractions. If false, its tables can
 * decide equality, but not order.
 */
export function hasRootWeights(locale: string): boolean {
  return ROOT_LANGUAGES.test(locale) && locale !== "fr-CA";
}

/**
 * Returns the weight of the UTF-16 unit at `at`, or 0 if its character is not *simple* (defined at the top of this
 * file).
 */
export function weightAt(weights: Uint16Array, text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < WEIGHT_TABLE_END ? weights[unit]! : 0;
}

/**
 * Compares two strings by the weights of their simple characters. Where they differ, the next character must be
 * simple too, because a combining mark could change the weight.
 * @returns undefined if a character that is not simple could decide the order
 */
export function compareByWeights(
  tables: WeightTables,
  level: IntlLevel,
  a: string,
  b: string,
): number | undefined {
  const { primary, secondary, tertiary } = tables;
  const shorter = Math.min(a.length, b.length);
  let second = 0;
  let third = 0;
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    const p = x < WEIGHT_TABLE_END ? primary[x]! : 0;
    if (p === 0) return undefined;
    if (x === y) continue;
    const q = y < WEIGHT_TABLE_END ? primary[y]! : 0;
    if (q === 0) return undefined;
    if (p !== q)
      return isPlainOrEnd(primary, a, i + 1) && isPlainOrEnd(primary, b, i + 1) ? p - q : undefined;
    if (second === 0) second = secondary[x]! - secondary[y]!;
    if (third === 0) third = tertiary[x]! - tertiary[y]!;
  }
  if (a.length !== b.length) {
    const longer = a.length > b.length ? a : b;
    if (!isPlainOrEnd(primary, longer, shorter) || !isPlainOrEnd(primary, longer, shorter + 1))
      return undefined;
    return a.length - b.length;
  }
  if (level === "primary") return 0;
  return second !== 0 || level === "secondary" ? second : third;
}

function isPlainOrEnd(weights: Uint16Array, text: string, at: number): boolean {
  return at >= text.length || weightAt(weights, text, at) !== 0;
}

/**
 * Locales whose tailoring in CLDR keeps simple characters in root order. Also matches `fr-CA`, which callers must
 * exclude because it compares accents backwards.
 */
const ROOT_LANGUAGES = /^(?:en|de|fr|it|nl|pt|ga|id|ms|sw|ca|zu|lb)(?:-[A-Z]{2})?$/;

let rootTables: WeightTables | undefined;
const localeTables = /* @__PURE__ */ new LruMap<string, WeightTables>(8);

function build(locale: string, isRoot: boolean): WeightTables {
  const simple = simpleCharacters(locale);
  const primary = rank(locale, "primary", simple);
  const equal = intlOrder(locale, "primary");
  const distinct = intlOrder(locale, "secondary");
  const expansions = new Map<number, readonly [number, number]>();
  const ligatures: string[] = [];
  for (const [ligature, two] of LIGATURES) {
    const unit = ligature.charCodeAt(0);
    const first = weightAt(primary, two, 0);
    const second = weightAt(primary, two, 1);
    if (primary[unit] !== 0 || first === 0 || second === 0) continue;
    if (equal(ligature, two) !== 0 || distinct(ligature, two) === 0) continue;
    expansions.set(unit, [first, second]);
    ligatures.push(ligature);
  }
  // On the first level, a ligature has two weights; on the second and third level it has one.
  const withLigatures = [...simple, ...ligatures].sort(intlOrder(locale, "tertiary"));
  const contracts = isRoot ? undefined : pairContractions(locale);
  return {
    primary,
    secondary: rank(locale, "secondary", withLigatures),
    tertiary: rank(locale, "tertiary", withLigatures),
    contracts,
    expansions,
    foldsAsciiToLowerCase: foldsAscii(primary, contracts),
  };
}

/** Characters that most locales treat as equal to two letters on the first level, but not on the second. */
const LIGATURES: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["Æ", "ae"],
  ["œ", "oe"],
  ["Œ", "oe"],
]);

function simpleCharacters(locale: string): readonly string[] {
  const primary = intlOrder(locale, "primary");
  const units: string[] = [];
  for (const [first, last] of CANDIDATES) {
    for (let unit = first; unit <= last; unit++) {
      const character = String.fromCharCode(unit);
      if (!MIDDLE_DOTS.has(unit) && primary(character, "") !== 0) units.push(character);
    }
  }
  units.sort(intlOrder(locale, "tertiary"));
  const simple: string[] = [];
  for (const unit of units) {
    const previous = simple.at(-1);
    // U+FFFF has the highest weight: `previous` followed by it is above `unit` only if the weights of `previous` are
    // a prefix of those of `unit`.
    const isExpansion =
      previous !== undefined && primary(previous, unit) < 0 && primary(`${previous}\uffff`, unit) > 0;
    if (!isExpansion) simple.push(unit);
  }
  return simple;
}

const CANDIDATES: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1eff],
  [0x2010, 0x2027],
  [0x20ac, 0x20ac],
];

/** U+00B7 and its canonical equivalent U+0387, which form a contraction with `l` in some locales. */
const MIDDLE_DOTS: ReadonlySet<number> = new Set([0xb7, 0x387]);

/**
 * Numbers the weights of characters on a level: 1 for the lowest, the same number for equal characters.
 * @param units the characters in third-level order
 */
function rank(locale: string, level: IntlLevel, units: readonly string[]): Uint16Array {
  const order = intlOrder(locale, level);
  const ranks = new Uint16Array(WEIGHT_TABLE_END);
  let current = 0;
  let previous = "";
  for (const unit of units) {
    if (order(previous, unit) !== 0) current++;
    ranks[unit.charCodeAt(0)] = current;
    previous = unit;
  }
  return ranks;
}

function foldsAscii(primary: Uint16Array, contracts: ContractsPair | undefined): boolean {
  const ascii = Array.from({ length: 0x5f }, (_, i) => String.fromCharCode(0x20 + i));
  const lower = new Map<number, string>();
  for (const character of ascii) {
    const weight = weightAt(primary, character, 0);
    const folded = character.toLowerCase();
    if (weight === 0 || (lower.get(weight) ?? folded) !== folded) return false;
    lower.set(weight, folded);
    if (weightAt(primary, folded, 0) !== weight) return false;
  }
  return (
    contracts === undefined || !ascii.some((left) => ascii.some((right) => contracts(left + right, 0, 1, 2)))
  );
}
