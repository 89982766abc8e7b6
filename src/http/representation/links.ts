import type { Link } from "../contract/link.ts";

export type { Link };

/** Creates a link whose `href` is its `uri`. */
export function makeLink(
  method: string,
  rel: string,
  uri: string,
  details: Omit<Link, "method" | "rel" | "uri" | "href"> = {},
): Link {
  return { method, rel, href: uri, uri, ...details };
}
