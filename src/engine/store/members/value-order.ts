import { getCollator } from "../../../collation/collator.ts";
import type { Comparison } from "../../../collation/order/strength.ts";
import type { Value } from "../../../values/types.ts";
import { countComparison } from "../../../values/work.ts";
import type { RowOrder } from "../tasks/sort-task.ts";

/** @param locale resolved locale: other tags of the same locale would get ranks of their own */
export function ranksKey(comparison: Comparison, locale: string | undefined): string {
  return `${comparison} ${locale ?? ""}`;
}

/** Returns whether a text that ends with a key of `ranksKey` ends with one of this locale. */
export function isRanksKeyOf(key: string, locale: string): boolean {
  return key.endsWith(` ${locale}`);
}

/** Returns an ascending order of values, in which null sorts first. */
export function valueOrder(comparison: Comparison, locale: string | undefined): RowOrder<Value> {
  const { compare } = getCollator(comparison, locale);
  return (a, b) => {
    countComparison(a, b);
    if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
    if (typeof a === "string" && typeof b === "string") return compare(a, b);
    return Number(a) - Number(b);
  };
}
