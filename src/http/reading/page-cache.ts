import { RepeatMap } from "./repeat-map.ts";
import type { ResourceRequest } from "../contract/context.ts";
import type { HttpResponse } from "../contract/exchange.ts";
import { objectNumber } from "../contract/object-numbers.ts";
import type { ServiceResource } from "../contract/resource.ts";

interface CachedPage {
  readonly revision: number;
  readonly response: HttpResponse;
}

/** Parts of a request that determine what its caller sees. */
export type CallerView = Pick<ResourceRequest, "resource" | "catalog" | "rule" | "operations">;

/** Most texts of new queries are never requested again. */
type Pages = RepeatMap<CachedPage>;

/** Maximum number of responses of a resource, for all callers together, and their maximum length in bytes. */
const CACHED_PAGES = 256;
const MAX_CACHED_BYTES = 65_536;

const byResource = new WeakMap<ServiceResource, Pages>();

/** Responses with pages, for the callers that see the same members, rows and links. They are dropped when rows change. */
export class PageCache {
  readonly #revision: number;
  readonly #current: () => number;
  readonly #pages: Pages;
  /** Distinguishes callers that see other members, rows or links. */
  readonly #prefix: string;

  private constructor(current: () => number, pages: Pages, prefix: string) {
    this.#revision = current();
    this.#current = current;
    this.#pages = pages;
    this.#prefix = prefix;
  }

  /** Undefined for collections that do not know whether their rows have changed. */
  static of({ resource, catalog, rule, operations }: CallerView): PageCache | undefined {
    const { revision } = resource.collection;
    if (revision === undefined) return undefined;
    let pages = byResource.get(resource);
    if (pages === undefined) byResource.set(resource, (pages = new RepeatMap(CACHED_PAGES)));
    const prefix = `${objectNumber(catalog)} ${rule === undefined ? 0 : objectNumber(rule)} ${objectNumber(operations)}\n`;
    return new PageCache(revision, pages, prefix);
  }

  get(key: string): HttpResponse | undefined {
    const cached = this.#pages.get(this.#prefix + key);
    return cached?.revision === this.#revision ? cached.response : undefined;
  }

  /** Keeps a response whose body is bytes when it is made for the second time, unless rows have changed since the cache was opened. */
  set(key: string, response: HttpResponse): HttpResponse {
    const { body } = response;
    const isKept = body instanceof Uint8Array && body.length <= MAX_CACHED_BYTES;
    if (isKept && this.#current() === this.#revision)
      this.#pages.set(this.#prefix + key, { revision: this.#revision, response });
    return response;
  }
}
