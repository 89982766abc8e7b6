/** Nodes of expressions, and operations that do not depend on their meaning. */
export type {
  Expression,
  Literal,
  BooleanLiteral,
  NumberLiteral,
  StringLiteral,
  TemporalLiteral,
  Name,
  Call,
  SortBy,
  SortKey,
  Node,
} from "./nodes.ts";
export { CHILD_KEYS, childrenOf } from "./nodes.ts";
export { type Folder, fold, rewrite, walk } from "./walk.ts";
export { equalExpressions, equalSortBys } from "./equals.ts";
export { print, quote } from "./print.ts";
export { type FormatOptions, format } from "./format.ts";
export { type FromJsonResult, fromJson } from "./json.ts";
export { type JsonExpression, toJson } from "./to-json.ts";
export { boolean, call, name, number, sortBy, sortKey, string, temporal } from "./constructors.ts";
