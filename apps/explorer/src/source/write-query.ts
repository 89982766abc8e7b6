import type { QueryTexts } from "../contract/protocol.ts";

/** @example writeQuery({ filter: "gt(a,1)" }, { limit: 5 }) // "filter=gt(a%2C1)&limit=5" */
export function writeQuery(
  { filter, sortBy = "" }: Pick<QueryTexts, "filter"> & Partial<Pick<QueryTexts, "sortBy">>,
  options: Readonly<Record<string, string | number | boolean>> = {},
): string {
  const parameters = new URLSearchParams();
  if (filter.trim() !== "") parameters.set("filter", filter);
  if (sortBy.trim() !== "") parameters.set("sortBy", sortBy);
  for (const [name, value] of Object.entries(options)) parameters.set(name, String(value));
  return parameters.toString();
}
