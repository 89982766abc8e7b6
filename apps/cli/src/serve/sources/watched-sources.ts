import type { HealthStatus } from "../http/health.ts";
import type { WatchedSource } from "./served-source.ts";

/** The sources of a server, which can be added, removed and read again. */
export abstract class WatchedSources<S extends WatchedSource> {
  #sources: S[];
  readonly #outdated = new Set<string>();

  constructor(sources: readonly S[]) {
    this.#sources = [...sources];
  }

  get sources(): readonly S[] {
    return this.#sources;
  }

  get status(): HealthStatus {
    return this.#outdated.size === 0 ? "ok" : "degraded";
  }

  /** Called after each change. */
  protected abstract changed(): void;

  add(source: S): void {
    this.#sources.push(source);
    this.changed();
  }

  /** Stops serving a source. Requests that use its rows are finished. */
  remove(location: string): S {
    const [source] = this.#sources.splice(this.#indexOf(location), 1);
    this.#outdated.delete(location);
    this.changed();
    return source!;
  }

  /**
   * Reads a source again. It keeps its rows if this fails.
   * @throws the error of the source
   */
  async reload(location: string): Promise<S> {
    try {
      const source = (await this.#sources[this.#indexOf(location)]!.reload!()) as S;
      this.#sources[this.#indexOf(location)] = source;
      this.#outdated.delete(location);
      return source;
    } catch (error) {
      this.#outdated.add(location);
      throw error;
    } finally {
      this.changed();
    }
  }

  /** Replaces all sources. */
  protected set(sources: readonly S[]): void {
    this.#sources = [...sources];
    this.changed();
  }

  /** @throws if the source was removed */
  #indexOf(location: string): number {
    const index = this.#sources.findIndex((source) => source.location === location);
    if (index < 0) throw new Error("The file was removed.");
    return index;
  }
}
