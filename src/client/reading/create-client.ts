import { ownProperties } from "../../values/own-properties.ts";
import type { ClientOptions, ClientRequestOptions } from "../transport/client-options.ts";
import { queryString, type ClientQuery } from "./client-query.ts";
import { CollectionClient, connect, type Connection, type PostedCollection } from "./collection-client.ts";
import type { ClientContent, OperationOptions, OperationOptionsOf, OperationValues } from "./operations.ts";
import type { ClientPage } from "./page.ts";
import type { PagesOptions } from "./pages.ts";
import { fillPath } from "./path-template.ts";

type Row = Record<string, unknown>;

/** A client of a deployment. */
export class Client {
  readonly #connection: Connection;

  constructor(options: ClientOptions) {
    this.#connection = connect(ownProperties(options));
  }

  /**
   * Returns a collection by its path, which is relative to `baseUrl`.
   *
   * @param posted body of the requests of a collection that is read by POST
   * @param emptyQuery returns a query that `list((query) => …)` and the others continue
   */
  collection<T = Row, Q = never>(
    path: string,
    posted?: PostedCollection,
    emptyQuery?: () => Q | Promise<Q>,
  ): CollectionClient<T, Q> {
    return new CollectionClient<T, Q>(this.#connection, path, posted, emptyQuery);
  }

  /**
   * Sends any other request, such as for the content of a report. JSON in the response is parsed, text and XML are strings, and other
   * content is bytes.
   *
   * @param path path relative to `baseUrl`, with parameters in braces
   * @throws ClientError
   * @example
   * const content = await client.send("/reports/reports/{reportId}/content", { values: { reportId: "r1" } });
   * await client.send(path, { method: "PUT", body, ifUnchanged: content });
   */
  async send<T = unknown, P extends string = string>(
    path: P,
    ...[options]: OperationOptionsOf<P>
  ): Promise<ClientContent<T>> {
    // Loaded on first use: most clients only read lists.
    const { sendOperation } = await import("./operations.ts");
    const callOptions: OperationOptions & OperationValues = options ?? {};
    const filled = fillPath(path, callOptions.values ?? {});
    return sendOperation(this.#connection, filled, queryString(callOptions.query), callOptions) as Promise<
      ClientContent<T>
    >;
  }

  /** Equivalent to `collection(path).list(query, options)`. */
  list<T = Row>(path: string, query?: ClientQuery, options?: ClientRequestOptions): Promise<ClientPage<T>> {
    return this.collection<T>(path).list(query, options);
  }

  /** Equivalent to `collection(path).pages(query, options)`. */
  pages<T = Row>(path: string, query?: ClientQuery, options?: PagesOptions) {
    return this.collection<T>(path).pages(query, options);
  }

  /** Equivalent to `collection(path).items(query, options)`. */
  items<T = Row>(path: string, query?: ClientQuery, options?: PagesOptions) {
    return this.collection<T>(path).items(query, options);
  }

  /** Equivalent to `collection(path).stream(query, options)`. */
  stream<T = Row>(path: string, query?: ClientQuery, options?: ClientRequestOptions) {
    return this.collection<T>(path).stream(query, options);
  }
}

/**
 * Creates a client of a server that follows the conventions of the platform.
 *
 * @throws TypeError for invalid options
 * @example
 * const client = createClient({ baseUrl: "https://example.com", auth: token });
 * for await (const report of client.items("/reports/reports", { filter: "contains(name,'Sales')" })) console.log(report);
 */
export function createClient(options: ClientOptions): Client {
  return new Client(options);
}
