import { negotiateLocale } from "../../collation/locale/negotiate-locale.ts";
import { requireArray } from "../../diagnostics/require-argument.ts";
import { formatJson } from "../../values/json/exact-json.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { withoutMembers } from "../contract/closed-members.ts";
import type { ResourceRequest } from "../contract/context.ts";
import type { HttpHandler, HttpRequest, HttpResponse } from "../contract/exchange.ts";
import { fail, type FailureDetails } from "../contract/failure.ts";
import { writes, type Operation } from "../contract/operations.ts";
import { DEFAULT_CODES, type ServiceResource } from "../contract/resource.ts";
import { htmlPages } from "../html/html-pages.ts";
import { acceptableType } from "../negotiation/acceptable.ts";
import { header, joinedHeader } from "../negotiation/headers.ts";
import { failureOf } from "../reading/backend-errors.ts";
import { changes } from "../reading/changes.ts";
import { describeMembers } from "../reading/describe.ts";
import { explainPage } from "../reading/explain.ts";
import { groups } from "../reading/groups.ts";
import { item, requireRow } from "../reading/item.ts";
import { choosePageTypes, list } from "../reading/list.ts";
import { rows } from "../reading/rows.ts";
import { facetLinks, facets, range } from "../reading/values.ts";
import { API_TYPES } from "../representation/api-root.ts";
import { FORM_TYPE } from "../representation/collection-envelope.ts";
import { COLLECTION_JSON } from "../representation/paging-links.ts";
import { errorResponse } from "../representation/error-body.ts";
import { makeLink, type Link } from "../representation/links.ts";
import { byteLength, respond } from "../representation/response-headers.ts";
import { changeItem, deleteItem } from "../writing/change.ts";
import { createItem } from "../writing/create.ts";
import { parseField } from "../negotiation/field-list.ts";
import { ALLOWED } from "../contract/access.ts";
import { allowedOperations } from "../contract/allowed-operations.ts";
import { checkAccess } from "./access-check.ts";
import { ApiDocument, DOCUMENT_PATH, DOCUMENT_TYPE } from "./api-document.ts";
import { NestedResources } from "./nested-resources.ts";
import { OperationTable } from "./operations.ts";
import { readBody, readBytes, type BodyLimits } from "./read-body.ts";
import { failMethod, methodsAt } from "./path-methods.ts";
import { operationOf, Router, type Route } from "./routes.ts";
import { withServerTiming } from "./server-timing.ts";
import { DEFAULT_SERVICE_LIMITS, type ServiceLimits, type ServiceOptions } from "./service-options.ts";
import { failBusy, StreamLimit } from "./stream-limit.ts";

/**
 * Creates a handler for the collections of a service. It implements the conventions of the platform on plain data: adapters
 * connect it with a server.
 *
 * @throws TypeError for invalid options
 * @example
 * const service = createService({ resources: [defineResource({ path: "/places", collection })] });
 * const response = await service({ method: "GET", path: "/places", search: "limit=5", headers: {} });
 */
export function createService(options: ServiceOptions): HttpHandler {
  const ownOptions = ownProperties(options);
  requireArray(ownOptions.resources, "options.resources");
  const service = new Service(ownOptions);
  const handle: HttpHandler = (request) => service.handle(request);
  const pages = ownOptions.html === undefined ? handle : htmlPages(handle, ownOptions.html);
  return ownOptions.serverTiming === true ? withServerTiming(pages) : pages;
}

class Service {
  readonly #options: ServiceOptions;
  readonly #limits: ServiceLimits;
  readonly #bodyLimits: BodyLimits;
  readonly #router: Router;
  readonly #document: ApiDocument;
  readonly #operations: OperationTable;
  readonly #nested: NestedResources;
  readonly #streams: StreamLimit;
  /** Number of requests that are being answered. */
  #running = 0;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_SERVICE_LIMITS, ...options.limits };
    this.#bodyLimits = { bytes: this.#limits.body, timeout: this.#limits.bodyTimeout };
    this.#router = new Router(
      options.resources,
      options.roots ?? ["/"],
      options.openapi === true ? DOCUMENT_PATH : undefined,
    );
    this.#document = new ApiDocument(options);
    this.#operations = new OperationTable(options.operations ?? []);
    this.#nested = new NestedResources(options.nested ?? []);
    this.#streams = new StreamLimit(this.#limits.streams);
  }

  async handle(original: HttpRequest): Promise<HttpResponse> {
    let request = original;
    const method = request.method.toUpperCase();
    this.#running++;
    try {
      if (this.#running > this.#limits.concurrency) failBusy();
      if (request.identity instanceof Promise)
        request = { ...request, identity: (await request.identity) as unknown };
      const response = await this.#answer(request, method);
      return method === "HEAD" ? withoutBody(response) : response;
    } catch (error) {
      return this.#report(error, request, method);
    } finally {
      this.#running--;
    }
  }

  async #answer(request: HttpRequest, method: string): Promise<HttpResponse> {
    const { path, search = "" } = request;
    if (path.length > this.#limits.path || search.length > this.#limits.search)
      fail(414, "The URL is too long.", {
        remediation: "Send the query as a form by POST to the path of the link `query`.",
      });
    const operations = this.#operations.find(path);
    const custom = operations?.choose(request, method);
    if (custom !== undefined)
      return custom.answer({
        request,
        parameters: operations!.parameters,
        readBody: () => readBody(request, this.#bodyLimits),
        readBytes: (limit = this.#limits.body) =>
          readBytes(request, { ...this.#bodyLimits, bytes: Math.min(limit, this.#limits.body) }),
      });
    const route = this.#router.find(path) ?? (await this.#nested.find(request));
    if (route === undefined && operations === undefined) fail(404, "There is nothing at this path.");
    if (method === "OPTIONS") return respond(204, { allow: methodsAt(route, operations).join(", ") });
    if (route === undefined) return failMethod(request, method, undefined, operations);
    const allowed = operationOf(route, method);
    if (route.kind === "root" || route.kind === "document") {
      if (allowed === undefined) failMethod(request, method, route, operations);
      return route.kind === "root" ? this.#root(request, route.path) : this.#document.answer(request);
    }
    // A caller without read access must not learn the methods of a path.
    const operation = allowed ?? (route.kind === "item" ? "read" : "list");
    const { resource } = route;
    // Without an access function, the hot path has nothing to wait for.
    const isOpen = resource.access === undefined;
    const access = isOpen ? ALLOWED : await checkAccess(resource, operation, request);
    const context: ResourceRequest = {
      request,
      resource,
      operation,
      operations: isOpen ? resource.operations : await allowedOperations(resource, request.identity),
      search,
      isForm: false,
      catalog:
        access.closed === undefined ? resource.catalog : withoutMembers(resource.catalog, access.closed),
      rule: access.rule,
      // Without languages, strings compare by the root collation.
      locale:
        resource.locales.length === 0
          ? undefined
          : negotiateLocale(header(request.headers, "accept-language"), resource.locales),
      signal: request.signal,
      timeout: this.#limits.timeout,
    };
    if (allowed !== undefined) {
      const isStream = (operation === "export" || operation === "changes") && method !== "HEAD";
      // Awaited, because an asynchronous function that returns a promise takes two microtasks more.
      if (!isStream) return await this.#dispatchWithCodes(route, context);
      return this.#streams.run(() => this.#dispatchWithCodes(route, context), request.signal);
    }
    if (route.kind === "item") await requireRow(context, route.segment);
    return failMethod(request, method, route, operations);
  }

  #dispatchWithCodes(
    route: Exclude<Route, { kind: "root" | "document" }>,
    request: ResourceRequest,
  ): Promise<HttpResponse> {
    const { failure } = request.resource.codes;
    const response = this.#dispatch(route, request);
    return failure === undefined ? response : response.catch((error: unknown) => failAs(failure, error));
  }

  async #dispatch(
    route: Exclude<Route, { kind: "root" | "document" }>,
    request: ResourceRequest,
  ): Promise<HttpResponse> {
    if (writes(request.operation)) return this.#write(route, request);
    if (route.kind === "item") return item(request, route.segment);
    if (route.kind === "collection") {
      if (request.request.method.toUpperCase() !== "QUERY") return await list(request);
      return list(await this.#formRequest(request));
    }
    switch (route.name) {
      case "@query":
        return list(await this.#formRequest(request));
      case "@facets":
        return route.member === undefined ? facetLinks(request) : facets(request, route.member);
      case "@ranges":
        return range(request, route.member!);
      case "@groups":
        return groups(request);
      case "@rows":
        return rows(request);
      case "@changes":
        return changes(request);
      case "@explain":
        return explainPage(request);
      case "@catalog":
        return describeMembers(request);
    }
  }

  #write(
    route: Exclude<Route, { kind: "root" | "document" }>,
    request: ResourceRequest,
  ): Promise<HttpResponse> {
    const body = () => readBody(request.request, this.#bodyLimits);
    if (route.kind !== "item") return createItem(request, body);
    return request.operation === "delete"
      ? deleteItem(request, route.segment)
      : changeItem(request, route.segment, body);
  }

  /**
   * Returns the request with the query of its body.
   *
   * @throws RequestFailure (415) for a body that is not a form
   */
  async #formRequest(context: ResourceRequest): Promise<ResourceRequest> {
    const { request, search, resource } = context;
    // Before the body: 406 precedes 400.
    choosePageTypes(context);
    const type = header(request.headers, "content-type");
    if (type === undefined) fail(406, "The body has no media type.", { code: resource.codes.missingType });
    if (parseField(type).token !== FORM_TYPE)
      fail(415, `The body of a query is ${FORM_TYPE}.`, { headers: { "accept-query": FORM_TYPE } });
    if (search !== "") fail(400, "A query is either in the URL or in the body, not in both.");
    return { ...context, search: await readBody(request, this.#bodyLimits), isForm: true };
  }

  async #root({ headers, identity }: HttpRequest, path: string): Promise<HttpResponse> {
    const version = this.#options.version ?? 1;
    const type = acceptableType(headers, API_TYPES, DEFAULT_CODES, version);
    const prefix = path.endsWith("/") ? path : `${path}/`;
    const below = this.#options.resources.filter((candidate) => candidate.path.startsWith(prefix));
    const links: Link[] = [];
    for (const resource of below)
      links.push(...rootLinks(resource, await allowedOperations(resource, identity)));
    if (this.#options.openapi === true)
      links.push(makeLink("GET", "service-desc", DOCUMENT_PATH, { title: "OpenAPI", type: DOCUMENT_TYPE }));
    links.push(...(this.#options.rootLinks?.(path) ?? []));
    return respond(200, { "content-type": type, vary: "accept" }, formatJson({ version, links }));
  }

  #report(error: unknown, request: HttpRequest, method: string): HttpResponse {
    const traceId = this.#options.newTraceId?.() ?? crypto.randomUUID();
    const failure = failureOf(error);
    const details =
      failure === undefined || failure.cause !== undefined
        ? this.#internal(failure, error, { request, method, traceId })
        : failure;
    const response = errorResponse(details, {
      path: request.path,
      search: request.search ?? "",
      accept: joinedHeader(request.headers, "accept"),
      traceId,
    });
    return method === "HEAD" ? withoutBody(response) : response;
  }

  #internal(
    failure: FailureDetails | undefined,
    error: unknown,
    context: { readonly request: HttpRequest; readonly method: string; readonly traceId: string },
  ): FailureDetails {
    const { request, method, traceId } = context;
    // The client has disconnected, so the response has no receiver.
    if (request.signal?.aborted === true)
      return { status: 499, message: "The client closed the connection." };
    const { onError = (cause: unknown, report: object) => console.error(report, cause) } = this.#options;
    onError(failure?.cause ?? error, { traceId, method, path: request.path });
    return failure ?? { status: 500, message: "The server failed to answer." };
  }
}

/** @throws RequestFailure always: that of the request, or 500 with the code of a resource for an error of the server */
function failAs(code: number | string | undefined, error: unknown): never {
  if (failureOf(error) !== undefined) throw error;
  return fail(500, "The server failed to answer.", { code, cause: error });
}

function rootLinks(resource: ServiceResource, operations: ReadonlySet<Operation>) {
  const { path, catalog, itemType, title } = resource;
  const json = `${itemType}+json`;
  const has = (operation: Operation) => operations.has(operation);
  return [
    ...(has("list") ? [makeLink("GET", catalog.name, path, { title, type: COLLECTION_JSON, itemType })] : []),
    ...(has("create")
      ? [
          makeLink("POST", "create", path, {
            title: `Create an item of ${title}`,
            type: json,
            responseType: json,
          }),
        ]
      : []),
  ];
}

function withoutBody({ status, headers, body }: HttpResponse): HttpResponse {
  const isComplete = typeof body === "string" || body instanceof Uint8Array;
  return {
    status,
    headers: isComplete ? { ...headers, "content-length": String(byteLength(body)) } : headers,
    body: undefined,
  };
}
