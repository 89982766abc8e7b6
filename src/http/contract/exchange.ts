/** HTTP requests and responses as plain data, so that one handler works with any server. */

export interface HttpRequest {
  readonly method: string;
  /** Path as sent: percent-encoded, and without the query string. */
  readonly path: string;
  /** Query string as sent, without `?`. Default: empty. */
  readonly search?: string | undefined;
  readonly headers: HttpHeaders;
  readonly body?: HttpRequestBody | undefined;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Identity of the caller, from the authentication of the application. Passed to the access functions of resources. A promise is
   * awaited. If it is rejected, the response reports an error: that of `failRequest`, such as 401, otherwise 500.
   */
  readonly identity?: unknown;
  /** Receives measurements of the request. Default: none are made. */
  readonly observer?: RequestObserver | undefined;
}

/** Receives measurements of a request, such as for metrics. */
export interface RequestObserver {
  /** Called with the number of rows of a page, and of each part of an export, when they are made. */
  readonly onRows?: ((count: number) => void) | undefined;
  /** Called after each phase of a page, with its duration in milliseconds. */
  readonly onPhase?: ((phase: RequestPhase, milliseconds: number) => void) | undefined;
}

/**
 * Phases of a page: decoding the query string, planning and reading in a database or querying rows in memory, and writing the body.
 */
export type RequestPhase = "parse" | "plan" | "db" | "query" | "write";

/** Header fields by lower-case name. A field that was sent several times has a list of values. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export type HttpRequestBody = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface HttpResponse {
  readonly status: number;
  /** Header fields by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for responses without content, such as 204 and 304. HEAD requests have the body of GET removed. */
  readonly body: HttpResponseBody | undefined;
}

/**
 * Exports and event streams are iterables. Read an iterable to its end, call `return` of its iterator, or abort the signal of the
 * request: until then, it counts towards the limit `streams`. The adapters do that.
 */
export type HttpResponseBody = string | Uint8Array | AsyncIterable<string>;

/** Answers a request. The promise is never rejected: internal errors become a response with status 500. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>;
