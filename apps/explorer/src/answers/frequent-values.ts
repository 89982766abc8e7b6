import type { CompletionRequest } from "../contract/protocol.ts";
import type { Data } from "./data.ts";

const MAX_VALUES = 50;
/** Number of values in which the prefix is searched, so that completion stays fast for members with many values. */
const SEARCHED_VALUES = 5_000;

/** Returns strings of a member for completion, the most frequent first. */
export function frequentValues(
  { collection }: Data,
  { member, prefix }: CompletionRequest,
): readonly string[] {
  try {
    const { values } = collection.facets(member, {}, { limit: SEARCHED_VALUES });
    const lowerPrefix = prefix.toLowerCase();
    return values
      .flatMap(({ value }) =>
        typeof value === "string" && value.toLowerCase().startsWith(lowerPrefix) ? [value] : [],
      )
      .slice(0, MAX_VALUES);
  } catch {
    // Some members have no values that can be counted, such as maps.
    return [];
  }
}
