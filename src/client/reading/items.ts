import { ClientError } from "../transport/client-error.ts";
import type { ClientRequestOptions } from "../transport/client-options.ts";
import { HttpError } from "../transport/http-error.ts";
import type { ClientQuery } from "./client-query.ts";
import type { Transport, TransportRequest } from "../transport/transport.ts";

export type ItemKey = string | number | bigint;

/** An item with the validators of its version. */
export interface ClientItem<T> {
  readonly value: T;
  /** Absolute address. */
  readonly url: string;
  /** Entity tag, for `If-Match`. */
  readonly etag: string | undefined;
  /** HTTP date of the last change. */
  readonly lastModified: string | undefined;
  /** Media type without parameters. */
  readonly type: string | undefined;
}

export interface UpdateOptions extends ClientRequestOptions {
  /** `PUT` sends the whole item. `PATCH` sends a merge patch (RFC 7396). Default `PUT`. */
  readonly method?: "PUT" | "PATCH" | undefined;
  /** Maximum number of times that `change` is called. Default 3. */
  readonly attempts?: number | undefined;
}

export interface CreateItemOptions extends ClientRequestOptions {
  /** Identifier with which the server recognizes a repeated request. */
  readonly idempotencyKey?: string | undefined;
  /** Media type of the value. Default `application/json`. */
  readonly contentType?: string | undefined;
  /** Query parameters of the request, such as `parentFolderUri` of a new report. */
  readonly query?: ClientQuery | undefined;
}

interface ItemConnection {
  readonly transport: Transport;
  readonly parseBody: (text: string, url: URL) => unknown;
}

export async function readItem<T>(
  connection: ItemConnection,
  collection: string,
  key: ItemKey,
  options: ClientRequestOptions,
): Promise<ClientItem<T>> {
  const url = itemUrl(collection, key);
  const request: TransportRequest = {
    method: "GET",
    url,
    headers: { accept: JSON_TYPES },
    repeatable: "always",
  };
  return connection.transport.send(request, options, (response) => itemOf(response, url, connection));
}

export async function postItem<T>(
  connection: ItemConnection,
  collection: string,
  value: unknown,
  options: CreateItemOptions,
): Promise<ClientItem<T>> {
  const { idempotencyKey, contentType = "application/json" } = options;
  const request: TransportRequest = {
    method: "POST",
    url: new URL(collection),
    headers: {
      accept: JSON_TYPES,
      "content-type": contentType,
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    body: JSON.stringify(value),
    repeatable: idempotencyKey === undefined ? "never" : "always",
  };
  const { transport } = connection;
  return transport.send(request, options, (response) =>
    itemOf(response, addressOf(response, request.url, transport), connection),
  );
}

export async function updateItem<T>(
  connection: ItemConnection,
  collection: string,
  key: ItemKey,
  change: (current: T) => unknown,
  options: UpdateOptions,
): Promise<ClientItem<T>> {
  const { method = "PUT", attempts = 3 } = options;
  for (let attempt = 1; ; attempt++) {
    const item = await readItem<T>(connection, collection, key, options);
    const type = item.type?.endsWith("json") === true ? item.type : "application/json";
    const request: TransportRequest = {
      method,
      url: new URL(item.url),
      headers: {
        accept: JSON_TYPES,
        "content-type": method === "PATCH" ? "application/merge-patch+json" : type,
        ...versionFields(item),
      },
      body: JSON.stringify(await change(item.value)),
      repeatable: "unprocessed",
    };
    try {
      return await connection.transport.send(request, options, (response) =>
        itemOf(response, request.url, connection),
      );
    } catch (error) {
      if (attempt >= attempts || !(error instanceof HttpError) || error.status !== 412) throw error;
    }
  }
}

export async function removeItem(
  { transport }: ItemConnection,
  collection: string,
  key: ItemKey | ClientItem<unknown>,
  options: ClientRequestOptions,
): Promise<void> {
  const isItem = typeof key === "object";
  const request: TransportRequest = {
    method: "DELETE",
    url: isItem ? new URL(key.url) : itemUrl(collection, key),
    headers: { accept: JSON_TYPES, ...(isItem ? versionFields(key) : {}) },
    repeatable: isItem ? "unprocessed" : "always",
  };
  await transport.send(request, options, async (response) => {
    await response.body?.cancel();
  });
}

const JSON_TYPES = "application/json, */*;q=0.5";

/** Returns the header field that makes a change conditional. Without it, the change of another client could be lost. */
export function versionFields({
  etag,
  lastModified,
  url,
}: Pick<ClientItem<unknown>, "etag" | "lastModified" | "url">): Record<string, string> {
  // `If-Match` compares strongly (RFC 9110, section 13.1.1), so a weak tag never matches.
  if (etag?.startsWith('"') === true) return { "if-match": etag };
  if (lastModified !== undefined) return { "if-unmodified-since": lastModified };
  throw new ClientError("unsupported", `${url} has neither an entity tag nor a time of the last change.`);
}

/** @throws TypeError for a key that no URL can contain as a segment: clients remove the segments `.` and `..` */
function itemUrl(collection: string, key: ItemKey): URL {
  const text = String(key);
  if (text === "" || text === "." || text === "..")
    throw new TypeError(`A path cannot contain the key "${text}".`);
  const url = new URL(collection);
  url.search = "";
  url.pathname = `${url.pathname.replace(/\/$/, "")}/${encodeURIComponent(text)}`;
  return url;
}

async function itemOf<T>(
  response: Response,
  url: URL,
  { parseBody }: ItemConnection,
): Promise<ClientItem<T>> {
  const text = await response.text();
  // Responses to changes can be empty.
  return { ...headOf(response, url), value: (text === "" ? undefined : parseBody(text, url)) as T };
}

/** Returns the address of the item in a response: a created item is not at the address of the request. */
export function addressOf({ headers }: Response, requested: URL, { addresses }: Transport): URL {
  const location = headers.get("location");
  return location === null ? requested : addresses.resolve(location, requested);
}

/** Returns the properties of an item that the header fields state. */
export function headOf({ headers }: Response, url: URL): Omit<ClientItem<unknown>, "value"> {
  return {
    url: url.href,
    etag: headers.get("etag") ?? undefined,
    lastModified: headers.get("last-modified") ?? undefined,
    type: headers.get("content-type")?.split(";")[0]!.trim(),
  };
}
