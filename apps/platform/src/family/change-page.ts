import type { HttpResponse, Link } from "tamis/http";
import type { Row } from "../storage/storage.ts";

/** Members of a page that a family changes. */
export interface PageParts {
  readonly links: readonly Link[];
  readonly items: readonly Row[];
}

/** Changes the links or items of a page. Pages in CSV and other responses stay as they are. */
export function changePage(
  response: HttpResponse,
  change: (page: PageParts) => Partial<PageParts>,
): HttpResponse {
  const { status, headers, body } = response;
  if (status !== 200 || headers["content-type"]?.startsWith("text/") === true) return response;
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : (body as string);
  const page = JSON.parse(text) as PageParts;
  return { ...response, body: JSON.stringify({ ...page, ...change(page) }) };
}
