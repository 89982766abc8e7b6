/**
 * Orders of `Intl.Collator` at three levels. Case order, punctuation and backward accents follow the locale. Numeric
 * order (`-u-kn`) is ignored.
 */
import { ROOT_LOCALE } from "../locale/resolve-locale.ts";
import { ignoringAfterPunctuation } from "./after-punctuation.ts";
import { LruMap } from "../../values/lru-map.ts";
import { ownProperties } from "../../values/own-properties.ts";

export type IntlLevel = "primary" | "secondary" | "tertiary";

/** Returns a negative number if `a` is before `b`, 0 if they are equal, else a positive number. */
export type Compare = (a: string, b: string) => number;

/** @param locale canonical tag, as `collationLocale` returns it */
export function intlOrder(locale: string, level: IntlLevel): Compare {
  return orders.getOrCreate(`${level} ${locale}`, () => {
    const order = collatorOf(locale, level);
    if (!order.resolvedOptions().ignorePunctuation) return order.compare;
    const consistent = consistentOrders.getOrCreate(locale, () =>
      ignoringAfterPunctuation({
        primary: collatorOf(locale, "primary").compare,
        tertiary: collatorOf(locale, "tertiary").compare,
        rootPrimary: collatorOf(ROOT_LOCALE, "primary").compare,
      }),
    );
    return consistent(order.compare);
  });
}

function collatorOf(locale: string, level: IntlLevel): Intl.Collator {
  const sensitivity = SENSITIVITIES[level];
  const caseFirst = CAPITALS_FIRST.test(locale) ? ({ caseFirst: "upper" } as const) : {};
  return new Intl.Collator(locale, ownProperties({ sensitivity, numeric: false, ...caseFirst }));
}

/**
 * Danish and Maltese, without another case order and without a collation type, which has rules of its own. Bun and Safari do not put
 * their capital letters first by themselves.
 */
const CAPITALS_FIRST = /^(?:da|mt)\b(?!.*-(?:co|kf)\b)/;

const SENSITIVITIES = { primary: "base", secondary: "accent", tertiary: "variant" } as const;

const orders = /* @__PURE__ */ new LruMap<string, Compare>(64);
const consistentOrders = /* @__PURE__ */ new LruMap<string, (of: Compare) => Compare>(4);
