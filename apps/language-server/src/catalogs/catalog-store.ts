import { stat } from "node:fs/promises";
import type { LoadedSource, ReadData } from "./collection.ts";
import { readDocument } from "./read-document.ts";
import { readCatalogFile } from "./read-file.ts";
import { readServer } from "./read-server.ts";
import type { CatalogReference, CatalogRule, Settings } from "./settings.ts";

/** Milliseconds between two looks at the files, if the client does not report their changes. */
const POLL_INTERVAL = 2_000;

const NONE: LoadedSource = { collections: [] };

interface Entry {
  readonly source: CatalogReference;
  readonly loading: AbortController;
  loaded: LoadedSource | undefined;
  readonly done: Promise<void>;
}

export interface CatalogStoreOptions {
  readonly readData: ReadData;
  /** Called after the collections of a source have changed. */
  readonly onChange: () => void;
  /** Receives a sentence for the user. */
  readonly onProblem: (message: string) => void;
}

/** Loads the catalogs of the settings, each once, and again after a change of its file. */
export class CatalogStore {
  readonly #options: CatalogStoreOptions;
  #settings: Settings | undefined;
  #entries = new Map<string, Entry>();
  #timer: NodeJS.Timeout | undefined;
  /** Times and sizes of the files when they were read last. */
  readonly #states = new Map<string, string>();

  constructor(options: CatalogStoreOptions) {
    this.#options = options;
  }

  /** Replaces the settings. Sources that both have stay loaded. */
  configure(settings: Settings): void {
    this.#settings = settings;
    const references = new Map(settings.rules.map(({ reference }) => [keyOf(reference), reference]));
    for (const [key, entry] of this.#entries) {
      if (references.has(key)) continue;
      entry.loading.abort();
      this.#entries.delete(key);
    }
    for (const [key, reference] of references) if (!this.#entries.has(key)) this.#load(key, reference);
  }

  /** Paths of the files that catalogs come from. */
  files(): readonly string[] {
    return [...this.#entries.values()].flatMap(({ source }) => (source.kind === "file" ? [source.path] : []));
  }

  /** Returns the rule of a file. */
  ruleOf(path: string): CatalogRule | undefined {
    return this.#settings?.rules.find(({ matches }) => matches(path));
  }

  /** Returns what is loaded for a rule so far. */
  loaded(rule: CatalogRule | undefined): LoadedSource {
    return (rule && this.#entries.get(keyOf(rule.reference))?.loaded) ?? NONE;
  }

  /** Waits until the source of a rule is loaded, or has failed. */
  async ready(rule: CatalogRule | undefined): Promise<void> {
    await (rule && this.#entries.get(keyOf(rule.reference))?.done);
  }

  /** Loads sources again: those of the given files, or all. */
  reload(paths?: ReadonlySet<string>): void {
    for (const [key, { source }] of this.#entries)
      if (paths === undefined || (source.kind === "file" && paths.has(source.path))) this.#load(key, source);
  }

  /** Compares the times of the files at intervals. For clients that do not report changes of files. */
  poll(interval = POLL_INTERVAL): void {
    const look = async () => {
      const changed = new Set<string>();
      for (const path of this.files()) {
        const state = await stateOf(path);
        if (this.#states.get(path) !== state) changed.add(path);
      }
      if (changed.size > 0) this.reload(changed);
      this.#timer?.refresh();
    };
    this.#timer = setTimeout(() => void look(), interval).unref();
    void look();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { loading } of this.#entries.values()) loading.abort();
    this.#entries.clear();
  }

  #load(key: string, source: CatalogReference): void {
    const before = this.#entries.get(key);
    before?.loading.abort();
    const loading = new AbortController();
    const done = this.#readSource(source, loading.signal).then((loaded) => {
      if (loading.signal.aborted) return;
      // A file that is being written must not remove the members from an editor.
      entry.loaded =
        loaded.problem === undefined ? loaded : { ...(entry.loaded ?? NONE), problem: loaded.problem };
      if (loaded.problem !== undefined)
        this.#options.onProblem(`${nameOf(source)} cannot be used. ${loaded.problem}`);
      this.#options.onChange();
    });
    const entry: Entry = { source, loading, loaded: before?.loaded, done };
    this.#entries.set(key, entry);
  }

  async #readSource(source: CatalogReference, signal: AbortSignal): Promise<LoadedSource> {
    try {
      switch (source.kind) {
        case "url":
          return await readServer(source.url, signal);
        case "file":
          // Before the file is read: a later change is noticed.
          this.#states.set(source.path, await stateOf(source.path));
          return await readCatalogFile(source.path, this.#options.readData, signal);
        case "definition":
          return readDocument({ members: {}, ...source.definition }, "rows") ?? NONE;
        case "family": {
          const { findCatalog } = await import("tamis/families");
          const catalog = findCatalog(source.name);
          return catalog.found
            ? { collections: [{ name: catalog.catalog.name, catalog: catalog.catalog }] }
            : { collections: [], problem: "There is no such family." };
        }
      }
    } catch (error) {
      return { collections: [], problem: problemOf(error) };
    }
  }
}

/** Changes whenever the file does. */
async function stateOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size } = await stat(path);
    return `${mtimeMs} ${size}`;
  } catch {
    return "missing";
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return "It cannot be read.";
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "There is no such file.";
  return typeof code === "string" ? `It cannot be read (${code}).` : error.message;
}

function nameOf(source: CatalogReference): string {
  switch (source.kind) {
    case "url":
      return `The catalog of ${withoutSecrets(source.url)}`;
    case "file":
      return `The catalog ${source.path}`;
    case "family":
      return `The family ${source.name}`;
    case "definition":
      return "The catalog of the settings";
  }
}

function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function keyOf(reference: CatalogReference): string {
  return JSON.stringify(reference);
}
