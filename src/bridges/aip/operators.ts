import { comparisonsOf } from "../syntax/comparisons.ts";

/** The function of each comparator. */
export const COMPARISONS_OF_AIP: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  [":", "eq"],
  ...comparisonsOf("= != < <= > >="),
]);
