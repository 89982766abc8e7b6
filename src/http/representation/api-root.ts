import type { Link } from "./links.ts";

export const API_TYPE = "application/vnd.vendor.api+json";

/** Representation of an API root: links to its collections. */
export function apiRoot(links: readonly Link[], version: number): object {
  return { version, links };
}
