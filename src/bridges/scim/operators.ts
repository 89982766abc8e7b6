import type { Comparison } from "../../collation/order/strength.ts";
import { comparisonsOf } from "../syntax/comparisons.ts";

/** Operators of SCIM with a value, and the functions of tamis. */
export const COMPARISONS_OF_SCIM: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ...comparisonsOf("eq ne lt le gt ge"),
  ["co", "contains"],
  ["sw", "startsWith"],
  ["ew", "endsWith"],
]);

/** Returns whether the attribute of a member has `caseExact: true`, because its strength in the catalog distinguishes all characters. */
export function isCaseExact(strength: Comparison | undefined): boolean {
  return strength === "identical" || strength === "codePoint";
}
