import { isRecord } from "../../values/is-object.ts";
import { parseJson } from "../../values/json/exact-json.ts";
import type { HttpHandler, HttpHeaders, HttpRequest, HttpResponse } from "../contract/exchange.ts";

/** Header fields that are copied from the caller's request. Conditions, such as `If-None-Match`, are not. */
const KEPT_FIELDS = ["accept-language", "authorization", "host"] as const;

/** Sends further requests to the service with the identity of a caller, and accepts any JSON. */
export class JsonClient {
  readonly #handle: HttpHandler;
  readonly #request: HttpRequest;
  readonly #headers: HttpHeaders;

  constructor(handle: HttpHandler, request: HttpRequest) {
    this.#handle = handle;
    this.#request = request;
    const fields = KEPT_FIELDS.flatMap((name) =>
      Object.hasOwn(request.headers, name) ? [[name, request.headers[name]] as const] : [],
    );
    this.#headers = { ...Object.fromEntries(fields), accept: "*/*" };
  }

  /** @param limit aborts the request, in addition to the caller */
  get(path: string, search: string, limit?: AbortSignal): Promise<HttpResponse> {
    const { signal: caller, identity, observer } = this.#request;
    const signal = limit && (caller === undefined ? limit : AbortSignal.any([caller, limit]));
    return this.#handle({
      method: "GET",
      path,
      search,
      headers: this.#headers,
      signal: signal ?? caller,
      identity,
      observer,
    });
  }

  /** Returns the JSON object at a path; undefined if there is none, and if the request was aborted. */
  async json(path: string, search: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const response = await this.get(path, search);
    return response.status === 200 ? jsonOf(response) : undefined;
  }
}

/** Returns the object of a JSON response; undefined for other responses. */
export function jsonOf({ headers, body }: HttpResponse): Readonly<Record<string, unknown>> | undefined {
  // Cached pages are bytes.
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  if (
    typeof text !== "string" ||
    !/^application\/(?:json|[\w.-]+\+json)$/.test(headers["content-type"] ?? "")
  )
    return undefined;
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}
