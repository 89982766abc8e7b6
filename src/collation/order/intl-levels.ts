/**
 * The three levels of `Intl.Collator`. The locale decides case order, punctuation and backward accents. Digits always
 * sort as digits, even if the tag asks for numeric order.
 */
import { LruMap } from "../../values/lru-map.ts";

export type IntlLevel = "primary" | "secondary" | "tertiary";

/** Orders two strings: negative, 0 or positive. */
export type Compare = (a: string, b: string) => number;

/** Returns the order of a locale at one level. `locale` must come from `collationLocale`. */
export function intlOrder(locale: string, level: IntlLevel): Compare {
  return orders.getOrCreate(`${level} ${locale}`, () => {
    return new Intl.Collator(locale, { sensitivity: SENSITIVITIES[level], numeric: false }).compare;
  });
}

const SENSITIVITIES = { primary: "base", secondary: "accent", tertiary: "variant" } as const;

const orders = new LruMap<string, Compare>(64);
