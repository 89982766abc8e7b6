import { LruMap } from "../../values/lru-map.ts";
import { KEYS_PER_VALUE, SeenKeys } from "../../values/caches/repeat-map.ts";
import type { ResourceRequest } from "../contract/context.ts";
import type { HttpResponse } from "../contract/exchange.ts";
import { objectNumber } from "../contract/object-numbers.ts";
import type { ServiceResource } from "../contract/resource.ts";
import { getOrInsert } from "../../values/caches/get-or-insert.ts";

interface CachedPage {
  readonly revision: number;
  readonly response: PageResponse;
}

/** A response with its number of rows. */
export interface PageResponse extends HttpResponse {
  readonly rows: number;
}

/** Parts of a request that determine what its caller sees. */
export type CallerView = Pick<ResourceRequest, "resource" | "catalog" | "rule" | "operations">;

/** Numbers of the objects that determine what a caller sees. */
type View = readonly [catalog: number, rule: number, operations: number];

interface Pages {
  /** Most query strings are never requested again. */
  readonly searches: SeenKeys;
  readonly responses: LruMap<string, CachedPage>;
}

/** Maximum number of responses of a resource, for all callers together, and their maximum length in bytes. */
const CACHED_PAGES = 256;
const MAX_CACHED_BYTES = 65_536;

const byResource = new WeakMap<ServiceResource, Pages>();

/** Responses with pages, for the callers that see the same members, rows and links. They are dropped when rows change. */
export class PageCache {
  readonly #current: () => number;
  readonly #pages: Pages;
  /** Distinguishes callers that see other members, rows or links. */
  readonly #view: View;

  private constructor(current: () => number, pages: Pages, view: View) {
    this.#current = current;
    this.#pages = pages;
    this.#view = view;
  }

  /** Undefined for collections that do not know whether their rows have changed. */
  static of({ resource, catalog, rule, operations }: CallerView): PageCache | undefined {
    const { revision } = resource.collection;
    if (revision === undefined) return undefined;
    const pages = getOrInsert(byResource, resource, () => ({
      searches: new SeenKeys(CACHED_PAGES * KEYS_PER_VALUE),
      responses: new LruMap<string, CachedPage>(CACHED_PAGES),
    }));
    const view: View = [
      objectNumber(catalog),
      rule === undefined ? 0 : objectNumber(rule),
      objectNumber(operations),
    ];
    return new PageCache(revision, pages, view);
  }

  /**
   * Returns a response from the cache, or makes one. A new response is kept if
   *
   * - its query string was requested before, by a caller with the same rights;
   * - its body has at most so many bytes;
   * - no row has changed meanwhile.
   *
   * @param variant everything else that the response depends on
   */
  answer(
    search: string,
    variant: readonly (string | undefined)[],
    make: () => Promise<PageResponse>,
  ): Promise<PageResponse> {
    const [catalog, rule, operations] = this.#view;
    if (!this.#pages.searches.isRepeated(search, (catalog * 31 + rule) * 31 + operations)) return make();
    return this.#answerRepeated(`${this.#view.join(" ")}\n${search}\n${variant.join("\n")}`, make);
  }

  async #answerRepeated(key: string, make: () => Promise<PageResponse>): Promise<PageResponse> {
    const { responses } = this.#pages;
    const revision = this.#current();
    const cached = responses.get(key);
    if (cached?.revision === revision) return cached.response;
    const response = await make();
    const body = bytesOf(response.body);
    if (body !== undefined && body.length <= MAX_CACHED_BYTES && this.#current() === revision)
      responses.set(key, { revision, response: { ...response, body } });
    return response;
  }
}

/** Returns a copy: the bytes of other responses surround those of a body. */
function bytesOf(body: HttpResponse["body"]): Uint8Array | undefined {
  if (typeof body === "string") return new TextEncoder().encode(body);
  return body instanceof Uint8Array ? body.slice() : undefined;
}
