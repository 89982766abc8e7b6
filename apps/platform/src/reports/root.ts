import { jsonResponse } from "../family/json-response.ts";
import { COLLECTION_TYPE, type HttpRequest, type HttpResponse } from "tamis/http";
import { isCaller } from "../access/caller.ts";
import type { FamilyOperation } from "../access/guard.ts";
import { usableLinks } from "../access/usable-links.ts";
import { documentLink } from "../api/document-link.ts";
import { API_TYPES, acceptedType } from "../family/media-types.ts";
import { REPORT_CODES } from "./contract/error-codes.ts";
import { REPORTS } from "./contract/report-store.ts";
import { VERSION } from "../storage/stamps.ts";

const ROOT = "/reports/";

const REPORT = "application/vnd.vendor.report";
const CONTENT = "application/vnd.vendor.report.content";

const LINKS = [
  { method: "GET", rel: "reports", path: REPORTS, type: COLLECTION_TYPE, itemType: REPORT },
  {
    method: "POST",
    rel: "createReport",
    path: REPORTS,
    type: `${REPORT}+json`,
    responseType: `${REPORT}+json`,
  },
  {
    method: "POST",
    rel: "validateName",
    path: "/reports/validations/name",
    responseType: "application/vnd.vendor.validation+json",
  },
  {
    method: "POST",
    rel: "validateContent",
    path: "/reports/content/validation",
    type: `${CONTENT}+json`,
    responseType: `${CONTENT}.validation+json`,
  },
] as const;

/** Answers `GET /reports/`: links to the collection and to the operations that belong to no report. */
export async function root(
  request: HttpRequest,
  operations: readonly FamilyOperation[],
): Promise<HttpResponse> {
  const type = acceptedType(request, API_TYPES, REPORT_CODES);
  // Callers without a token learn that the service runs, and nothing else.
  const links = isCaller(request.identity)
    ? await usableLinks(
        request.identity,
        LINKS.map(({ path, ...link }) => ({ ...link, href: path, uri: path })),
        operations,
      )
    : [];
  return jsonResponse(type, { version: VERSION, links: [...links, documentLink(ROOT)] });
}
