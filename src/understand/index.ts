/** Explains, simplifies and compares filters: what an expression means, not only what it is. */
export { describe, type DescribeOptions } from "./describe/describe.ts";
export { ENGLISH } from "./describe/english.ts";
export { GERMAN } from "./describe/german.ts";
export type {
  ComparisonMessages,
  DescriptionMessages,
  FunctionMessages,
  JoinMessages,
  MessageTemplate,
  SortMessages,
} from "./describe/messages.ts";
export {
  alwaysMatches,
  equivalent,
  implies,
  neverMatches,
  type DecideOptions,
  type Decision,
} from "./decide/decide.ts";
export { reviewFilter } from "./review.ts";
export { simplify, type SimplifyOptions } from "./simplify/simplify.ts";
