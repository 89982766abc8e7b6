import type { Expression, SortBy } from "../ast/nodes.ts";
import { printNode } from "../ast/print.ts";
import { encodeText } from "../values/urls/percent-encoding.ts";
import { requireCount } from "./require-count.ts";

/** The parts of a query that have reserved parameters. */
export interface ReservedParameters {
  readonly filter: Expression | undefined;
  readonly sortBy: SortBy | undefined;
  readonly start: number | undefined;
  readonly limit: number | undefined;
}

/** Adds the parameters in their canonical order. Leaves out the filter `true` and a sort without keys. */
export function addReserved(
  { filter, sortBy, start, limit }: ReservedParameters,
  print: (node: Expression | SortBy) => string,
  add: (name: string, value: string) => void,
): void {
  if (filter !== undefined && !(filter.kind === "literal" && filter.value === true))
    add("filter", print(filter));
  if (sortBy !== undefined && sortBy.keys.length > 0) add("sortBy", print(sortBy));
  if (start !== undefined) add("start", String(requireCount("start", start)));
  if (limit !== undefined) add("limit", String(requireCount("limit", limit)));
}

/**
 * Like `encodeQuery`, for validated trees and without basic filters, but includes a start of 0. Smaller, because browsers load
 * it.
 */
export function encodeReserved(parameters: ReservedParameters): string {
  const pairs: string[] = [];
  addReserved(parameters, printNode, (name, value) => void pairs.push(`${name}=${encodeText(value)}`));
  return pairs.join("&");
}
