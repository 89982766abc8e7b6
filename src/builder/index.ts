/** Building expressions in code. Loads no parser, so it is small enough for a browser. */
export { query, QueryBuilder, type FunctionsOf, type QueryJson, type QueryOptions } from "./query.ts";
export type { ExpressionBuilder } from "./expression-builder.ts";
export type { MembersOf, SortKeyOf } from "./member-types.ts";
export type { ConditionNode, TypedNode } from "./typed-node.ts";
export { filter, type FilterText, type Insertable } from "./template.ts";
export { at } from "./call-constructor.ts";
// functions:begin (npm run generate)
export {
  and,
  or,
  not,
  isNull,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  isIn,
  match,
  matchAll,
  matchAny,
  contains,
  startsWith,
  endsWith,
  blank,
  length,
  substr,
  upCase,
  downCase,
} from "./functions.ts";
// functions:end
export { date, dateTime, time } from "./temporal-literals.ts";
export { toExpression, type Buildable } from "./to-literal.ts";
export { boolean, call, name, number, sortBy, sortKey, string } from "../ast/constructors.ts";
export { print } from "../ast/print.ts";
