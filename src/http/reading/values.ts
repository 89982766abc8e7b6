import { canLearn, usableMember, usableNames, type Knowledge } from "../../checker/member-gate.ts";
import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Aggregates, Aggregation } from "../../engine/aggregate.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { show } from "../../diagnostics/show.ts";
import { formatJson } from "../../values/json/exact-json.ts";
import { isScalarType } from "../../values/types.ts";
import type { HttpResponse } from "../contract/exchange.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { fail } from "../contract/failure.ts";
import { acceptableType } from "../negotiation/acceptable.ts";
import { makeLink } from "../representation/links.ts";
import { languageHeaders, respond } from "../representation/response-headers.ts";
import { NO_PARAMETERS, readListQuery } from "./read-query.ts";

/** Maximum number of values in a response without `limit`. */
const DEFAULT_VALUES = 100;
const JSON_TYPE = "application/json";

/** Lists the members whose values can be requested, with links. */
export function facetLinks(request: ResourceRequest): HttpResponse {
  const { resource, catalog } = request;
  requireJson(request);
  const links = [...usableNames(catalog)].flatMap((name) => {
    const member = usableMember(catalog, name);
    if (member === undefined || !isScalarType(member.type.type)) return [];
    const path = encodeURIComponent(name);
    return [
      ...(canLearn("values", member, catalog)
        ? [makeLink("GET", "facets", `${resource.path}/@facets/${path}`, { title: name, type: JSON_TYPE })]
        : []),
      ...(canLearn("order", member, catalog)
        ? [makeLink("GET", "range", `${resource.path}/@ranges/${path}`, { title: name, type: JSON_TYPE })]
        : []),
    ];
  });
  return respond(200, { "content-type": JSON_TYPE }, formatJson({ links, version: 1 }));
}

/**
 * Answers with the distinct values of a member, most frequent first, and the number of rows with each. Only rows that
 * match the filter count.
 */
export async function facets(request: ResourceRequest, name: string): Promise<HttpResponse> {
  const member = findMember(request, name);
  requireJson(request);
  requireKnowledge(request, name, member, "values");
  const { query } = readListQuery(request, NO_PARAMETERS);
  const limit = Math.min(query.limit ?? DEFAULT_VALUES, request.catalog.maximumLimit);
  const { groups, groupCount } = await aggregate(request, { by: [name], order: "count", limit });
  const values = groups.map(({ key, count }) => ({ value: key[0], count }));
  return respond(
    200,
    valueHeaders(request),
    formatJson({ name, values, count: groupCount, limit, version: 1 }),
  );
}

/** Answers with the least and the greatest value of a member; null if no matching row has a value. */
export async function range(request: ResourceRequest, name: string): Promise<HttpResponse> {
  const member = findMember(request, name);
  requireJson(request);
  requireKnowledge(request, name, member, "order");
  const measures = [
    { function: "min", member: name },
    { function: "max", member: name },
  ] as const;
  const { groups } = await aggregate(request, { measures });
  const [min = null, max = null] = groups[0]?.values ?? [];
  return respond(200, valueHeaders(request), formatJson({ name, min, max, version: 1 }));
}

/** Equality and order of strings depend on the language. */
function valueHeaders({ locale }: ResourceRequest): Readonly<Record<string, string>> {
  return { "content-type": JSON_TYPE, ...languageHeaders("accept-language", locale) };
}

async function aggregate(request: ResourceRequest, aggregation: Aggregation): Promise<Aggregates> {
  const { resource, locale, signal, timeout, rule } = request;
  const { query } = readListQuery(request, NO_PARAMETERS);
  const result = await resource.collection.aggregate(query, aggregation, { locale, signal, timeout, rule });
  return result.ok ? result : fail(400, "The query is not answered.", { diagnostics: result.diagnostics });
}

/** @throws RequestFailure (406) */
function requireJson({ request, resource }: ResourceRequest): void {
  acceptableType(request.headers, [JSON_TYPE], resource.codes);
}

/** @throws RequestFailure (404) for an unknown member, and for one that requests cannot name, with the same message */
function findMember({ catalog }: ResourceRequest, name: string): ResolvedMember {
  return usableMember(catalog, name) ?? fail(404, `There is no member '${show(name)}' here.`);
}

/** @throws RequestFailure (400) if requests cannot learn the values or the order of a member */
function requireKnowledge(
  { catalog }: ResourceRequest,
  name: string,
  member: ResolvedMember,
  knowledge: Knowledge,
): void {
  if (isScalarType(member.type.type) && canLearn(knowledge, member, catalog)) return;
  const message = `The ${knowledge} of ${show(name)} cannot be requested.`;
  fail(400, message, { diagnostics: [diagnostic("function-not-allowed", NOWHERE, message)] });
}
