import type { Link } from "tamis/http";

/** Media types of OpenAPI documents. */
export const DOCUMENT_TYPES = ["application/json", "application/vnd.oai.openapi+json"] as const;

/**
 * Returns the path of the OpenAPI document of an API.
 *
 * @example documentPath("/reports/") // "/reports/openapi.json"
 */
export function documentPath(root: string): string {
  return `${root}openapi.json`;
}

export function documentLink(root: string): Link {
  const path = documentPath(root);
  const [, type] = DOCUMENT_TYPES;
  return { method: "GET", rel: "service-desc", href: path, uri: path, title: "OpenAPI", type };
}
