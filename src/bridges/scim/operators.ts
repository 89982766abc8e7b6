import type { Comparison } from "../../collation/order/strength.ts";

/** Operators of SCIM with a value, and the functions of tamis. */
export const COMPARISONS_OF_SCIM: ReadonlyMap<string, string> = new Map([
  ["eq", "eq"],
  ["ne", "ne"],
  ["co", "contains"],
  ["sw", "startsWith"],
  ["ew", "endsWith"],
  ["gt", "gt"],
  ["ge", "ge"],
  ["lt", "lt"],
  ["le", "le"],
]);

/** Returns whether the attribute of a member has `caseExact: true`, because its strength in the catalog distinguishes all characters. */
export function isCaseExact(strength: Comparison | undefined): boolean {
  return strength === "identical" || strength === "codePoint";
}
