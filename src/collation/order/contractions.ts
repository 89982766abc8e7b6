/**
 * Contractions: neighboring graphemes that collate as one, such as Czech `ch`. `Intl` does not list contractions.
 * They are detected by inserting U+034F, which separates the graphemes: a contraction then gets another order.
 */
import { LruMap } from "../../values/lru-map.ts";
import { intlOrder } from "./intl-levels.ts";
import { GRAPHEME_JOINER } from "./stream-safe.ts";

/** Returns whether the graphemes `[from, at)` and `[at, to)` of `text` form a contraction. */
export type ContractsPair = (text: string, from: number, at: number, to: number) => boolean;

/** Languages with contractions of three or more graphemes of which no two neighbors contract (CLDR 48). */
export const LONG_CONTRACTION_LANGUAGES: ReadonlySet<string> = new Set(["bo", "br", "dz", "hu", "my"]);

/**
 * Returns a test whether a contraction crosses the border between two adjacent strings.
 * @param locale canonical tag, as `collationLocale` returns it
 */
export function contractionTest(locale: string): (left: string, right: string) => boolean {
  const order = intlOrder(locale, "tertiary");
  return (left, right) => order(left + GRAPHEME_JOINER + right, left + right) !== 0;
}

export function pairContractions(locale: string): ContractsPair {
  return cache.getOrCreate(locale, () => makePairs(contractionTest(locale)));
}

const cache = /* @__PURE__ */ new LruMap<string, ContractsPair>(16);

function makePairs(contracts: (left: string, right: string) => boolean): ContractsPair {
  const latin = new Int8Array(LATIN_END * LATIN_END);
  const otherPairs = new Map<number, boolean>();
  return (text, from, at, to) => {
    if (at - from > 1 || to - at > 1) return contracts(text.slice(from, at), text.slice(at, to));
    const left = text.charCodeAt(from);
    const right = text.charCodeAt(at);
    if (left < LATIN_END && right < LATIN_END) {
      const key = left * LATIN_END + right;
      if (latin[key] === NOT_TESTED)
        latin[key] = contracts(text.slice(from, at), text.slice(at, to)) ? CONTRACTS : APART;
      return latin[key] === CONTRACTS;
    }
    const key = (left << 16) | right;
    let doesContract = otherPairs.get(key);
    if (doesContract === undefined) {
      if (otherPairs.size >= MAX_CACHED_PAIRS) otherPairs.clear();
      doesContract = contracts(text.slice(from, at), text.slice(at, to));
      otherPairs.set(key, doesContract);
    }
    return doesContract;
  };
}

/** Results for two UTF-16 units below this are cached in a table of 147 kB, others in a map. */
const LATIN_END = 0x180;
const NOT_TESTED = 0;
const APART = 1;
const CONTRACTS = 2;
const MAX_CACHED_PAIRS = 20_000;
