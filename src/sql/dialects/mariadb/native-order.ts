import { createCollation } from "../../../collation/uca/keyed-collation.ts";
import type { Comparison, Strength } from "../../../collation/order/strength.ts";
import type { CollationChoice, Traits } from "../../../functions/definition/port.ts";
import { localeWithRules } from "../../database-functions/locale-rules.ts";

/**
 * Collations that order ASCII strings as tamis does, for locales that sort ASCII as the root collation does. A probe
 * compares the ranks of all strings of one and of two characters. Longer strings need no probe, because ASCII has no
 * contractions.
 */

/**
 * MariaDB collation for each strength. At tertiary strength all ASCII characters differ already, so stronger levels use
 * the same collation.
 */
const COLLATIONS: Readonly<Record<Strength, string>> = {
  primary: "uca1400_nopad_ai_ci",
  secondary: "uca1400_nopad_as_ci",
  tertiary: "uca1400_nopad_as_cs",
  quaternary: "uca1400_nopad_as_cs",
  identical: "uca1400_nopad_as_cs",
};

/**
 * Strengths to probe, each with its collation and the feature that is recorded if the collation orders ASCII like
 * tamis.
 */
export const PROBED_STRENGTHS: readonly (readonly [Strength, collation: string, feature: string])[] = (
  ["primary", "secondary", "tertiary"] as const
).map((strength) => [strength, COLLATIONS[strength], featureOf(strength)]);

/** Returns a MariaDB collation that a probe has verified for this choice; undefined if there is none. */
export function nativeCollation(
  { repertoire }: Traits,
  { comparison, locale }: CollationChoice,
  features: ReadonlySet<string>,
): string | undefined {
  if (repertoire !== "ascii" || !isStrength(comparison)) return undefined;
  if (!features.has(featureOf(comparison)) || !sortsAsciiAsRoot(localeWithRules(locale))) return undefined;
  return COLLATIONS[comparison];
}

function isStrength(comparison: Comparison): comparison is Strength {
  return comparison !== "codePoint";
}

function featureOf(strength: Strength): string {
  return `order ${COLLATIONS[strength]}`;
}

export function probeStrings(): readonly string[] {
  const characters = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i));
  return ["", ...characters, ...characters.flatMap((first) => characters.map((second) => first + second))];
}

/**
 * Returns the rank of each string in the root collation. Equal strings have the same rank. Requires that the data of the
 * root collation is loaded.
 */
export function ranksOf(texts: readonly string[], strength: Strength): readonly number[] {
  const collation = createCollation({ locale: "und", strength });
  const sorted = texts
    .map((text, index) => ({ index, key: collation.equalityKey(text), text }))
    .sort((a, b) => collation.compare(a.text, b.text));
  const ranks = new Array<number>(texts.length);
  let rank = 0;
  let previous: string | undefined;
  for (const { index, key } of sorted) {
    if (key !== previous) rank++;
    ranks[index] = rank;
    previous = key;
  }
  return ranks;
}

/** Cache: whether a locale sorts ASCII strings as the root collation does. */
const rootForAscii = new Map<string, boolean>();
const MAX_CACHED_LOCALES = 200;

function sortsAsciiAsRoot(locale: string): boolean {
  const cached = rootForAscii.get(locale);
  if (cached !== undefined) return cached;
  const root = createCollation({ locale: "und", strength: "identical" });
  const collation = createCollation({ locale, strength: "identical" });
  const isSame = probeStrings().every(
    (text) =>
      collation.equalityKey(text) === root.equalityKey(text) &&
      sameBytes(collation.sortKey(text), root.sortKey(text)),
  );
  if (rootForAscii.size >= MAX_CACHED_LOCALES) rootForAscii.clear();
  rootForAscii.set(locale, isSame);
  return isSame;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
