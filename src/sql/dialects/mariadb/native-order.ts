import { createCollation } from "../../../collation/uca/keyed-collation.ts";
import type { Comparison, Strength } from "../../../collation/order/strength.ts";
import type { CollationChoice, Traits } from "../../../functions/definition/port.ts";
import { localeWithRules } from "../../database-functions/locale-rules.ts";

/**
 * The orders of MariaDB's own that agree with ours: those of ASCII texts, for languages that leave ASCII letters where
 * root has them. Nothing is taken for granted. When a server is connected to, it ranks all texts of one and of two
 * characters; where no two characters are one unit, longer texts follow from these.
 */

/** MariaDB's collation for each strength. ASCII characters differ at tertiary at the latest, so more is the same. */
const COLLATIONS: Readonly<Record<Strength, string>> = {
  primary: "uca1400_nopad_ai_ci",
  secondary: "uca1400_nopad_as_ci",
  tertiary: "uca1400_nopad_as_cs",
  quaternary: "uca1400_nopad_as_cs",
  identical: "uca1400_nopad_as_cs",
};

/** The strengths whose ranks are asked for, and the feature that stands for an answer like ours. */
export const RANKED: readonly (readonly [Strength, collation: string, feature: string])[] = (
  ["primary", "secondary", "tertiary"] as const
).map((strength) => [strength, COLLATIONS[strength], featureOf(strength)]);

/** The collation that orders a text just so, or undefined where there is none that is proven. */
export function nativeCollation(
  { repertoire }: Traits,
  { comparison, locale }: CollationChoice,
  features: ReadonlySet<string>,
): string | undefined {
  if (repertoire !== "ascii" || !isStrength(comparison)) return undefined;
  if (!features.has(featureOf(comparison)) || !leavesAscii(localeWithRules(locale))) return undefined;
  return COLLATIONS[comparison];
}

function isStrength(comparison: Comparison): comparison is Strength {
  return comparison !== "codePoint";
}

function featureOf(strength: Strength): string {
  return `order ${COLLATIONS[strength]}`;
}

/** All texts of one and of two printable ASCII characters, and the empty one. */
export function probeTexts(): readonly string[] {
  const characters = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i));
  return ["", ...characters, ...characters.flatMap((first) => characters.map((second) => first + second))];
}

/** The rank of each text at a strength of root; texts that tie have one rank. The data of root must be loaded. */
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

/** Languages, by whether they have ASCII texts as root has them. Few are ever asked for. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 200;

function leavesAscii(locale: string): boolean {
  const before = known.get(locale);
  if (before !== undefined) return before;
  const root = createCollation({ locale: "und", strength: "identical" });
  const own = createCollation({ locale, strength: "identical" });
  const isSame = probeTexts().every(
    (text) =>
      own.equalityKey(text) === root.equalityKey(text) && sameBytes(own.sortKey(text), root.sortKey(text)),
  );
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(locale, isSame);
  return isSame;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
