/**
 * Latin, Greek and Cyrillic letters, digits and punctuation as tables of weights. Calling `Intl` costs some 100 ns, most of it on the way
 * there; most texts are plain, and for plain text a look-up a character gives the same answer.
 *
 * A unit is *plain* in a locale if it has weight at the first level and no other plain unit begins like it there
 * without being as long. So ß (ss), æ, ½ and ignorables are not plain, nor þ in Swedish (th). Texts of plain units are
 * equal place by place, as long as no two neighbors join (`ch` in Czech). All of this is asked of `Intl` itself when a
 * locale is first used, so it holds for the ICU that runs. What is not plain makes the functions that use these tables
 * answer undefined, and then `Intl` is asked.
 */
import { LONG_CONTRACTION_LANGUAGES, pairContractions, type ContractsPair } from "./contractions.ts";
import { intlOrder, type IntlLevel } from "./intl-levels.ts";
import { ROOT_LOCALE } from "../locale/resolve-locale.ts";
import { LruMap } from "../../values/lru-map.ts";

/** A weight for each UTF-16 unit below `PLAIN_END` and each level; 0 if the unit is not plain. */
export interface WeightTables extends Readonly<Record<IntlLevel, Uint16Array>> {
  /** Whether two neighbors may join. */
  readonly contracts: ContractsPair | undefined;
  /** Units that equal two plain ones at the first level, and the weights of these. */
  readonly expansions: ReadonlyMap<number, readonly [number, number]>;
  /** Whether ASCII texts are equal below the third level if they are in lower case, and none of their letters join. */
  readonly foldsAsciiToLowerCase: boolean;
}

export const WEIGHT_TABLE_END = 0x20ad;

/** The tables of a locale that `collationLocale` gave; undefined where neighbors alone do not tell what joins. */
export function weightTables(locale: string): WeightTables | undefined {
  if (hasRootWeights(locale)) return (rootLetters ??= build(ROOT_LOCALE, true));
  if (LONG_CONTRACTION_LANGUAGES.has(new Intl.Locale(locale).language)) return undefined;
  return tables.getOrCreate(locale, () => build(locale, false));
}

/** Whether plain units are in root order and never join. Only then do the tables tell the order of texts. */
export function hasRootWeights(locale: string): boolean {
  return ROOT_LETTERS.test(locale) && locale !== "fr-CA";
}

/** The weight at a place inside the text, 0 if the unit there is not plain. */
export function weightAt(weights: Uint16Array, text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < WEIGHT_TABLE_END ? weights[unit]! : 0;
}

/**
 * Orders two texts as far as plain units of root decide. A difference counts only if the unit after it is plain as
 * well, since a combining mark could change the one before.
 *
 * @returns undefined if plain units do not decide.
 */
export function compareByWeights(
  letters: WeightTables,
  level: IntlLevel,
  a: string,
  b: string,
): number | undefined {
  const { primary, secondary, tertiary } = letters;
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

/** Languages whose CLDR collation leaves all of these units as root has them. `fr-CA` reads accents backwards. */
const ROOT_LETTERS = /^(?:en|de|fr|it|nl|pt|ga|id|ms|sw|ca|zu|lb)(?:-[A-Z]{2})?$/;

let rootLetters: WeightTables | undefined;
const tables = new LruMap<string, WeightTables>(8);

function build(locale: string, isRoot: boolean): WeightTables {
  const plain = plainUnits(locale);
  const primary = rank(locale, "primary", plain);
  const equal = intlOrder(locale, "primary");
  const distinct = intlOrder(locale, "secondary");
  const doubles = new Map<number, readonly [number, number]>();
  const ligatures: string[] = [];
  for (const [ligature, two] of LIGATURES) {
    const unit = ligature.charCodeAt(0);
    const first = weightAt(primary, two, 0);
    const second = weightAt(primary, two, 1);
    if (primary[unit] !== 0 || first === 0 || second === 0) continue;
    if (equal(ligature, two) !== 0 || distinct(ligature, two) === 0) continue;
    doubles.set(unit, [first, second]);
    ligatures.push(ligature);
  }
  // Above the first level these equal nothing but themselves, so for equality they are plain there.
  const withLigatures = [...plain, ...ligatures].sort(intlOrder(locale, "tertiary"));
  const joins = isRoot ? undefined : pairContractions(locale);
  return {
    primary,
    secondary: rank(locale, "secondary", withLigatures),
    tertiary: rank(locale, "tertiary", withLigatures),
    contracts: joins,
    expansions: doubles,
    foldsAsciiToLowerCase: foldsAscii(primary, joins),
  };
}

/** Letters that most locales read as two at the first level, with an accent that tells them apart at the second. */
const LIGATURES: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["Æ", "ae"],
  ["œ", "oe"],
  ["Œ", "oe"],
]);

/** The plain units of a locale, in its order. */
function plainUnits(locale: string): readonly string[] {
  const primary = intlOrder(locale, "primary");
  const units: string[] = [];
  for (const [first, last] of CANDIDATES) {
    for (let unit = first; unit <= last; unit++) {
      const character = String.fromCharCode(unit);
      if (!MIDDLE_DOTS.has(unit) && primary(character, "") !== 0) units.push(character);
    }
  }
  units.sort(intlOrder(locale, "tertiary"));
  const plain: string[] = [];
  for (const unit of units) {
    const previous = plain.at(-1);
    const begins =
      previous !== undefined && primary(previous, unit) < 0 && primary(`${previous}\uffff`, unit) > 0;
    if (!begins) plain.push(unit);
  }
  return plain;
}

const CANDIDATES: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1eff],
  [0x2010, 0x2027],
  [0x20ac, 0x20ac],
];

/** U+00B7 and its equal U+0387 join with an l before them. */
const MIDDLE_DOTS: ReadonlySet<number> = new Set([0xb7, 0x387]);

/** Gives each unit the number of its group. The units are in order at the third level, and so at the others. */
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

function foldsAscii(primary: Uint16Array, joins: ContractsPair | undefined): boolean {
  const ascii = Array.from({ length: 0x5f }, (_, i) => String.fromCharCode(0x20 + i));
  const lower = new Map<number, string>();
  for (const character of ascii) {
    const weight = weightAt(primary, character, 0);
    const folded = character.toLowerCase();
    if (weight === 0 || (lower.get(weight) ?? folded) !== folded) return false;
    lower.set(weight, folded);
    if (weightAt(primary, folded, 0) !== weight) return false;
  }
  return joins === undefined || !ascii.some((left) => ascii.some((right) => joins(left + right, 0, 1, 2)));
}
