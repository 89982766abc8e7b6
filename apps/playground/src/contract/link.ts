/** What a link contains: expressions and the data of an example. Rows and names of the user's files are never part of it. */
export interface LinkState {
  /** Name of an example set. */
  readonly data?: string | undefined;
  /** Rows of an example in the documentation, as a JSON list. */
  readonly rows?: string | undefined;
  readonly filter: string;
  readonly sortBy: string;
}

/** @example toHash({ data: "places", filter: "gt(pop_max,1)", sortBy: "" }) // "#data=places&filter=gt(pop_max%2C1)" */
export function toHash({ data, rows, filter, sortBy }: LinkState): string {
  const parameters = new URLSearchParams();
  if (data !== undefined) parameters.set("data", data);
  if (rows !== undefined) parameters.set("rows", rows);
  if (filter !== "") parameters.set("filter", filter);
  if (sortBy !== "") parameters.set("sortBy", sortBy);
  return `#${parameters.toString()}`;
}

/** Returns undefined for a fragment without state. */
export function fromHash(hash: string): LinkState | undefined {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  if (!["data", "rows", "filter", "sortBy"].some((name) => parameters.has(name))) return undefined;
  return {
    data: parameters.get("data") ?? undefined,
    rows: parameters.get("rows") ?? undefined,
    filter: parameters.get("filter") ?? "",
    sortBy: parameters.get("sortBy") ?? "",
  };
}
