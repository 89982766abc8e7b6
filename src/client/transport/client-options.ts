import type { ClientAuth } from "./authorization.ts";
import type { ClientError } from "./client-error.ts";
import type { RetryOptions } from "./retry.ts";

/** A request that is sent for the first time, or again after a failure. */
export interface ClientAttempt {
  readonly method: string;
  readonly url: URL;
  /** 0 for the first attempt. */
  readonly attempt: number;
}

/** Functions that observe requests. If one throws, the request fails with its error. */
export interface ClientHooks {
  /** Called before each attempt. Header fields that it returns are added to the request. */
  readonly beforeRequest?:
    ((request: ClientAttempt) => HookHeaders | undefined | Promise<HookHeaders | undefined>) | undefined;
  /** Called when the header of a response has arrived. The time is in milliseconds. */
  readonly afterResponse?:
    | ((response: ClientAttempt & { readonly status: number; readonly milliseconds: number }) => void)
    | undefined;
  /** Called before a request is repeated, with the milliseconds until then. */
  readonly beforeRetry?:
    ((retry: ClientAttempt & { readonly error: ClientError; readonly delay: number }) => void) | undefined;
}

type HookHeaders = Readonly<Record<string, string>>;

export interface ClientOptions {
  /** Address of the deployment, such as `https://example.com`. It can have a path. */
  readonly baseUrl: string;
  /** Default: no token. */
  readonly auth?: ClientAuth | undefined;
  /** Further origins that receive requests and the token. Default: only the origin of `baseUrl`. */
  readonly trustedOrigins?: readonly string[] | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Maximum milliseconds of each attempt, including its body, except for streams. Default 30,000. */
  readonly timeout?: number | undefined;
  readonly retries?: RetryOptions | undefined;
  readonly hooks?: ClientHooks | undefined;
  /** Header fields of all requests, such as `accept-language`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Maximum characters of a URL. Longer queries use the link `query` of the collection. Default 8,000. */
  readonly maxUrlLength?: number | undefined;
  /** Parses JSON. Set it to read integers beyond 2^53 exactly. Default `JSON.parse`. */
  readonly parseJson?: ((text: string) => unknown) | undefined;
}

export interface ClientRequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Maximum milliseconds of each attempt. Default: the timeout of the client. */
  readonly timeout?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
