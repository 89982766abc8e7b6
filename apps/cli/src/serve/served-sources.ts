import { createService, defineResource, type HttpHandler, type ServiceOptions } from "tamis/http";
import type { HealthStatus } from "./http/health.ts";
import { itemTypeOf, pathOfName } from "./sources/collection-names.ts";
import type { ServedCollection, ServedSource } from "./sources/served-source.ts";

export interface ServedOptions extends Omit<ServiceOptions, "resources"> {
  readonly locales: readonly string[];
  readonly paging: "start" | "cursor";
}

/**
 * Sources whose rows can be replaced while requests are answered: a running request keeps the rows that it began with.
 */
export class ServedSources {
  readonly #options: ServedOptions;
  readonly #sources: ServedSource[];
  readonly #outdated = new Set<string>();
  /** Databases stay open until the end, because requests may still read them. */
  readonly #removed: ServedSource[] = [];
  #service: HttpHandler;

  constructor(sources: readonly ServedSource[], options: ServedOptions) {
    this.#sources = [...sources];
    this.#options = options;
    this.#service = this.#createService();
  }

  readonly handle: HttpHandler = (request) => this.#service(request);

  get sources(): readonly ServedSource[] {
    return this.#sources;
  }

  get status(): HealthStatus {
    return this.#outdated.size === 0 ? "ok" : "degraded";
  }

  add(source: ServedSource): void {
    this.#sources.push(source);
    this.#service = this.#createService();
  }

  /** Stops serving a source. Requests that use its rows are finished. */
  remove(location: string): ServedSource {
    const [source] = this.#sources.splice(this.#indexOf(location), 1);
    this.#outdated.delete(location);
    this.#service = this.#createService();
    this.#removed.push(source!);
    return source!;
  }

  /**
   * Reads a source again. It keeps its rows if this fails.
   * @throws the error of the source
   */
  async reload(location: string): Promise<ServedSource> {
    try {
      const source = await this.#sources[this.#indexOf(location)]!.reload!();
      this.#sources[this.#indexOf(location)] = source;
      this.#service = this.#createService();
      this.#outdated.delete(location);
      return source;
    } catch (error) {
      this.#outdated.add(location);
      throw error;
    }
  }

  /** @throws if the source was removed */
  #indexOf(location: string): number {
    const index = this.#sources.findIndex((each) => each.location === location);
    if (index < 0) throw new Error("The file was removed.");
    return index;
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#sources, ...this.#removed].map(({ close }) => close()));
  }

  #createService(): HttpHandler {
    const { locales, paging, ...options } = this.#options;
    const resources = this.#sources.flatMap(({ collections }) =>
      collections.map((each) => resourceOf(each, locales, paging)),
    );
    return createService({ ...options, resources });
  }
}

function resourceOf(
  { name, collection, store, assigned }: ServedCollection,
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
    assigned,
  };
  return store === undefined
    ? defineResource({ ...settings, collection })
    : defineResource({ ...settings, store });
}
