import type { HttpRequest, HttpResponse } from "../contract/exchange.ts";
import { parseField } from "../negotiation/field-list.ts";
import { header } from "../negotiation/headers.ts";
import type { OperationDescription } from "../openapi/described-operation.ts";
import { PathTemplate } from "./path-template.ts";

/**
 * A request that the application answers itself: one that is not about the rows of a collection, such as the content of a report.
 * It has the limits, the errors and the methods `HEAD` and `OPTIONS` of the service.
 *
 * @example
 * const state: ServiceOperation = {
 *   method: "GET",
 *   path: "/jobs/{jobId}/state",
 *   answer: ({ parameters }) => ({ status: 200, headers: { "content-type": "text/plain" }, body: stateOf(parameters.jobId) }),
 * };
 */
export interface ServiceOperation {
  /** Method in upper case. `GET` answers `HEAD`, too. */
  readonly method: string;
  /** Path with parameters, such as `/jobs/{jobId}/state`. The same path can have several operations. */
  readonly path: string;
  /**
   * Media type of the body without parameters. Requests with another one go to the next operation of the path, or to the
   * collection at the path. Default: any.
   */
  readonly bodyType?: string | undefined;
  /** Whether the operation is for a request, such as one with a certain parameter. Called after the checks above. Default: true. */
  readonly accepts?: ((request: HttpRequest) => boolean) | undefined;
  /** Description for the OpenAPI document. Default: the operation is not in the document. */
  readonly description?: OperationDescription | undefined;
  /**
   * Returns the response. `failRequest` ends the request with an error response.
   */
  readonly answer: (request: OperationRequest) => Promise<HttpResponse> | HttpResponse;
}

export interface OperationRequest {
  readonly request: HttpRequest;
  /** Decoded parameters of the path, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Reads the body as UTF-8, up to the limit of the service. */
  readonly readBody: () => Promise<string>;
  /**
   * Reads the body as bytes, up to the limit of the service.
   *
   * @param limit smaller maximum number of bytes
   */
  readonly readBytes: (limit?: number) => Promise<Uint8Array>;
}

/** The operations of a path. */
export interface PathOperations {
  readonly parameters: Readonly<Record<string, string>>;
  readonly methods: readonly string[];
  /** Returns the media types of request bodies that decide which of several operations of a method is chosen. */
  readonly bodyTypes: (method: string) => readonly string[];
  /** Returns the operation for a request; undefined if there is none. */
  readonly choose: (request: HttpRequest, method: string) => ServiceOperation | undefined;
}

/** The operations of a template, and what does not depend on the parameters of a path. */
interface TemplateOperations extends Omit<PathOperations, "parameters"> {
  readonly template: PathTemplate;
}

/** Parameters of paths that have none. */
const NO_PARAMETERS = Object.freeze(Object.create(null) as Readonly<Record<string, string>>);

/** Finds operations by path. Paths without parameters come first. */
export class OperationTable {
  /** Paths without parameters. */
  readonly #fixed = new Map<string, PathOperations>();
  readonly #byLength = new Map<number, TemplateOperations[]>();

  /** @throws TypeError for an invalid path */
  constructor(operations: readonly ServiceOperation[]) {
    const byPath = Map.groupBy(operations, ({ path }) => path);
    const entries = [...byPath].map(([path, pathOperations]) => ({
      template: new PathTemplate(path),
      ...partsOf(pathOperations),
    }));
    for (const entry of entries.sort((a, b) => a.template.parameters - b.template.parameters)) {
      const { length, parameters, text } = entry.template;
      if (parameters === 0) this.#fixed.set(text, { ...entry, parameters: NO_PARAMETERS });
      else this.#byLength.set(length, [...(this.#byLength.get(length) ?? []), entry]);
    }
  }

  /** @param path raw path, percent-encoded */
  find(path: string): PathOperations | undefined {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined || this.#byLength.size === 0) return fixed;
    const segments = path.split("/");
    for (const { template, methods, bodyTypes, choose } of this.#byLength.get(segments.length) ?? []) {
      const parameters = template.match(segments);
      if (parameters !== undefined) return { parameters, methods, bodyTypes, choose };
    }
    return undefined;
  }
}

function partsOf(operations: readonly ServiceOperation[]): Omit<PathOperations, "parameters"> {
  return {
    methods: methodsOf(operations),
    bodyTypes: (method) =>
      operations.flatMap((operation) => (operation.method === method ? (operation.bodyType ?? []) : [])),
    choose: (request, method) => operations.find((operation) => isFor(operation, request, method)),
  };
}

function methodsOf(operations: readonly ServiceOperation[]): readonly string[] {
  return [...new Set(operations.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])))];
}

function isFor(operation: ServiceOperation, request: HttpRequest, requested: string): boolean {
  const { method, bodyType, accepts } = operation;
  if (method !== requested && !(method === "GET" && requested === "HEAD")) return false;
  if (bodyType !== undefined) {
    const type = header(request.headers, "content-type");
    if (type === undefined || parseField(type).token !== bodyType) return false;
  }
  return accepts === undefined || accepts(request);
}
