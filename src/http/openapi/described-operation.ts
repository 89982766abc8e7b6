import type { JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { ErrorCodes, ServiceResource } from "../contract/resource.ts";
import type { RequestHeader } from "./parameters.ts";
import type { HeaderName } from "./responses.ts";

/** A page or an item of a collection, by the path of the collection in the document. */
export interface CollectionSchema {
  readonly kind: "page" | "item";
  readonly of: string;
}

/** Schema of a body: members of a catalog, a representation of a collection, or a JSON Schema (2020-12). */
export type BodySchema = Catalog | CollectionSchema | JsonSchema;

/** Media types with one schema. `Offer`s of `chooseType` have this shape. */
export interface DescribedContent {
  readonly types: readonly string[];
  /** Default: any content. */
  readonly schema?: BodySchema | undefined;
}

export interface DescribedBody extends DescribedContent {
  /** Whether a request without a body is an error. Default true. */
  readonly required?: boolean | undefined;
}

export interface DescribedResponse {
  /** Default 200. */
  readonly status?: number | undefined;
  /** One sentence for users. */
  readonly description: string;
  /** Default: no content. */
  readonly content?: readonly DescribedContent[] | undefined;
  readonly headers?: readonly HeaderName[] | undefined;
}

export interface DescribedParameter {
  readonly description: string;
  readonly required?: boolean | undefined;
  /** Default: a string. */
  readonly schema?: JsonSchema | undefined;
}

/**
 * Description of an operation of the application in the OpenAPI document. These errors are added:
 *
 * - 400, 414, 500 and 503 to each operation
 * - 401 and 403 if it has a security scheme
 * - 404 if its path has a parameter
 * - 406 if a response has content
 * - 406, 408, 413 and 415 if it has a body
 * - 412 and 428 if it has the header field `If-Match`
 */
export interface OperationDescription {
  /** One sentence for users. */
  readonly summary: string;
  readonly description?: string | undefined;
  readonly deprecated?: boolean | undefined;
  /** Query parameters, by name. A string is the description of an optional one. */
  readonly query?: Readonly<Record<string, string | DescribedParameter>> | undefined;
  /** Path of a collection. The operation has the query parameters of its pages, too. */
  readonly selects?: string | undefined;
  readonly headers?: readonly RequestHeader[] | undefined;
  readonly body?: DescribedBody | undefined;
  /** Responses other than errors. */
  readonly responses: readonly DescribedResponse[];
  /** Statuses of further errors, with their codes. */
  readonly errors?: Readonly<Record<number, readonly (number | string)[]>> | undefined;
  /** Codes of the errors that are added. */
  readonly codes?: Partial<ErrorCodes> | undefined;
  /** Names of security schemes. A caller needs one of them. Default: those of the document. Anyone may call an operation with an empty list. */
  readonly security?: readonly string[] | undefined;
}

/** An operation of the application, for the document. */
export interface DescribedOperation {
  readonly method: string;
  /** Path with parameters. */
  readonly path: string;
  readonly description?: OperationDescription | undefined;
}

/** Collections below the items of another collection, for the document. */
export interface DescribedNested {
  /** Path with parameters. */
  readonly path: string;
  /** Returns a resource like those below the items. Its path is ignored. */
  readonly describe?: (() => ServiceResource) | undefined;
}
