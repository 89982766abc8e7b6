import { note } from "../../command/report.ts";
import { messageOf } from "../../io/errors.ts";
import type { HealthStatus } from "../http/health.ts";
import type { ServedSources } from "../served-sources.ts";
import type { ServedSource } from "../sources/served-source.ts";
import type { SourceOptions } from "../sources/source-options.ts";
import type { Sources } from "./messages.ts";
import { openPosted } from "./shared-source.ts";

/** The sources that a thread has received. Those that have not changed stay open. */
export class PostedSources {
  readonly #thread: number;
  readonly #options: SourceOptions;
  #open: ReadonlyMap<number, ServedSource> = new Map();
  #last: Promise<void> = Promise.resolve();
  status: HealthStatus = "ok";

  constructor(thread: number, options: SourceOptions) {
    this.#thread = thread;
    this.#options = options;
  }

  async open({ sources, status }: Sources): Promise<readonly ServedSource[]> {
    const { names } = this.#options;
    const keptVersions = new Set(sources.map(({ version }) => version));
    for (const [version, { collections }] of this.#open)
      if (!keptVersions.has(version)) for (const { name } of collections) names.release(name);
    const open = new Map<number, ServedSource>();
    for (const posted of sources) {
      const source =
        this.#open.get(posted.version) ?? (await openPosted(posted, this.#options, this.#thread));
      open.set(posted.version, source);
    }
    this.#open = open;
    this.status = status;
    return [...open.values()];
  }

  /** Replaces the sources of a server, after those that were received before. */
  replace(served: ServedSources, sources: Sources): void {
    this.#last = this.#last
      .then(async () => served.replace(await this.open(sources)))
      .catch((error: unknown) => {
        this.status = "degraded";
        note(this.#options.scope, `thread ${this.#thread} keeps its old rows. ${messageOf(error)}`);
      });
  }
}
