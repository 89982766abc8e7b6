/**
 * The three levels that `Intl.Collator` has. Everything that is left to the locale (case order, punctuation, backward
 * accents) is left to it; digits always sort as digits, whatever the tag says.
 */
import { LruMap } from "../../values/lru-map.ts";

export type IntlLevel = "primary" | "secondary" | "tertiary";

/** Orders two texts: negative, 0 or positive. */
export type Compare = (a: string, b: string) => number;

/** The order of a locale at one of the three levels. The locale is one that `collationLocale` gave. */
export function intlOrder(locale: string, level: IntlLevel): Compare {
  return orders.getOrCreate(`${level} ${locale}`, () => {
    return new Intl.Collator(locale, { sensitivity: SENSITIVITIES[level], numeric: false }).compare;
  });
}

const SENSITIVITIES = { primary: "base", secondary: "accent", tertiary: "variant" } as const;

const orders = new LruMap<string, Compare>(64);
