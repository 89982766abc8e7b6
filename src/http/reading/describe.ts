import { catalogToJsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import { publishedCatalog } from "../contract/published-catalog.ts";
import { formatJson } from "../../values/json/exact-json.ts";
import type { HttpResponse } from "../contract/exchange.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { acceptableType } from "../negotiation/acceptable.ts";
import { respond } from "../representation/response-headers.ts";

/** Answers with the catalog as clients see it, as JSON Schema, without the members that are closed to the caller. */
export function describeMembers({ catalog, resource, request }: ResourceRequest): HttpResponse {
  const type = acceptableType(
    request.headers,
    ["application/schema+json", "application/json"],
    resource.codes,
  );
  return respond(
    200,
    { "content-type": type, vary: "accept" },
    formatJson(catalogToJsonSchema(publishedCatalog(catalog))),
  );
}
