/**
 * Latin letters, digits and punctuation in root order, as tables. Calling `Intl` costs some 100 ns, most of it on the
 * way there; most texts are plain, and for plain text one table look-up a character gives the same answer.
 *
 * A unit is *plain* if it has exactly one weight at the first level and stands alone: no expansion (ß, æ, ½), no
 * ignorable, no part of a contraction. So two texts of plain units compare place by place, at every level. (At the
 * levels above the first, ß, æ and œ equal nothing but themselves, and so are plain for equality there.) The weights
 * are asked of `Intl` itself once, so they are those of the ICU that runs. Wherever something else takes part, the
 * functions here answer undefined, and the caller asks `Intl`.
 */
import { levelOrder, type Level } from "./levels.ts";
import { ROOT_LOCALE } from "./locale.ts";

/** The weight of each UTF-16 unit below `PLAIN_END` at each level; 0 if it is not plain. */
export type PlainWeights = Readonly<Record<Level, Uint16Array>>;

export const PLAIN_END = 0x20ad;

/** The weights, if the locale orders plain units as root does. */
export function plainWeights(locale: string): PlainWeights | undefined {
  return ROOT_LETTERS.test(locale) && locale !== "fr-CA" ? (weights ??= buildWeights()) : undefined;
}

/** Whether nothing, or a plain unit, stands at a place. */
export function plainAt(weights: Uint16Array, text: string, at: number): boolean {
  return at >= text.length || weightAt(weights, text, at) !== 0;
}

/** The weight at a place inside the text, 0 if the unit there is not plain. */
export function weightAt(weights: Uint16Array, text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < PLAIN_END ? weights[unit]! : 0;
}

/**
 * Orders two texts as far as plain units decide. A difference counts only if the unit after it is plain as well, since
 * a combining mark could change the one before.
 *
 * @returns undefined if plain units do not decide.
 */
export function comparePlain(weights: PlainWeights, level: Level, a: string, b: string): number | undefined {
  const { primary, secondary, tertiary } = weights;
  const shorter = Math.min(a.length, b.length);
  let second = 0;
  let third = 0;
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    const p = x < PLAIN_END ? primary[x]! : 0;
    if (p === 0) return undefined;
    if (x === y) continue;
    const q = y < PLAIN_END ? primary[y]! : 0;
    if (q === 0) return undefined;
    if (p !== q) return plainAt(primary, a, i + 1) && plainAt(primary, b, i + 1) ? p - q : undefined;
    if (second === 0) second = secondary[x]! - secondary[y]!;
    if (third === 0) third = tertiary[x]! - tertiary[y]!;
  }
  if (a.length !== b.length) {
    const longer = a.length > b.length ? a : b;
    if (!plainAt(primary, longer, shorter) || !plainAt(primary, longer, shorter + 1)) return undefined;
    return a.length - b.length;
  }
  if (level === "primary") return 0;
  return second !== 0 || level === "secondary" ? second : third;
}

/** Letters that equal two plain ones at the first level. */
export const LETTER_PAIRS: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["Æ", "ae"],
  ["œ", "oe"],
  ["Œ", "oe"],
]);

/** Languages whose CLDR collation leaves plain units as root has them. `fr-CA` reads accents backwards. */
const ROOT_LETTERS = /^(?:en|de|fr|it|nl|pt|ga|id|ms|sw|ca|zu|lb|ru)(?:-[A-Z]{2})?$/;

let weights: PlainWeights | undefined;

function buildWeights(): PlainWeights {
  const units: string[] = [];
  for (let unit = 0; unit < PLAIN_END; unit++) {
    if (isPlain(unit)) units.push(String.fromCharCode(unit));
  }
  const order = levelOrder(ROOT_LOCALE, "tertiary");
  units.sort(order);
  const withPairs = [...units, ...LETTER_PAIRS.keys()].sort(order);
  return {
    primary: rank(units, "primary"),
    secondary: rank(withPairs, "secondary"),
    tertiary: rank(withPairs, "tertiary"),
  };
}

/** Gives each unit the number of its group; `sorted` is in order at the third level, and so at the others. */
function rank(sorted: readonly string[], level: Level): Uint16Array {
  const order = levelOrder(ROOT_LOCALE, level);
  const ranks = new Uint16Array(PLAIN_END);
  let current = 0;
  let previous = "";
  for (const unit of sorted) {
    if (order(previous, unit) !== 0) current++;
    ranks[unit.charCodeAt(0)] = current;
    previous = unit;
  }
  return ranks;
}

function isPlain(unit: number): boolean {
  if (unit > 0x24f && unit < 0x2010) return false;
  if (unit > 0x2027 && unit !== 0x20ac) return false;
  return !NOT_PLAIN.test(String.fromCharCode(unit));
}

/** Ignorable controls and the soft hyphen; the dot of l·l; fractions; ligatures and digraphs; dot leaders. */
const NOT_PLAIN =
  /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\xb7\xbc-\xbe\xc6\xdf\xe6\u0132\u0133\u0149\u0152\u0153\u018d\u01be\u01c4-\u01cc\u01e2\u01e3\u01f1-\u01f3\u01fc\u01fd\u0238\u0239\u2025\u2026]/;
