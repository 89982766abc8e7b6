/**
 * Returns how the rows differ if a language compares each character, and the condition compares at a weaker strength.
 *
 * Equal characters are equal at each strength. A search can differ both ways: at tertiary strength, "á", written as "a" and a
 * combining accent, does not contain "a". A comparison of characters finds it.
 */
export function strengthEffect(callee: string): "more" | "fewer" | "other" {
  if (callee === "eq" || callee === "in") return "fewer";
  return callee === "ne" ? "more" : "other";
}
