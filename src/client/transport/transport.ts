import { requireArgument } from "../../diagnostics/require-argument.ts";
import { Addresses } from "./address.ts";
import { readToken, type ClientAuth } from "./authorization.ts";
import { ClientError } from "./client-error.ts";
import type { ClientOptions, ClientRequestOptions } from "./client-options.ts";
import { HttpError } from "./http-error.ts";
import { backoff, RETRIED_STATUSES, sleep } from "./retry.ts";

const MAX_REDIRECTS = 5;

/**
 * When a request may be sent again:
 *
 * - `always`: it is safe or idempotent.
 * - `unprocessed`: only after 429 and 503. A lost response to a conditional change would otherwise become a 412.
 * - `never`: it could take effect twice.
 */
export type Repeatable = "always" | "unprocessed" | "never";

export interface TransportRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly repeatable: Repeatable;
  /** Percent-encoded query, to which positions in errors refer. Default: that of the URL. */
  readonly search?: string;
  /** Statuses that count as success, in addition to 2xx. */
  readonly accepts?: readonly number[];
}

/** Sends requests: token, origin check, timeout, redirects and repetitions. */
export class Transport {
  readonly addresses: Addresses;
  readonly #options: ClientOptions;
  readonly #auth: ClientAuth | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#auth = options.auth;
    this.addresses = new Addresses(options.baseUrl, options.trustedOrigins);
    requireNumber("timeout", options.timeout);
    requireNumber("retries.limit", options.retries?.limit);
    requireNumber("retries.maxDelay", options.retries?.maxDelay);
  }

  /**
   * Sends a request and reads its response. The timeout includes `read`.
   *
   * @throws ClientError
   */
  async send<T>(
    request: TransportRequest,
    options: ClientRequestOptions,
    read: (response: Response, url: URL) => Promise<T>,
  ): Promise<T> {
    const { method, url } = request;
    const { retries, hooks } = this.#options;
    const { limit = 3, maxDelay = 30_000, statuses = RETRIED_STATUSES } = retries ?? {};
    let token = this.#auth === undefined ? undefined : await readToken(this.#auth);
    let isRenewed = false;
    for (let attempt = 0; ; attempt++) {
      try {
        const added = await hooks?.beforeRequest?.({ method, url, attempt });
        const headers = added === undefined ? options.headers : { ...options.headers, ...added };
        return await this.#attempt(request, { ...options, headers }, token, attempt, read);
      } catch (error) {
        if (error instanceof HttpError && error.status === 401 && token !== undefined && !isRenewed) {
          // The server processes no request without a valid token, so each one can be sent again.
          isRenewed = true;
          const renewed = await readToken(this.#auth!, token);
          if (renewed === token) throw error;
          token = renewed;
          continue;
        }
        if (attempt >= limit || !mayRepeat(error, request.repeatable, statuses)) throw error;
        const delay = (error instanceof HttpError ? error.retryAfter : undefined) ?? backoff(attempt);
        if (delay > maxDelay) throw error;
        hooks?.beforeRetry?.({ method, url, attempt, error, delay });
        await sleep(delay, options.signal);
      }
    }
  }

  async #attempt<T>(
    request: TransportRequest,
    { signal, timeout = this.#options.timeout ?? 30_000, headers }: ClientRequestOptions,
    token: string | undefined,
    attempt: number,
    read: (response: Response, url: URL) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const { hooks } = this.#options;
    let isInHook = false;
    const limit = new AbortController();
    const timer = setTimeout(() => {
      limit.abort(new ClientError("timeout", `The server did not respond within ${timeout} ms.`));
    }, timeout);
    try {
      const init: RequestInit = {
        method: request.method,
        headers: {
          ...request.headers,
          ...this.#options.headers,
          ...headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        // A redirect to another origin must not receive the token.
        redirect: "manual",
        signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
        ...(request.body === undefined ? {} : { body: request.body as NonNullable<RequestInit["body"]> }),
      };
      const start = performance.now();
      const { response, url } = await this.#fetch(request, init);
      const { method } = request;
      const { status } = response;
      isInHook = true;
      hooks?.afterResponse?.({ method, url, attempt, status, milliseconds: performance.now() - start });
      isInHook = false;
      if (response.ok || request.accepts?.includes(response.status) === true)
        return await read(response, url);
      const search = request.search ?? request.url.search.slice(1);
      const text = await response.text();
      // Loaded on first use: it is a quarter of the client, and most requests succeed.
      const { httpError } = await import("./read-error.ts");
      throw httpError(response.status, response.headers, text, search);
    } catch (error) {
      if (isInHook) throw error;
      if (signal?.aborted === true) throw signal.reason;
      const reason: unknown = limit.signal.aborted ? limit.signal.reason : error;
      const clientError =
        reason instanceof ClientError
          ? reason
          : new ClientError("network", `The request failed: ${describe(reason)}`, { cause: reason });
      throw clientError.from(request.method, request.url);
    } finally {
      clearTimeout(timer);
    }
  }

  async #fetch(request: TransportRequest, init: RequestInit): Promise<{ response: Response; url: URL }> {
    const send = this.#options.fetch ?? fetch;
    let { url } = request;
    for (let redirects = 0; ; redirects++) {
      this.addresses.require(url);
      const response = await send(url.href, init);
      const location = response.headers.get("location");
      if (response.type !== "opaqueredirect") {
        const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && location !== null;
        if (!isRedirect || (request.method !== "GET" && request.method !== "HEAD")) return { response, url };
        await response.body?.cancel();
        if (redirects < MAX_REDIRECTS) {
          // Unlike links, redirects follow RFC 3986.
          url = new URL(location, url);
          continue;
        }
      }
      throw new ClientError(
        "redirect",
        "The redirect cannot be followed: browsers hide its target, or there are too many.",
      );
    }
  }
}

function mayRepeat(
  error: unknown,
  repeatable: Repeatable,
  statuses: readonly number[],
): error is ClientError {
  if (repeatable === "never" || !(error instanceof ClientError)) return false;
  if (!(error instanceof HttpError)) return repeatable === "always" && error.code === "network";
  return statuses.includes(error.status) && (repeatable === "always" || UNPROCESSED.has(error.status));
}

/** After these statuses, a request has had no effect. */
const UNPROCESSED: ReadonlySet<number> = new Set([429, 503]);

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}

function requireNumber(name: string, value: number | undefined): void {
  if (value !== undefined) requireArgument(value >= 0, name, "a number >= 0", value);
}
