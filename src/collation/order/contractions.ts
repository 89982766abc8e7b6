/**
 * Which neighbors collation takes together: contractions such as Czech `ch`, and kana with a length mark. An inserted
 * U+034F, which has no weight, stops them, so it shows them.
 */
import { intlOrder } from "./intl-levels.ts";
import { LruMap } from "../../values/lru-map.ts";

/** Whether the graphemes before and after `at`, which end at `from` and `to`, join when they stand alone. */
export type ContractsPair = (text: string, from: number, at: number, to: number) => boolean;

/** Languages with contractions of more than two graphemes that no pair of neighbors in them gives away (CLDR 48). */
export const LONG_CONTRACTION_LANGUAGES: ReadonlySet<string> = new Set(["bo", "br", "dz", "hu", "my"]);

/** Whether a joiner between two texts changes what they are. The locale is one that `collationLocale` gave. */
export function contractionTest(locale: string): (left: string, right: string) => boolean {
  const order = intlOrder(locale, "tertiary");
  return (left, right) => order(left + GRAPHEME_JOINER + right, left + right) !== 0;
}

const GRAPHEME_JOINER = "\u034f";

/** The pairs of a locale. Those of single units are asked of `Intl` once. */
export function pairContractions(locale: string): ContractsPair {
  return known.getOrCreate(locale, () => makePairs(contractionTest(locale)));
}

const known = new LruMap<string, ContractsPair>(16);

function makePairs(joins: (left: string, right: string) => boolean): ContractsPair {
  const latin = new Int8Array(LATIN * LATIN);
  const others = new Map<number, boolean>();
  return (text, from, at, to) => {
    if (at - from > 1 || to - at > 1) return joins(text.slice(from, at), text.slice(at, to));
    const left = text.charCodeAt(from);
    const right = text.charCodeAt(at);
    if (left < LATIN && right < LATIN) {
      const key = left * LATIN + right;
      if (latin[key] === UNKNOWN) latin[key] = joins(text.slice(from, at), text.slice(at, to)) ? JOIN : APART;
      return latin[key] === JOIN;
    }
    const key = (left << 16) | right;
    let joined = others.get(key);
    if (joined === undefined) {
      if (others.size >= MOST_PAIRS) others.clear();
      joined = joins(text.slice(from, at), text.slice(at, to));
      others.set(key, joined);
    }
    return joined;
  };
}

const LATIN = 0x180;
const UNKNOWN = 0;
const APART = 1;
const JOIN = 2;
const MOST_PAIRS = 20_000;
