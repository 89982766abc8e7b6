import { formatJson } from "../../values/json/exact-json.ts";
import type { HttpResponse } from "../contract/exchange.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { acceptableType } from "../negotiation/acceptable.ts";
import { respond } from "../representation/response-headers.ts";
import { NO_PARAMETERS, readListQuery } from "./read-query.ts";

const JSON_TYPE = "application/json";

/** Answers with the plan of a page: its SQL statements, or how its rows are found in memory. Rules stay hidden. */
export async function explainPage(request: ResourceRequest): Promise<HttpResponse> {
  const { resource, locale, signal, timeout, rule } = request;
  acceptableType(request.request.headers, [JSON_TYPE], resource.codes);
  const { query } = readListQuery(request, NO_PARAMETERS);
  const plan = await resource.collection.explain(query, { locale, signal, timeout, rule, values: true });
  return respond(
    200,
    { "content-type": JSON_TYPE, "cache-control": "no-store", vary: "accept-language" },
    formatJson(plan),
  );
}
