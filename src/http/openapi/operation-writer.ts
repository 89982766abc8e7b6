import type { JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Operation } from "../contract/operations.ts";
import type { ServiceResource } from "../contract/resource.ts";
import {
  headerParameters,
  queryParameters,
  type FurtherParameter,
  type ParameterObject,
  type RequestHeader,
} from "./parameters.ts";
import { errorResponses, generalCodes } from "./error-codes.ts";
import { type ErrorStatus, type HeaderName, responseWith, mediaTypes } from "./responses.ts";

/** A resource as one caller sees it. */
export interface ResourceView {
  readonly resource: ServiceResource;
  /** Catalog without the members that are closed to the caller. */
  readonly catalog: Catalog;
  readonly operations: ReadonlySet<Operation>;
}

export type PathItem = Readonly<Record<string, unknown>>;

/** Settings of a document that its operations share. */
export interface DocumentContext {
  /** Names of security schemes. A caller needs one of them. */
  readonly schemes: readonly string[];
  /** Meanings of error codes, one sentence each. */
  readonly meanings: Readonly<Record<string, string>>;
  /** Name of the parameter with the key of an item, by the path of its collection. Default: that of the key. */
  readonly itemNames: ReadonlyMap<string, string>;
}

export function securityOf(schemes: readonly string[]): readonly object[] {
  return schemes.map((name) => ({ [name]: [] }));
}

interface OperationParts {
  readonly id: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly parameters?: readonly ParameterObject[];
  readonly body?: Readonly<Record<string, JsonSchema>>;
  readonly status?: "200" | "201" | "204";
  readonly response: string;
  readonly content?: Readonly<Record<string, JsonSchema>>;
  readonly headers?: readonly HeaderName[];
  readonly notModified?: boolean;
  /** Description of the response without content, for clients that want no representation. */
  readonly minimal?: string;
  /** Errors in addition to those of all operations. */
  readonly errors?: readonly ErrorStatus[];
}

/** Errors of all operations. */
export const COMMON_ERRORS: readonly ErrorStatus[] = ["400", "414", "500", "503"];
export const ACCESS_ERRORS: readonly ErrorStatus[] = ["401", "403"];

/** Writes the operations of one resource. */
export class OperationWriter {
  readonly described: ResourceView;
  /** Unique prefix of the schemas and operations of the resource. */
  readonly name: string;
  readonly #languageHeaders: readonly RequestHeader[];
  readonly #context: DocumentContext;

  constructor(described: ResourceView, name: string, context: DocumentContext) {
    this.described = described;
    this.name = name;
    this.#context = context;
    this.#languageHeaders = described.resource.locales.length === 0 ? [] : ["Accept-Language"];
  }

  operation(parts: OperationParts): PathItem {
    const { id, summary, description, parameters = [], body, status = "200", errors = [] } = parts;
    const { access, path, title, codes, errorCodes, conflictStatus } = this.described.resource;
    const { schemes, meanings } = this.#context;
    const statuses = [...COMMON_ERRORS, ...(access === undefined ? [] : ACCESS_ERRORS), ...errors];
    // The item of a path such as /reports/{reportId}/states may not exist.
    if (path.includes("{")) statuses.push("404");
    const hasBody = body !== undefined;
    const failures = errorResponses(
      statuses,
      [generalCodes(codes, { hasBody, conflictStatus }), hasBody ? errorCodes : { ...errorCodes, "400": [] }],
      meanings,
    );
    return {
      // `id` has no dot, so operations of different resources never have the same name.
      operationId: `${id}.${this.name}`,
      summary,
      ...(description === undefined ? {} : { description }),
      tags: [title],
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(body === undefined ? {} : { requestBody: { required: true, content: mediaTypes(body) } }),
      responses: {
        [status]: responseWith(parts.response, parts.content, parts.headers),
        ...(parts.notModified === true
          ? { "304": responseWith("The client has this version.", undefined, parts.headers) }
          : {}),
        ...(parts.minimal === undefined
          ? {}
          : { "204": responseWith(parts.minimal, undefined, parts.headers) }),
        ...failures.responses,
      },
      ...failures.codes,
      ...(access === undefined ? {} : { security: securityOf(schemes) }),
    };
  }

  /** Returns a path with GET and HEAD. */
  reading(parts: OperationParts): PathItem {
    const { content, ...withoutContent } = parts;
    return {
      get: this.operation({ ...withoutContent, ...(content === undefined ? {} : { content }) }),
      head: this.operation({ ...withoutContent, id: `${parts.id}Head`, summary: `Header fields of GET.` }),
    };
  }

  /** Returns the query parameters that select rows, and the headers that change how they are compared. */
  selection(
    further: readonly FurtherParameter[],
    headers: readonly RequestHeader[] = [],
  ): readonly ParameterObject[] {
    const { resource, catalog } = this.described;
    return [...queryParameters(resource, catalog, further), ...this.headers(headers)];
  }

  /** Header fields of responses that depend on the request. */
  get responseHeaders(): readonly HeaderName[] {
    return this.#languageHeaders.length === 0 ? ["Vary"] : ["Vary", "Content-Language"];
  }

  /** Name of the parameter with the key of an item. */
  get itemName(): string {
    const { resource, catalog } = this.described;
    return this.#context.itemNames.get(resource.path) ?? catalog.key ?? "key";
  }

  headers(names: readonly RequestHeader[]): readonly ParameterObject[] {
    return headerParameters([...names, ...this.#languageHeaders]);
  }
}
