import type { Expression, SortBy } from "../ast/nodes.ts";
import { parseFilter, parseSortBy, type ParseOptions, type ParseResult } from "./parse.ts";
import { ownProperties } from "../values/own-properties.ts";

export interface ParseCacheOptions extends ParseOptions {
  /** Maximum number of cached texts. Default 1,000. */
  readonly entries?: number;
  /** Maximum total length in UTF-16 code units. Default 1,048,576. */
  readonly characters?: number;
}

/** Parser with a cache: servers receive the same few texts again and again. */
export interface ParseCache {
  parseFilter(text: string): ParseResult<Expression>;
  parseSortBy(text: string): ParseResult<SortBy>;
}

/**
 * Creates a bounded cache of parsed texts (least recently used). Results are shared: do not change them.
 *
 * @example const cache = createParseCache({ entries: 200 }); cache.parseFilter("eq(a,1)")
 */
export function createParseCache(options: ParseCacheOptions = {}): ParseCache {
  const filters = remember((text) => parseFilter(text, options), options);
  const sorts = remember((text) => parseSortBy(text, options), options);
  return { parseFilter: filters, parseSortBy: sorts };
}

function remember<T>(parse: (text: string) => T, options: ParseCacheOptions): (text: string) => T {
  const { entries = 1_000, characters = 1_048_576 } = ownProperties(options);
  const cache = new Map<string, T>();
  let size = 0;
  let newest: string | undefined;
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) {
      if (text !== newest) {
        // A Map keeps insertion order, so the last entry is the most recently used.
        cache.delete(text);
        cache.set(text, cached);
        newest = text;
      }
      return cached;
    }
    const result = parse(text);
    if (text.length > characters || entries < 1) return result;
    cache.set(text, result);
    newest = text;
    size += text.length;
    for (const oldest of cache.keys()) {
      if (cache.size <= entries && size <= characters) break;
      cache.delete(oldest);
      size -= oldest.length;
    }
    return result;
  };
}
