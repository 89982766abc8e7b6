export type ClientErrorCode =
  /** No response: the connection failed or broke. */
  | "network"
  | "timeout"
  /** The target has another origin than `baseUrl`. Nothing was sent. */
  | "cross-origin"
  /** The server redirects, and the redirect cannot be followed. */
  | "redirect"
  /** The response does not follow the conventions. */
  | "invalid-response"
  /** The links `next` repeat, or lead through empty pages without an end. */
  | "endless-pages"
  /** The URL is too long, and the collection has no link `query`. Nothing was sent. */
  | "query-too-long"
  /** The server lacks a link or a header that the operation requires. */
  | "unsupported"
  /** The server responded with an error status: see `HttpError`. */
  | "status"
  /** The token service refused: see `TokenError`. */
  | "token";

/** Base class of all errors of the client, except for invalid arguments and the reason of an aborted signal. */
export class ClientError extends Error {
  override readonly name: string = "ClientError";
  readonly code: ClientErrorCode;
  /** Method of the failed request. Undefined if no request was sent. */
  method: string | undefined;
  /** Address of the failed request, without user name and password. Undefined if no request was sent. */
  url: string | undefined;

  constructor(code: ClientErrorCode, message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.code = code;
  }

  /** Names the failed request in the message. Leaves out the query, which can be long, and contain a token. */
  from(method: string, url: URL): this {
    if (this.url !== undefined) return this;
    const publicUrl = new URL(url);
    publicUrl.username = publicUrl.password = publicUrl.hash = "";
    this.method = method;
    this.url = publicUrl.href;
    this.message = `${method} ${publicUrl.origin}${publicUrl.pathname}: ${this.message}`;
    return this;
  }
}

/** An error of the token service. */
export class TokenError extends ClientError {
  override readonly name = "TokenError";
  /** Code of the service, such as `invalid_client`, `invalid_scope` or `unauthorized_client`. */
  readonly error: string;
  /** HTTP status; undefined for an error in the address after the sign-in. */
  readonly status: number | undefined;

  constructor(error: string, description: string | undefined, status?: number) {
    super(
      "token",
      `The token service refused: ${error}${description === undefined ? "" : ` (${description})`}`,
    );
    this.error = error;
    this.status = status;
  }
}
