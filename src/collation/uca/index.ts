/**
 * Collation of our own, with sort keys: CLDR's root order and tailorings, the same in every JavaScript engine. Nothing
 * else of the toolkit loads it.
 */
export { type KeyedCollation, COLLATION_VERSION, createCollation } from "./keyed-collation.ts";
export { type CollationOptions } from "./options/collation-options.ts";
export { type PreparedSearch, type MatchRange } from "./element-search.ts";
export { collationTypes, loadCollations, supportedLocales } from "./tables/tailoring.ts";
export { type ExplainedLevel, type OrderExplanation, type LevelName, explainOrder } from "./explain-order.ts";
export {
  type KeyColumn,
  assertSameVersion,
  collationOfColumn,
  CollationVersionError,
  compareKeys,
  describeKeyColumn,
  keyRange,
} from "./key-column.ts";
