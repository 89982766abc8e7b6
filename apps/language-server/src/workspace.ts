import { relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { LSPErrorCodes, ResponseError, type CancellationToken } from "vscode-languageserver";
import type { ReadData } from "./catalogs/collection.ts";
import { CatalogStore } from "./catalogs/catalog-store.ts";
import { pathOfUri, readSettings, type CatalogRule, type Settings } from "./catalogs/settings.ts";
import type { Snapshot } from "./features/state.ts";
import { Analysis } from "./text/analysis.ts";
import { Documents, type OpenDocument } from "./text/documents.ts";
import { contentModified } from "./text/params.ts";
import { loadLanguages, Services } from "./text/services.ts";

/** Milliseconds that a request waits for settings and catalogs. Later, the client is told to ask again. */
const MAXIMUM_WAIT = 1_000;

export interface WorkspaceOptions {
  readonly readData: ReadData;
  /** Called if answers about all documents may have changed. */
  readonly onChange: () => void;
  readonly onProblem: (message: string) => void;
}

/** Documents, settings and catalogs of a client. */
export class Workspace {
  readonly documents = new Documents();
  readonly catalogs: CatalogStore;
  readonly #options: WorkspaceOptions;
  readonly #analyses = new WeakMap<
    OpenDocument,
    { readonly generation: number; readonly analysis: Analysis }
  >();
  readonly #languages = loadLanguages();
  #root: string | undefined;
  #settings: Settings = readSettings({}, undefined);
  #services: Services = new Services(this.#settings, []);
  /** Counts the changes of settings and catalogs. */
  #generation = 0;
  #configured: Promise<void> = Promise.resolve();
  readonly #revisions = new WeakMap<OpenDocument, number>();
  #revision = 0;

  constructor(options: WorkspaceOptions) {
    this.#options = options;
    this.catalogs = new CatalogStore({
      readData: options.readData,
      onProblem: options.onProblem,
      onChange: () => void this.#renew(),
    });
  }

  open(root: string | undefined): void {
    this.#root = root;
  }

  /** Applies settings once they have arrived. Requests wait for them. */
  configure(settings: Promise<unknown>): Promise<void> {
    this.#configured = settings.then(async (value) => {
      this.#settings = readSettings(value, this.#root);
      for (const problem of this.#settings.problems) this.#options.onProblem(problem);
      this.catalogs.configure(this.#settings);
      await this.#renew();
    });
    return this.#configured;
  }

  /**
   * Returns the present version of a document with its expressions. Undefined for a document that is not open.
   * @throws ResponseError if the document changes in the meantime, or the client cancels the request
   */
  async snapshot(uri: string, token: CancellationToken): Promise<Snapshot | undefined> {
    const document = this.documents.get(uri);
    if (document === undefined) return undefined;
    const rule = () => this.catalogs.ruleOf(this.#pathOf(uri));
    await atMost(
      MAXIMUM_WAIT,
      this.#configured.then(() => this.catalogs.ready(rule())),
    );
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, "Cancelled.");
    if (this.documents.get(uri) !== document) contentModified();
    return {
      document,
      version: document.content.version,
      analysis: this.#analysisOf(document, rule()),
      revision: `${this.#revisionOf(document)}.${this.#generation}`,
    };
  }

  close(): void {
    this.catalogs.close();
  }

  async #renew(): Promise<void> {
    this.#services = new Services(this.#settings, await this.#languages);
    this.#generation++;
    this.#options.onChange();
  }

  #analysisOf(document: OpenDocument, rule: CatalogRule | undefined): Analysis {
    const cached = this.#analyses.get(document);
    if (cached?.generation === this.#generation) return cached.analysis;
    const analysis = new Analysis(document.content.getText(), document.language, {
      settings: this.#settings,
      services: this.#services,
      collections: this.catalogs.loaded(rule).collections,
      collection: rule?.collection,
    });
    this.#analyses.set(document, { generation: this.#generation, analysis });
    return analysis;
  }

  #revisionOf(document: OpenDocument): number {
    const revision = this.#revisions.get(document) ?? ++this.#revision;
    this.#revisions.set(document, revision);
    return revision;
  }

  /** Returns the path that patterns of the settings are compared with: relative to the folder, with slashes. */
  #pathOf(uri: string): string {
    const path = pathOfUri(uri);
    if (path === undefined) return uri;
    const inside = this.#root === undefined ? path : relative(this.#root, path);
    return (inside.startsWith("..") ? path : inside).replaceAll(sep, "/");
  }
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  try {
    await Promise.race([work, setTimeout(milliseconds, undefined, { signal: stop.signal, ref: false })]);
  } finally {
    stop.abort();
  }
}
