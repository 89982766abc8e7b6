import type { GroupsAnswer } from "../contract/answers.ts";
import type { GroupsRequest } from "../contract/protocol.ts";
import type { Data } from "./data.ts";
import type { ReadQuery } from "./read-query.ts";

/**
 * Groups the rows that the filter keeps.
 * @throws TypeError for members that cannot form groups
 */
export async function groups(
  { collection }: Data,
  { filter, options }: ReadQuery,
  { by, measures, limit }: GroupsRequest,
): Promise<GroupsAnswer> {
  const result = await collection
    .asCollection()
    .aggregate({ filter }, { by: [...by], measures: [...measures], order: "count", limit }, options);
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join(" "));
  return {
    total: result.groupCount,
    groups: result.groups.map(({ key, count, values }) => ({ key, count, values })),
  };
}
