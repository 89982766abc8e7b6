import { comparisonsOf } from "../syntax/comparisons.ts";

/** Operators that compare with one value, as functions of tamis. */
export const COMPARISON_OPERATORS = /* @__PURE__ */ comparisonsOf("= != < <= > >=");

/** Operators that search in a string, as functions of tamis. In lower case, as the library compares them. */
export const SEARCH_OPERATORS: ReadonlyMap<string, string> = new Map([
  ["contains", "contains"],
  ["beginswith", "startsWith"],
  ["endswith", "endsWith"],
]);

/** The operator that each negative operator negates. In lower case. */
export const NEGATIVE_OPERATORS: ReadonlyMap<string, string> = new Map([
  ["doesnotcontain", "contains"],
  ["doesnotbeginwith", "beginswith"],
  ["doesnotendwith", "endswith"],
  ["notnull", "null"],
  ["notin", "in"],
  ["notbetween", "between"],
]);

/** The negative operator of each operator that has one, as the library spells it. */
export const NEGATED: ReadonlyMap<string, string> = new Map([
  ["contains", "doesNotContain"],
  ["beginsWith", "doesNotBeginWith"],
  ["endsWith", "doesNotEndWith"],
  ["null", "notNull"],
  ["in", "notIn"],
]);
