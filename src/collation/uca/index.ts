/** Collation with sort keys, by CLDR's root order and tailorings. Independent of the JavaScript engine's `Intl`. */
export { type KeyedCollation, COLLATION_VERSION, createCollation } from "./keyed-collation.ts";
export { type CollationOptions } from "./options/collation-options.ts";
export { type MatchRange, type PreparedSearch } from "./element-search.ts";
export { collationTypes, loadCollations, supportedLocales } from "./tables/tailoring.ts";
export { type ExplainedLevel, type LevelName, type OrderExplanation, explainOrder } from "./explain-order.ts";
export {
  type KeyColumn,
  assertSameVersion,
  collationOfColumn,
  CollationVersionError,
  compareKeys,
  describeKeyColumn,
  keyRange,
} from "./key-column.ts";
