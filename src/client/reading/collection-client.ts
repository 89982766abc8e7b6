import type { ClientOptions, ClientRequestOptions } from "../transport/client-options.ts";
import { ClientError } from "../transport/client-error.ts";
import { Transport, type TransportRequest } from "../transport/transport.ts";
import { queryString, type ClientQuery, type ListQuery, type QueryWriter } from "./client-query.ts";
import type { Group, Grouping, GroupingOf, GroupSortKey, MembersIn } from "./group-types.ts";
import type { ClientItem, CreateItemOptions, ItemKey, UpdateOptions } from "./items.ts";
import { parseResponse } from "./json-response.ts";
import { jsonLines } from "./json-lines.ts";
import { readLinks, readPage, requireTarget, type ClientLink, type ClientPage } from "./page.ts";
import { readPages, type PagesOptions } from "./pages.ts";

const COLLECTION = "application/vnd.vendor.collection+json, application/json;q=0.9";
const NDJSON = "application/x-ndjson";
const FORM = "application/x-www-form-urlencoded";
const SELECTION = "application/vnd.vendor.selection+json";

/** Reading and changing single items. Loaded on first use: most clients only read lists. */
const items = () => import("./items.ts");

type Lists = Readonly<Record<string, readonly string[] | undefined>>;

/** The groups of a collection. */
export type GroupsClient<T, Q = never> = Pick<CollectionClient<T, Q>, "list" | "pages" | "items" | "url">;

/** A collection whose requests are a POST with a JSON body. */
export interface PostedCollection {
  /** Value of the body, sent with each page. */
  readonly body: unknown;
  /** Default `application/vnd.vendor.selection+json`. */
  readonly contentType?: string | undefined;
}

/** Connection that the collections of a client share. */
export interface Connection {
  readonly transport: Transport;
  readonly parse: (text: string) => unknown;
  /** Parses the body of a response. */
  readonly parseBody: (text: string, url: URL) => unknown;
  readonly maxUrlLength: number;
  /** Links of collections by address. An entry is added on first use. */
  readonly links: Map<string, readonly ClientLink[]>;
}

export function connect(options: ClientOptions): Connection {
  const { maxUrlLength = 8_000, parseJson = JSON.parse } = options;
  return {
    transport: new Transport(options),
    parse: parseJson,
    parseBody: (text, url) => parseResponse(text, url, parseJson),
    maxUrlLength,
    links: new Map(),
  };
}

/**
 * A collection of a service, with rows of the type `T`. If its members are known, queries can also be functions that receive the
 * empty query `Q`.
 */
export class CollectionClient<T = Record<string, unknown>, Q = never> {
  readonly #connection: Connection;
  readonly #posted: PostedCollection | undefined;
  readonly #emptyQuery: (() => Q | Promise<Q>) | undefined;
  /** Absolute address of the collection. */
  readonly url: string;

  constructor(
    connection: Connection,
    path: string,
    posted?: PostedCollection,
    emptyQuery?: () => Q | Promise<Q>,
  ) {
    this.#connection = connection;
    this.#posted = posted;
    this.#emptyQuery = emptyQuery;
    this.url = connection.transport.addresses.resolve(path).href;
  }

  /**
   * Reads one page. Accepts the address of a page, too: `list(page.next)`.
   *
   * @throws ClientError
   */
  async list(query?: ListQuery<Q>, options: ClientRequestOptions = {}): Promise<ClientPage<T>> {
    return this.#page(await this.#address(query), options);
  }

  /** Iterates over all pages. Follows only the links `next`. */
  async *pages(
    query?: ListQuery<Q>,
    options: PagesOptions = {},
  ): AsyncGenerator<ClientPage<T>, void, undefined> {
    const first = await this.#address(query);
    yield* readPages(first, options, (url, pageOptions) => this.#page(url, pageOptions));
  }

  /** Iterates over the items of all pages. */
  async *items(query?: ListQuery<Q>, options: PagesOptions = {}): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.pages(query, options)) yield* items;
  }

  /**
   * Iterates over all rows in one response, as NDJSON. Uses the link `rows` of the collection. The timeout ends with the
   * header of the response.
   *
   * @throws ClientError (unsupported) if the server does not offer it
   */
  async *stream(
    query?: ListQuery<Q>,
    options: ClientRequestOptions = {},
  ): AsyncGenerator<T, void, undefined> {
    const { transport, parse, maxUrlLength } = this.#connection;
    const link = await this.#link("rows", options);
    if (link === undefined) throw new ClientError("unsupported", `${this.url} has no link rows.`);
    const url = transport.addresses.resolve(requireTarget(link), new URL(this.url));
    url.search = await this.#search(query);
    if (url.href.length > maxUrlLength) throw tooLong(url, maxUrlLength);
    const request: TransportRequest = {
      method: "GET",
      url,
      headers: { accept: NDJSON },
      repeatable: "always",
    };
    const body = await transport.send(request, options, (response) => Promise.resolve(response.body));
    if (body === null) return;
    try {
      yield* jsonLines(body as ReadableStream<Uint8Array>, parse) as AsyncGenerator<T, void, undefined>;
    } catch (error) {
      if (options.signal?.aborted === true) throw options.signal.reason;
      const clientError =
        error instanceof SyntaxError
          ? new ClientError("invalid-response", "A line is not JSON.", { cause: error })
          : new ClientError("network", "The stream ended. Rows are missing.", { cause: error });
      throw clientError.from("GET", url);
    }
  }

  /**
   * Returns the groups of the rows as a collection. Its queries filter the rows, and `start` and `limit` select groups.
   *
   * @example
   * const groups = places.groups({ by: ["country"], sum: ["population"], sortBy: ["population_sum:descending"] });
   * (await groups.list({ filter: "gt(population,0)" })).items[0] // { country: "FR", count: 2, population_sum: 2620000 }
   */
  groups<const G extends GroupingOf<MembersIn<Q>>>(
    grouping: G & { readonly sortBy?: readonly GroupSortKey<G>[] },
  ): GroupsClient<Group<MembersIn<Q>, G>, Q> {
    const url = new URL(this.url);
    url.pathname += "/@groups";
    for (const [name, list] of Object.entries(grouping as Grouping as Lists))
      if (list !== undefined) url.searchParams.set(name, list.join());
    return new CollectionClient(this.#connection, url.href, this.#posted, this.#emptyQuery);
  }

  /** Reads an item with its validators. */
  async get(key: ItemKey, options: ClientRequestOptions = {}): Promise<ClientItem<T>> {
    const { readItem } = await items();
    return readItem(this.#connection, this.url, key, options);
  }

  /** Creates an item. The request is only repeated if it has an idempotency key. */
  async create(value: unknown, options: CreateItemOptions = {}): Promise<ClientItem<T>> {
    const { postItem } = await items();
    const { query } = options;
    return postItem(
      this.#connection,
      query === undefined ? this.url : (await this.#address(query)).href,
      value,
      options,
    );
  }

  /**
   * Changes an item if nobody else has changed it since it was read. Otherwise reads it again and calls `change` again.
   *
   * @throws ClientError (unsupported) if the server returns neither an entity tag nor a time of the last change
   * @throws HttpError (412) after the last attempt
   * @example await reports.update("r1", (report) => ({ ...report, name: "Sales" }));
   */
  async update(
    key: ItemKey,
    change: (current: T) => unknown,
    options: UpdateOptions = {},
  ): Promise<ClientItem<T>> {
    const { updateItem } = await items();
    return updateItem(this.#connection, this.url, key, change, options);
  }

  /** Deletes an item. With the result of `get`, only if nobody has changed it since. */
  async remove(key: ItemKey | ClientItem<T>, options: ClientRequestOptions = {}): Promise<void> {
    const { removeItem } = await items();
    return removeItem(this.#connection, this.url, key, options);
  }

  async #search(query: ListQuery<Q> | undefined): Promise<string> {
    const input: ClientQuery | ((empty: Q) => QueryWriter) | undefined = query;
    if (typeof input !== "function") return queryString(input);
    if (this.#emptyQuery === undefined) throw new TypeError(`The members of ${this.url} are not known.`);
    return queryString(input(await this.#emptyQuery()));
  }

  async #address(query: ListQuery<Q> | undefined): Promise<URL> {
    if (typeof query === "string" && /^https?:\/\//i.test(query))
      return this.#connection.transport.addresses.resolve(query);
    const url = new URL(this.url);
    const search = await this.#search(query);
    if (search !== "") url.search = url.search === "" ? search : `${url.search}&${search}`;
    return url;
  }

  async #page(url: URL, options: ClientRequestOptions): Promise<ClientPage<T>> {
    const { transport } = this.#connection;
    const body = await this.#json(await this.#request(url, options), options);
    return readPage<T>(body, url, transport.addresses);
  }

  async #request(url: URL, options: ClientRequestOptions): Promise<TransportRequest> {
    const { maxUrlLength, transport } = this.#connection;
    const accept = { accept: COLLECTION };
    const isLong = url.href.length > maxUrlLength;
    if (this.#posted !== undefined) {
      if (isLong) throw tooLong(url, maxUrlLength);
      const { body, contentType = SELECTION } = this.#posted;
      const headers = { ...accept, "content-type": contentType };
      return { method: "POST", url, headers, body: JSON.stringify(body), repeatable: "always" };
    }
    if (!isLong) return { method: "GET", url, headers: accept, repeatable: "always" };
    const link = await this.#link("query", options);
    if (link?.method.toUpperCase() !== "POST") throw tooLong(url, maxUrlLength);
    const search = url.search.slice(1);
    return {
      method: "POST",
      url: transport.addresses.resolve(requireTarget(link), new URL(this.url)),
      headers: { ...accept, "content-type": FORM },
      body: search,
      search,
      // This POST only reads, so it can be repeated.
      repeatable: "always",
    };
  }

  /** Returns a link of the collection. The first call reads a page without items. */
  async #link(rel: string, options: ClientRequestOptions): Promise<ClientLink | undefined> {
    const { links } = this.#connection;
    let resourceLinks = links.get(this.url);
    if (resourceLinks === undefined) {
      const url = new URL(this.url);
      url.searchParams.set("limit", "0");
      const request: TransportRequest = {
        method: "GET",
        url,
        headers: { accept: COLLECTION },
        repeatable: "always",
      };
      resourceLinks = readLinks(await this.#json(request, options));
      links.set(this.url, resourceLinks);
    }
    return resourceLinks.find((link) => link.rel === rel);
  }

  #json(request: TransportRequest, options: ClientRequestOptions): Promise<unknown> {
    const { transport, parseBody } = this.#connection;
    return transport.send(request, options, async (response) =>
      parseBody(await response.text(), request.url),
    );
  }
}

function tooLong(url: URL, maximum: number): ClientError {
  return new ClientError(
    "query-too-long",
    `The URL has ${url.href.length} characters, more than ${maximum}, and the collection has no link query.`,
  );
}
