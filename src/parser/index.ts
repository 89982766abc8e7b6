/** Parses texts to trees. */
export { parseFilter, parseSortBy, type Mode, type ParseOptions, type ParseResult } from "./parse.ts";
export { createParseCache, type ParseCache, type ParseCacheOptions } from "./cache.ts";
export type {
  Hole,
  PartialCall,
  PartialExpression,
  PartialFilter,
  PartialName,
  PartialSortBy,
  PartialSortKey,
  PartialSortOption,
  PartialString,
} from "./partial-tree.ts";
