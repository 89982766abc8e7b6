import type { ClientRequestOptions } from "../transport/client-options.ts";
import type { Repeatable, Transport, TransportRequest } from "../transport/transport.ts";
import type { ClientQuery } from "./client-query.ts";
import { addressOf, headOf, versionFields, type ClientItem } from "./items.ts";
import type { PathParameterNames, PathParameters } from "./path-template.ts";

export interface OperationOptions extends ClientRequestOptions {
  /** Default: `GET`, or `POST` with a body. */
  readonly method?: string | undefined;
  readonly query?: ClientQuery | undefined;
  /** A string and bytes are sent as they are, other values as JSON. */
  readonly body?: unknown;
  /** Media type of the body. Default: `application/json`; `text/plain` for a string, `application/octet-stream` for bytes. */
  readonly contentType?: string | undefined;
  /** Media types of the response, as in the field `Accept`. Default: any. */
  readonly accept?: string | undefined;
  /** Result of an earlier request. The operation is refused (412) if the resource has changed since. */
  readonly ifUnchanged?: Pick<ClientItem<unknown>, "etag" | "lastModified" | "url"> | undefined;
  /** Whether the request may be sent again after a lost response. Default: all but `POST` and `PATCH`. */
  readonly repeatable?: boolean | undefined;
}

/** Values of the parameters of a path. */
export interface OperationValues {
  readonly values?: Readonly<Record<string, string | number | bigint>>;
}

/** Options of an operation. A path with parameters requires their values. */
export type OperationOptionsOf<P extends string> = [PathParameterNames<P>] extends [never]
  ? [options?: OperationOptions & OperationValues]
  : [options: OperationOptions & { readonly values: PathParameters<P> }];

/** Response of an operation. */
export interface ClientContent<T = unknown> extends ClientItem<T> {
  readonly status: number;
}

interface OperationConnection {
  readonly transport: Transport;
  readonly parseBody: (text: string, url: URL) => unknown;
}

/**
 * Sends the request of an operation, and reads the content of its response.
 *
 * @param path path without parameters
 * @param search percent-encoded query
 */
export async function sendOperation(
  { transport, parseBody }: OperationConnection,
  path: string,
  search: string,
  options: Omit<OperationOptions, "query">,
): Promise<ClientContent> {
  const { body, accept = "*/*", ifUnchanged } = options;
  const { method = body === undefined ? "GET" : "POST" } = options;
  const url = transport.addresses.resolve(path);
  if (search !== "") url.search = search;
  const request: TransportRequest = {
    method,
    url,
    headers: {
      accept,
      ...(body === undefined ? {} : { "content-type": options.contentType ?? typeOf(body) }),
      ...(ifUnchanged === undefined ? {} : versionFields(ifUnchanged)),
    },
    body: encodeBody(body),
    repeatable: repeatableAs(method, options),
  };
  return transport.send(request, options, async (response) => {
    const head = headOf(response, addressOf(response, url, transport));
    const value = await contentOf(response, head.type, (text) => parseBody(text, url));
    return { ...head, value, status: response.status };
  });
}

function repeatableAs(method: string, { repeatable, ifUnchanged }: OperationOptions): Repeatable {
  if (repeatable ?? !["POST", "PATCH"].includes(method))
    return ifUnchanged === undefined ? "always" : "unprocessed";
  return "never";
}

function typeOf(body: unknown): string {
  if (typeof body === "string") return "text/plain;charset=utf-8";
  return body instanceof Uint8Array ? "application/octet-stream" : "application/json";
}

/** Returns undefined for no body, as `JSON.stringify` does. */
function encodeBody(body: unknown): string | Uint8Array | undefined {
  return typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
}

/** Returns parsed JSON, text and XML as strings, and other content as bytes; undefined for an empty response. */
async function contentOf(
  response: Response,
  type: string | undefined,
  parse: (text: string) => unknown,
): Promise<unknown> {
  if (type === undefined || response.status === 204) {
    await response.body?.cancel();
    return undefined;
  }
  if (/[/+]json$/.test(type)) {
    const text = await response.text();
    return text === "" ? undefined : parse(text);
  }
  return /^text\/|[/+]xml$/.test(type) ? response.text() : new Uint8Array(await response.arrayBuffer());
}
