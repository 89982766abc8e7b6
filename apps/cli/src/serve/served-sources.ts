import { createService, defineResource, type HttpHandler, type ServiceOptions } from "tamis/http";
import { itemTypeOf, pathOfName } from "./sources/collection-names.ts";
import type { ServedCollection, ServedSource } from "./sources/served-source.ts";
import { WatchedSources } from "./sources/watched-sources.ts";

export interface ServedOptions extends Omit<ServiceOptions, "resources"> {
  readonly locales: readonly string[];
  readonly paging: "start" | "cursor";
}

/**
 * Sources whose rows can be replaced while requests are answered: a running request keeps the rows that it began with.
 */
export class ServedSources extends WatchedSources<ServedSource> {
  readonly #options: ServedOptions;
  /** Databases stay open until the end, because requests may still read them. */
  readonly #removed: ServedSource[] = [];
  #service: HttpHandler;

  constructor(sources: readonly ServedSource[], options: ServedOptions) {
    super(sources);
    this.#options = options;
    this.#service = this.#createService();
  }

  readonly handle: HttpHandler = (request) => this.#service(request);

  protected changed(): void {
    this.#service = this.#createService();
  }

  override remove(location: string): ServedSource {
    const source = super.remove(location);
    this.#removed.push(source);
    return source;
  }

  /** Replaces all sources. Those that are not among the new ones stay open until the end. */
  replace(sources: readonly ServedSource[]): void {
    this.#removed.push(...this.sources.filter((source) => !sources.includes(source)));
    this.set(sources);
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.sources, ...this.#removed].map(({ close }) => close()));
  }

  #createService(): HttpHandler {
    const { locales, paging, ...options } = this.#options;
    const resources = this.sources.flatMap(({ collections }) =>
      collections.map((collection) => resourceOf(collection, locales, paging)),
    );
    return createService({ ...options, resources });
  }
}

function resourceOf(
  { name, collection, store }: ServedCollection,
  locales: readonly string[],
  paging: "start" | "cursor",
) {
  const settings = {
    path: pathOfName(name),
    title: name,
    itemType: itemTypeOf(name),
    locales,
    explain: true,
    // Without a key, rows have no total order that a cursor could continue.
    paging: collection.catalog.key === undefined ? "start" : paging,
  };
  return store === undefined
    ? defineResource({ ...settings, collection })
    : defineResource({ ...settings, store });
}
