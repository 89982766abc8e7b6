import { isDottedName } from "../ast/spelling.ts";
import type { Expression, SortBy } from "../ast/nodes.ts";
import { print } from "../ast/print.ts";
import { isReserved, type BasicFilter, type CollectionQuery } from "./collection-query.ts";
import { encodeName, encodeText } from "./percent-encoding.ts";

/** What a query string is made of. Nothing is needed. */
export interface QueryParts {
  readonly kind?: undefined;
  readonly basics?: readonly BasicFilter[] | undefined;
  /** Parameters that the endpoint declares. */
  readonly parameters?: ReadonlyMap<string, string> | undefined;
  /** What the `filter` parameter says, beside the basic filters. */
  readonly filter?: Expression | undefined;
  readonly sortBy?: SortBy | undefined;
  readonly start?: number | undefined;
  readonly limit?: number | undefined;
}

/**
 * The canonical query string, without a `?`: basic filters and declared parameters in their given order, then `filter`,
 * `sortBy`, `start`, `limit`. What is the default is left out: a filter that is `true`, an order without keys, a start
 * of 0. Decoding it gives the same query again, over all of Unicode.
 *
 * A decoded query is encoded as it was written: its basic filters as such, and its `filter` as what the parameter alone
 * said.
 *
 * @throws RangeError for what no query string can say: half of a surrogate pair, a `|` in the value of a basic filter
 * (it parts values), a basic filter without values, a name that is reserved or no name, a start or limit that is no
 * whole number from 0 on.
 * @example encodeQuery({ filter: eq("name", "a&b"), limit: 20 }) // "filter=eq(name,'a%26b')&limit=20"
 */
export function encodeQuery(query: QueryParts | CollectionQuery): string {
  const start = query.start === 0 ? undefined : query.start;
  return encodeParts({ ...partsOf(query), start });
}

/** The parts of a query as they are written. */
export function partsOf(query: QueryParts | CollectionQuery): QueryParts {
  if (query.kind === undefined) return query;
  const { basics, parameters, written: filter, sortBy, start, limit } = query;
  return { basics, parameters, filter, sortBy, start, limit };
}

/** As `encodeQuery`, with a start of 0 written out. */
export function encodeParts({ basics, parameters, filter, sortBy, start, limit }: QueryParts): string {
  const pairs: string[] = [];
  const add = (name: string, value: string) => pairs.push(`${encodeName(name)}=${encodeText(value)}`);
  for (const basic of basics ?? []) add(checkedName(basic), checkedValues(basic).join("|"));
  for (const [name, value] of parameters ?? []) {
    if (isReserved(name)) throw new RangeError(`${name} is no parameter that an endpoint can declare.`);
    add(name, value);
  }
  if (filter !== undefined && !(filter.kind === "literal" && filter.value === true))
    add("filter", print(filter));
  if (sortBy !== undefined && sortBy.keys.length > 0) add("sortBy", print(sortBy));
  if (start !== undefined) add("start", wholeNumber("start", start));
  if (limit !== undefined) add("limit", wholeNumber("limit", limit));
  return pairs.join("&");
}

function checkedName({ member }: BasicFilter): string {
  if (!isReserved(member) && isDottedName(member)) return member;
  throw new RangeError(`${JSON.stringify(member)} is no member that a basic filter can name.`);
}

function checkedValues({ member, values }: BasicFilter): readonly string[] {
  if (values.length === 0) throw new RangeError(`The basic filter on ${member} has no value.`);
  if (values.some((value) => value.includes("|"))) {
    throw new RangeError(
      `A | parts the values of a basic filter; say what holds one on ${member} as a filter.`,
    );
  }
  return values;
}

function wholeNumber(name: string, value: number): string {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${name} is a whole number from 0 on, not ${value}.`);
  return String(value);
}
