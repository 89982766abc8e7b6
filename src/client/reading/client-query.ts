import { wrongArgument } from "../../diagnostics/require-argument.ts";
import { isNode } from "../../ast/brand.ts";
import type { Expression, SortBy } from "../../ast/nodes.ts";
import { print } from "../../ast/print.ts";
import { encodeName, encodeText } from "../../values/urls/percent-encoding.ts";
import { hasMember, ownProperties } from "../../values/own-properties.ts";

/** The parts of a query. Filters and sort keys are texts or trees. */
export interface QueryFields {
  readonly filter?: string | Expression | undefined;
  readonly sortBy?: string | SortBy | undefined;
  readonly start?: number | undefined;
  readonly limit?: number | undefined;
  /** Cursor of `ClientPage.cursor`, if the server offers cursors. */
  readonly cursor?: string | undefined;
  /** Further parameters: basic filters, or parameters of the endpoint. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** An object that writes a query string, such as a query of the builder or `URLSearchParams`. */
export interface QueryWriter {
  readonly toSearchParams: () => { toString: () => string };
  readonly toString: () => string;
}

/**
 * A query: its parts, an object that writes it, or a percent-encoded query string. Also the absolute address of a page, such as
 * `ClientPage.next`.
 */
export type ClientQuery = string | QueryWriter | URLSearchParams | QueryFields;

/** A query, or a function that builds it from the empty query `Q` of a collection whose members are known. */
export type ListQuery<Q> = [Q] extends [never] ? ClientQuery : ClientQuery | ((query: Q) => QueryWriter);

/**
 * Returns the percent-encoded query string, without `?`.
 *
 * @throws TypeError for a filter or a sort that is neither text nor a tree
 * @example queryString({ filter: "eq(name,'a&b')", limit: 5 }) // "filter=eq(name,'a%26b')&limit=5"
 */
export function queryString(query: ClientQuery = ""): string {
  if (typeof query === "string") return query.replace(/^\?/, "");
  if (query instanceof URLSearchParams) return query.toString();
  // The text of a query of the builder is more readable than its parameters, where a space is `+`.
  if (isWriter(query)) return hasText(query) ? query.toString() : query.toSearchParams().toString();
  const { parameters, filter, sortBy, start, limit, cursor } = ownProperties(query);
  const pairs = Object.entries(parameters ?? {});
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) pairs.push([name, value]);
  };
  add("filter", textOf("filter", filter));
  add("sortBy", textOf("sortBy", sortBy));
  add("cursor", cursor);
  add("start", countOf("start", start));
  add("limit", countOf("limit", limit));
  return pairs.map(([name, value]) => `${encodeName(name)}=${encodeText(value)}`).join("&");
}

function isWriter(query: object): query is QueryWriter {
  return hasMember(query, "toSearchParams");
}

function hasText(query: object): boolean {
  return hasMember(query, "toString");
}

function textOf(name: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  if (isNode(value)) return print(value as Expression);
  throw wrongArgument(name, "a string or a tree of tamis", value);
}

function countOf(name: string, value: number | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (Number.isSafeInteger(value) && value >= 0) return String(value);
  throw wrongArgument(name, "an integer >= 0", value);
}
