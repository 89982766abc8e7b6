/** Writing expressions in code. Small enough for a browser: no parser is loaded. */
export { filter, type FilterText, type Insertable } from "./template.ts";
export {
  at,
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
  date,
  time,
  dateTime,
} from "./functions.ts";
export { toExpression, type Buildable } from "./to-literal.ts";
export { boolean, call, name, number, sortBy, sortKey, string } from "../ast/constructors.ts";
export { print } from "../ast/print.ts";
