import { dirname, join } from "node:path";
import { escapeControls } from "tamis/diagnostics";
import type { Scope } from "../command/command.ts";
import { note } from "../command/report.ts";
import { messageOf } from "../io/errors.ts";
import { formatRows } from "../io/format-count.ts";
import { fileState } from "./sources/file-state.ts";
import { dataFilesOf, type OpenedSources, type OpenSource } from "./sources/open-sources.ts";
import type { WatchedSource } from "./sources/served-source.ts";
import type { SourceOptions } from "./sources/source-options.ts";
import type { WatchedSources } from "./sources/watched-sources.ts";
import { watchFile } from "./watch-files.ts";

/** Milliseconds between two looks at a folder. */
const INTERVAL = 250;

function isIn(folder: string, location: string): boolean {
  return dirname(location) === dirname(join(folder, "x"));
}

/** Keeps the sources of a server up to date: loads changed files, and those that appear in its folders. */
export class SourceWatch<S extends WatchedSource> {
  readonly #served: WatchedSources<S>;
  readonly #folders: readonly string[];
  readonly #options: SourceOptions;
  readonly #open: OpenSource<S>;
  readonly #scope: Scope;
  /** Functions that stop watching a file, by its location. */
  readonly #stops = new Map<string, () => void>();
  /** States of the files of folders that could not be opened, by location. */
  readonly #failed: Map<string, string>;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    served: WatchedSources<S>,
    { folders, failed }: Pick<OpenedSources<S>, "folders" | "failed">,
    options: SourceOptions,
    open: OpenSource<S>,
  ) {
    this.#served = served;
    this.#folders = folders;
    this.#failed = new Map(failed);
    this.#options = options;
    this.#open = open;
    this.#scope = options.scope;
    for (const source of served.sources) this.#watch(source);
    if (folders.length > 0) void this.#lookAt(new Map());
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const stop of this.#stops.values()) stop();
  }

  #watch({ location, file, state, shown, reload }: WatchedSource): void {
    if (file === undefined || reload === undefined) return;
    const onChange = async () => {
      try {
        const { collections } = await this.#served.reload(location);
        const rows = collections.reduce((sum, collection) => sum + (collection.rows ?? 0), 0);
        note(this.#scope, `${shown} has changed. It has ${formatRows(rows)} now.`);
      } catch (error) {
        note(this.#scope, `${shown} has changed, but the server keeps its old rows. ${messageOf(error)}`);
      }
    };
    const onMissing = () => {
      note(this.#scope, `${shown} was removed, but the server keeps its rows.`);
    };
    // The watch of its folder reports a removed file, and no longer serves it.
    const isInFolder = this.#folders.some((folder) => isIn(folder, location));
    this.#stops.set(location, watchFile(file, state, onChange, isInFolder ? undefined : onMissing));
  }

  /** @param before states of the files at the last look, by location. A file that is still being written changes its state */
  async #lookAt(before: ReadonlyMap<string, string>): Promise<void> {
    const now = new Map<string, string>();
    for (const folder of this.#folders) {
      // A folder that cannot be read may be back at the next look.
      const files = await dataFilesOf(folder).catch(() => undefined);
      if (files === undefined) continue;
      for (const location of files.data) {
        const state = await fileState(location);
        if (state !== undefined) now.set(location, state);
      }
      await this.#update(folder, now, before);
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#lookAt(now), INTERVAL).unref();
  }

  async #update(
    folder: string,
    now: ReadonlyMap<string, string>,
    before: ReadonlyMap<string, string>,
  ): Promise<void> {
    const servedLocations = new Set(this.#served.sources.map(({ location }) => location));
    for (const [location, state] of now) {
      const isNew = isIn(folder, location) && !servedLocations.has(location);
      if (isNew && before.get(location) === state && this.#failed.get(location) !== state)
        await this.#add(location, state);
    }
    for (const location of servedLocations) {
      const isInside = isIn(folder, location);
      // A file that is missing once is between the two steps of a replacement.
      if (isInside && !now.has(location) && !before.has(location)) this.#remove(location);
    }
  }

  async #add(location: string, state: string): Promise<void> {
    try {
      const source = await this.#options.names.during(() => this.#open(location, this.#options));
      this.#failed.delete(location);
      this.#served.add(source);
      this.#watch(source);
      note(this.#scope, `${source.shown} is new, and served.`);
    } catch (error) {
      this.#failed.set(location, state);
      note(this.#scope, `${escapeControls(location)} is new, but cannot be served. ${messageOf(error)}`);
    }
  }

  #remove(location: string): void {
    this.#stops.get(location)?.();
    this.#stops.delete(location);
    const source = this.#served.remove(location);
    for (const { name } of source.collections) this.#options.names.release(name);
    note(this.#scope, `${source.shown} was removed, and is no longer served.`);
  }
}
