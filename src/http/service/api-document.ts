import { formatJson } from "../../values/json/exact-json.ts";
import { LruMap } from "../../values/lru-map.ts";
import { withoutMembers } from "../contract/closed-members.ts";
import type { HttpRequest, HttpResponse } from "../contract/exchange.ts";
import { ALLOWED } from "../contract/access.ts";
import type { Operation } from "../contract/operations.ts";
import { DEFAULT_CODES, type ServiceResource } from "../contract/resource.ts";
import { acceptableType } from "../negotiation/acceptable.ts";
import { documentOf, nestedResources } from "../openapi/document.ts";
import type { ResourceView } from "../openapi/operation-writer.ts";
import { respond } from "../representation/response-headers.ts";
import type { ServiceOptions } from "./service-options.ts";

/** Path of the OpenAPI document. */
export const DOCUMENT_PATH = "/openapi.json";
export const DOCUMENT_TYPE = "application/vnd.oai.openapi+json";

/** Maximum number of cached documents: callers with the same permissions share one. */
const CACHED_DOCUMENTS = 16;

/** The OpenAPI document of a service, for each caller without the operations and members that are closed to the caller. */
export class ApiDocument {
  readonly #options: ServiceOptions;
  readonly #texts = new LruMap<string, string>(CACHED_DOCUMENTS);

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  async answer(request: HttpRequest): Promise<HttpResponse> {
    const type = acceptableType(request.headers, ["application/json", DOCUMENT_TYPE], DEFAULT_CODES);
    const { resources, nested = [] } = this.#options;
    const views = await Promise.all(
      [...resources, ...nestedResources(nested)].map((resource) => viewOf(resource, request.identity)),
    );
    const key = views.map(({ operations, closed }) => [...operations, "", ...closed].join("\n")).join("\n\n");
    const text = this.#texts.getOrCreate(key, () => this.#write(views));
    return respond(200, { "content-type": type, vary: "accept" }, text);
  }

  #write(views: readonly CallerView[]): string {
    const { title, version, roots, operations } = this.#options;
    return formatJson(
      documentOf(
        views.filter(({ operations }) => operations.size > 0),
        { title, version, roots, operations },
      ),
    );
  }
}

interface CallerView extends ResourceView {
  readonly closed: readonly string[];
}

/** A member that is closed for one operation is left out of all, because operations share the schema of a row. */
async function viewOf(resource: ServiceResource, identity: unknown): Promise<CallerView> {
  const { access, path, catalog } = resource;
  const operations = new Set<Operation>();
  const closed = new Set<string>();
  for (const operation of resource.operations) {
    const decision = access === undefined ? ALLOWED : await access({ identity, operation, path });
    if (decision.kind !== "allowed") continue;
    operations.add(operation);
    for (const name of decision.closed ?? []) closed.add(name);
  }
  const names = [...closed].sort();
  return { resource, operations, closed: names, catalog: withoutMembers(catalog, names) };
}
