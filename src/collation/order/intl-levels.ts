/** The locale decides case order, punctuation and backward accents. Numeric order is ignored. */
import { LruMap } from "../../values/lru-map.ts";

export type IntlLevel = "primary" | "secondary" | "tertiary";

/** Returns a negative number, 0 or a positive number. */
export type Compare = (a: string, b: string) => number;

/** @param locale from `collationLocale` */
export function intlOrder(locale: string, level: IntlLevel): Compare {
  return orders.getOrCreate(`${level} ${locale}`, () => {
    return new Intl.Collator(locale, { sensitivity: SENSITIVITIES[level], numeric: false }).compare;
  });
}

const SENSITIVITIES = { primary: "base", secondary: "accent", tertiary: "variant" } as const;

const orders = new LruMap<string, Compare>(64);
