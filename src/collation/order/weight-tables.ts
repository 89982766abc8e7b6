/**
 * Weights of simple characters: a call of `Intl` costs about 100 ns, a lookup much less.
 * A Latin, Greek or Cyrillic letter, digit or punctuation mark is *simple* if it has exactly one primary weight; ß
 * (ss), æ, ½ and ignorable characters are not. Strings of simple characters are equal if their weights are, unless
 * neighbors contract (Czech `ch`).
 * Built from `Intl`, to agree with its ICU version. Functions return undefined if the caller must use `Intl`.
 */
import { LruMap } from "../../values/lru-map.ts";
import { ROOT_LOCALE } from "../locale/resolve-locale.ts";
import { LONG_CONTRACTION_LANGUAGES, pairContractions, type ContractsPair } from "./contractions.ts";
import { intlOrder, type IntlLevel } from "./intl-levels.ts";

/** By UTF-16 unit below `WEIGHT_TABLE_END`; 0 if the character is not simple. */
export interface WeightTables extends Readonly<Record<IntlLevel, Uint16Array>> {
  /** Undefined if no simple characters contract. */
  readonly contracts: ContractsPair | undefined;
  /** Characters with two primary weights (ß, æ, œ). */
  readonly expansions: ReadonlyMap<number, readonly [number, number]>;
  /** ASCII strings are equal at the first two levels exactly if their lower case is. */
  readonly foldsAsciiToLowerCase: boolean;
}

export const WEIGHT_TABLE_END = 0x20ad;

/**
 * Undefined for languages with long contractions.
 * @param locale from `collationLocale`
 */
export function weightTables(locale: string): WeightTables | undefined {
  if (hasRootWeights(locale)) return (rootTables ??= build(ROOT_LOCALE, true));
  if (LONG_CONTRACTION_LANGUAGES.has(new Intl.Locale(locale).language)) return undefined;
  return localeTables.getOrCreate(locale, () => build(locale, false));
}

/**
 * Returns whether simple characters are in root order without contractions. Otherwise the tables only decide
 * equality.
 */
export function hasRootWeights(locale: string): boolean {
  return ROOT_LANGUAGES.test(locale) && locale !== "fr-CA";
}

/** Returns 0 if the character is not simple. */
export function weightAt(weights: Uint16Array, text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < WEIGHT_TABLE_END ? weights[unit]! : 0;
}

/**
 * The next character must be simple too: a combining mark could change the weight.
 * @returns undefined if other characters could decide
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

/** CLDR keeps simple characters of these in root order. `fr-CA` compares accents backwards. */
const ROOT_LANGUAGES = /^(?:en|de|fr|it|nl|pt|ga|id|ms|sw|ca|zu|lb)(?:-[A-Z]{2})?$/;

let rootTables: WeightTables | undefined;
const localeTables = new LruMap<string, WeightTables>(8);

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
  // From the second level on, a ligature has one weight.
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

/** Equal to two letters at the first level in most locales, not at the second. */
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
    // U+FFFF has the highest weight: detects that the weights of `previous` are a prefix.
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

/** U+00B7 and its equivalent U+0387 contract with l. */
const MIDDLE_DOTS: ReadonlySet<number> = new Set([0xb7, 0x387]);

/** @param units in third-level order */
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
