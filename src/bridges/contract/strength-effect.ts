/**
 * Returns how the rows differ if a language compares each character, and the condition compares at a weaker strength.
 *
 * Equal characters are equal at each strength. A search is different: at a weaker strength, "a" is no part of "a" with a
 * combining accent, whose characters contain it.
 */
export function strengthEffect(callee: string): "more" | "fewer" | "other" {
  if (callee === "eq" || callee === "in") return "fewer";
  return callee === "ne" ? "more" : "other";
}
