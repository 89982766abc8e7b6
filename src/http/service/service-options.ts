import type { Link } from "../contract/link.ts";
import type { ServiceResource } from "../contract/resource.ts";
import type { HtmlPages, HtmlRenderer } from "../html/html-view.ts";
import type { NestedResource } from "./nested-resources.ts";
import type { ServiceOperation } from "./operations.ts";

export interface ServiceOptions {
  /** Resources of the service. Their paths must differ. */
  readonly resources: readonly ServiceResource[];
  /** Collections below an item of another collection, such as the members of an annotation. Default: none. */
  readonly nested?: readonly NestedResource[] | undefined;
  /** Requests that the application answers itself. Default: none. */
  readonly operations?: readonly ServiceOperation[] | undefined;
  /** Title of the service. Default `API`. */
  readonly title?: string | undefined;
  /** Version in API roots. Default 1. */
  readonly version?: number | undefined;
  /** Paths of API roots, which list links to the resources below them. Default: `/`. */
  readonly roots?: readonly string[] | undefined;
  /** Returns further links of an API root, such as to its OpenAPI document. Default: none. */
  readonly rootLinks?: ((root: string) => readonly Link[]) | undefined;
  /** Whether `/openapi.json` describes the service. Default false. */
  readonly openapi?: boolean | undefined;
  readonly limits?: Partial<ServiceLimits> | undefined;
  /**
   * Whether responses have the field `Server-Timing`. Default false: a caller could measure how long rows take that access rules hide,
   * more precisely than from outside.
   */
  readonly serverTiming?: boolean | undefined;
  /**
   * Renders pages for clients that prefer `text/html`, such as browsers. It receives the content of the JSON response of
   * the same caller. `explorer()` of `tamis/explorer` has pages with scripts. Default: no HTML.
   */
  readonly html?: HtmlPages | HtmlRenderer | undefined;
  /** Creates the identifier of an error in its response and in the log. Default: a random UUID. */
  readonly newTraceId?: (() => string) | undefined;
  /** Called with each error of the server. Clients receive only the `traceId`. Default: `console.error`. */
  readonly onError?: ((error: unknown, context: ErrorReport) => void) | undefined;
}

export interface ErrorReport {
  /** Identifier in the response. */
  readonly traceId: string;
  readonly method: string;
  readonly path: string;
}

export interface ServiceLimits {
  /** Maximum length of a path, and of a query string, in UTF-16 units. Default 8,192 and 65,536. */
  readonly path: number;
  readonly search: number;
  /** Maximum bytes of a request body. Default 1,048,576. */
  readonly body: number;
  /** Maximum milliseconds in which a request body arrives. Default 30,000. */
  readonly bodyTimeout: number;
  /** Maximum milliseconds of a query, without the time in which a client reads a stream. Default 10,000. */
  readonly timeout: number;
  /** Maximum number of requests that are answered at the same time. More get 503. Default 256. */
  readonly concurrency: number;
  /** Maximum number of exports and event streams that are sent at the same time. More get 503. Default 256. */
  readonly streams: number;
}

export const DEFAULT_SERVICE_LIMITS: ServiceLimits = Object.freeze({
  path: 8_192,
  search: 65_536,
  body: 1_048_576,
  bodyTimeout: 30_000,
  timeout: 10_000,
  concurrency: 256,
  streams: 256,
});
