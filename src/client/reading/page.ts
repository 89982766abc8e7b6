import type { Addresses } from "../transport/address.ts";
import { ClientError } from "../transport/client-error.ts";
import { field, textField } from "../transport/http-error.ts";

/** A link of a representation, with an absolute address. */
export interface ClientLink {
  readonly rel: string;
  /** Target as the server wrote it. */
  readonly target: string;
  /** HTTP method. Default `GET`. */
  readonly method: string;
  readonly type: string | undefined;
}

/** A page of a collection. */
export interface ClientPage<T> {
  readonly items: readonly T[];
  readonly name: string | undefined;
  /**
   * Number of matching rows according to the server. Undefined if it is missing or null. Many servers report an estimate, or 0
   * after the last row: do not compute pages from it.
   */
  readonly count: number | undefined;
  readonly start: number | undefined;
  readonly limit: number | undefined;
  readonly links: readonly ClientLink[];
  /** Absolute address of this page. */
  readonly url: string;
  /** Absolute address of the next page; undefined on the last page. */
  readonly next: string | undefined;
  /** Cursor of the next page, if the server offers cursors. */
  readonly cursor: string | undefined;
}

/**
 * Reads a page. Ignores members that servers often report wrongly, such as `last`, and accepts a missing count.
 *
 * @throws ClientError (invalid-response, cross-origin)
 */
export function readPage<T>(body: unknown, url: URL, addresses: Addresses): ClientPage<T> {
  const items = Array.isArray(body) ? body : field(body, "items");
  if (!Array.isArray(items))
    throw new ClientError("invalid-response", `The response of ${url.pathname} has no list of items.`);
  const links = readLinks(body);
  const link = links.find(({ rel }) => rel === "next");
  const next = link === undefined ? undefined : addresses.resolve(requireTarget(link), url);
  return {
    items: items as readonly T[],
    name: textField(body, "name"),
    count: numberField(body, "count"),
    start: numberField(body, "start"),
    limit: numberField(body, "limit"),
    links,
    url: url.href,
    next: next?.href,
    cursor: next?.searchParams.get("cursor") ?? undefined,
  };
}

/** Returns the links of a representation. Skips entries without a relation. */
export function readLinks(body: unknown): readonly ClientLink[] {
  const links = field(body, "links");
  if (!Array.isArray(links)) return [];
  return links.flatMap((link: unknown) => {
    const rel = textField(link, "rel");
    if (rel === undefined) return [];
    return {
      rel,
      target: textField(link, "href") ?? textField(link, "uri") ?? "",
      method: textField(link, "method") ?? "GET",
      type: textField(link, "type"),
    };
  });
}

/** Returns the target of a link. Refuses an empty one, which would be the same page: reading would stop too early, or never. */
export function requireTarget({ rel, target }: ClientLink): string {
  if (target !== "") return target;
  throw new ClientError("invalid-response", `The link ${rel} has no target.`);
}

function numberField(value: unknown, name: string): number | undefined {
  const entry = field(value, name);
  return typeof entry === "number" ? entry : undefined;
}
