import type { MemberValues } from "../contract/answers.ts";
import type { ValuesRequest } from "../contract/protocol.ts";
import { binsOf, isBinned } from "../values/bins.ts";
import type { Data } from "./data.ts";
import type { ReadQuery } from "./read-query.ts";

/**
 * Counts the values of a member in the rows that the filter keeps.
 * @throws TypeError for a member whose values cannot be counted
 */
export function memberValues(
  { collection }: Data,
  { filter, options }: ReadQuery,
  { member, type, limit }: ValuesRequest,
): MemberValues {
  const { values, distinct, nulls } = collection.facets(
    member,
    { filter },
    { limit: isBinned(type) ? Number.MAX_SAFE_INTEGER : limit, ...options },
  );
  return {
    rows: collection.count({ filter }, options),
    distinct,
    nulls,
    facets: values.slice(0, limit).map(({ value, count }) => ({ value, count })),
    bins: isBinned(type) ? binsOf(values, type) : [],
  };
}
