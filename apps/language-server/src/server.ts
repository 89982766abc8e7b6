import type { Readable, Writable } from "node:stream";
import {
  CancellationTokenSource,
  createConnection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  DocumentFormattingRequest,
  DocumentRangeFormattingRequest,
  ErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  type CancellationToken,
  type Disposable,
  type FileSystemWatcher,
  type InitializeResult,
  type ShowMessageParams,
} from "vscode-languageserver";
import { createProtocolConnection, StreamMessageWriter } from "vscode-languageserver-protocol/node";
import { basename, dirname, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { pathOfUri } from "./catalogs/settings.ts";
import type { ReadData } from "./catalogs/collection.ts";
import { chooseEncoding, readClient, rootOf } from "./client.ts";
import { capabilitiesFor, RELOAD_CATALOGS } from "./features/capabilities.ts";
import { completionAt } from "./features/completion.ts";
import { diagnosticsOf } from "./features/diagnostics.ts";
import { codeActionsIn, formattingIn, prepareRename, renameAt } from "./features/edits.ts";
import { hoverAt, signatureHelpAt } from "./features/explanation.ts";
import type { Client, Snapshot } from "./features/state.ts";
import { foldingRangesOf, selectionRangeAt, semanticTokensIn } from "./features/structure.ts";
import { own, ownObjects, ownString } from "./messages/own.ts";
import { invalidParams, readPosition, readRange, readUri } from "./text/params.ts";
import { BoundedMessageReader } from "./transport/message-reader.ts";
import { Workspace } from "./workspace.ts";

export interface LanguageServerOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly version: string;
  /** Reads the catalog of a data file. */
  readonly readData: ReadData;
  /** Receives internal errors. */
  readonly onError: (error: unknown) => void;
  /** Ends the server. */
  readonly signal?: AbortSignal;
  /** Milliseconds after a change until pushed diagnostics are computed. */
  readonly delay?: number;
}

const DELAY = 150;
/** Milliseconds after the last message in which answers are sent. */
const END_DELAY = 50;
/** Number of turns of the event loop to wait after that. Each handles one waiting message, also on a slow computer. */
const END_TURNS = 100;
const PARENT_INTERVAL = 3_000;
/** Messages that are shown at most once. */
const MAXIMUM_SHOWN = 100;

const FILTER_FILES = [{ language: "tamis-filter" }, { pattern: "**/*.tamis-filter" }];

/** Runs a language server until its client ends it. Returns the exit code of the protocol: 1 without a `shutdown` before. */
export function runLanguageServer(options: LanguageServerOptions): Promise<number> {
  return new Promise((resolve) => new LanguageServer(options, resolve).listen());
}

function inTurns(turns: number, callback: () => void): void {
  setImmediate(() => (turns <= 1 ? callback() : inTurns(turns - 1, callback)));
}

class LanguageServer {
  readonly #options: LanguageServerOptions;
  readonly #connection: ReturnType<typeof createConnection>;
  readonly #workspace: Workspace;
  readonly #pushes = new Map<string, { timer: NodeJS.Timeout; readonly cancel: CancellationTokenSource }>();
  readonly #shownMessages = new Set<string>();
  /** The diagnostics that were sent last, by the URI of the document. */
  readonly #sentDiagnostics = new Map<string, string>();
  #client: Client = readClient({});
  #settings: unknown;
  #watched: Disposable | undefined;
  #isReady = false;

  constructor(options: LanguageServerOptions, onEnd: (code: number) => void) {
    this.#options = options;
    let parent: NodeJS.Timeout | undefined;
    let hasEnded = false;
    const end = (code: number) => {
      if (hasEnded) return;
      hasEnded = true;
      clearInterval(parent);
      for (const uri of [...this.#pushes.keys()]) this.#stopPush(uri);
      this.#workspace.close();
      onEnd(code);
    };
    const later = (code: () => number) =>
      void setTimeout(() => inTurns(END_TURNS, () => end(code())), END_DELAY);
    const watchDog = {
      shutdownReceived: false,
      initialize: (params: unknown) => {
        const id = own(params, "processId");
        if (!Number.isInteger(id) || (id as number) <= 0) return;
        // A server whose editor has crashed must not remain.
        parent ??= setInterval(() => {
          if (!isRunning(id as number)) end(1);
        }, PARENT_INTERVAL).unref();
      },
      exit: (code: number) => later(() => code),
    };
    // An editor that ends without `shutdown` has crashed.
    const stop = () => later(() => (watchDog.shutdownReceived || !this.#isReady ? 0 : 1));
    const reader = new BoundedMessageReader(options.input, stop);
    const writer = new StreamMessageWriter(options.output);
    const connect = (logger: Parameters<typeof createProtocolConnection>[2]) =>
      createProtocolConnection(reader, writer, logger);
    this.#connection = createConnection(connect, watchDog);
    this.#workspace = new Workspace({
      readData: options.readData,
      onChange: () => this.#refresh(),
      onProblem: (message) => this.#show(message),
    });
    options.signal?.addEventListener("abort", stop, { once: true });
    this.#handleLifecycle();
    this.#handleDocuments();
    this.#handleRequests();
  }

  listen(): void {
    this.#connection.listen();
  }

  #handleLifecycle(): void {
    this.#connection.onInitialize((params: unknown): InitializeResult => {
      this.#client = readClient(params);
      this.#settings = own(params, "initializationOptions");
      this.#workspace.documents.encoding = chooseEncoding(params);
      this.#workspace.open(rootOf(params));
      return {
        capabilities: capabilitiesFor(this.#client, this.#workspace.documents.encoding),
        serverInfo: { name: "tamis", version: this.#options.version },
      };
    });
    this.#notification("initialized", () => {
      this.#isReady = true;
      void this.#register();
      void this.#configure();
    });
    this.#notification("workspace/didChangeConfiguration", (params) => {
      const settings = own(params, "settings", "tamis");
      if (settings !== undefined && settings !== null) this.#settings = settings;
      void this.#configure();
    });
    this.#notification("workspace/didChangeWatchedFiles", (params) => {
      const paths = ownObjects(params, "changes").flatMap(
        (folder) => pathOfUri(ownString(folder, "uri") ?? "") ?? [],
      );
      this.#workspace.catalogs.reload(new Set(paths));
    });
    this.#connection.onRequest("workspace/executeCommand", (params: unknown) => {
      if (ownString(params, "command") !== RELOAD_CATALOGS) invalidParams("There is no such command.");
      this.#shownMessages.clear();
      this.#workspace.catalogs.reload();
      return null;
    });
  }

  #handleDocuments(): void {
    const { documents } = this.#workspace;
    this.#notification("textDocument/didOpen", (params) => this.#push(documents.open(params).uri, 0));
    this.#notification("textDocument/didChange", (params) => {
      const document = documents.change(params);
      if (document !== undefined) this.#push(document.uri, this.#options.delay ?? DELAY);
    });
    this.#notification("textDocument/didClose", (params) => {
      const uri = documents.close(params);
      this.#stopPush(uri);
      this.#sentDiagnostics.delete(uri);
      if (!this.#client.pullsDiagnostics) void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
    });
  }

  #handleRequests(): void {
    const client = () => this.#client;
    this.#request("textDocument/completion", { isIncomplete: false, items: [] }, (snapshot, params, token) =>
      completionAt(snapshot, offsetIn(snapshot, params), { client: client(), token }),
    );
    this.#request("textDocument/hover", null, (snapshot, params) =>
      hoverAt(snapshot, offsetIn(snapshot, params), client()),
    );
    this.#request("textDocument/signatureHelp", null, (snapshot, params) =>
      signatureHelpAt(snapshot, offsetIn(snapshot, params), client()),
    );
    this.#request("textDocument/codeAction", [], (snapshot, params) => {
      const kinds = own(params, "context", "only");
      return codeActionsIn(snapshot, spanIn(snapshot, params), {
        client: client(),
        only: Array.isArray(kinds) ? kinds.filter((kind) => typeof kind === "string") : undefined,
      });
    });
    this.#request("textDocument/formatting", [], (snapshot, params) =>
      formattingIn(snapshot, { start: 0, end: snapshot.document.content.getText().length }, indentOf(params)),
    );
    this.#request("textDocument/rangeFormatting", [], (snapshot, params) =>
      formattingIn(snapshot, spanIn(snapshot, params), indentOf(params)),
    );
    this.#request("textDocument/prepareRename", null, (snapshot, params) =>
      prepareRename(snapshot, offsetIn(snapshot, params)),
    );
    this.#request("textDocument/rename", null, (snapshot, params) =>
      renameAt(snapshot, offsetIn(snapshot, params), params, client()),
    );
    this.#request("textDocument/semanticTokens/full", null, (snapshot, _, token) =>
      semanticTokensIn(snapshot, undefined, token),
    );
    this.#request("textDocument/semanticTokens/range", null, (snapshot, params, token) =>
      semanticTokensIn(snapshot, spanIn(snapshot, params), token),
    );
    this.#request("textDocument/foldingRange", [], (snapshot, _, token) => foldingRangesOf(snapshot, token));
    this.#request("textDocument/selectionRange", [], (snapshot, params) => {
      const positions = own(params, "positions");
      if (!Array.isArray(positions)) invalidParams("positions must be an array");
      return positions.map((position) =>
        selectionRangeAt(snapshot, snapshot.document.positions.offsetAt(readPosition(position))),
      );
    });
    this.#request("textDocument/diagnostic", { kind: "full", items: [] }, async (snapshot, params, token) => {
      const { revision } = snapshot;
      if (ownString(params, "previousResultId") === revision)
        return { kind: "unchanged", resultId: revision };
      return { kind: "full", resultId: revision, items: await diagnosticsOf(snapshot, token) };
    });
  }

  /** Answers a request about a document. `none` answers for documents that are not open. */
  #request(
    method: string,
    none: unknown,
    answer: (snapshot: Snapshot, params: unknown, token: CancellationToken) => unknown,
  ): void {
    this.#connection.onRequest(method, async (params: unknown, token: CancellationToken) => {
      try {
        const snapshot = await this.#workspace.snapshot(readUri(params), token);
        return snapshot === undefined ? none : await answer(snapshot, params, token);
      } catch (error) {
        if (error instanceof ResponseError) throw error as ResponseError;
        this.#options.onError(error);
        // The message of an unexpected error could contain a part of a file.
        throw new ResponseError(ErrorCodes.InternalError, "The request failed. Please report it.");
      }
    });
  }

  #notification(method: string, handle: (params: unknown) => void): void {
    this.#connection.onNotification(method, (params: unknown) => {
      try {
        handle(params);
      } catch (error) {
        if (error instanceof ResponseError) this.#connection.console.warn(`${method}: ${error.message}`);
        else this.#options.onError(error);
      }
    });
  }

  /** Computes diagnostics after a delay, and sends them. Nothing for a client that pulls them. */
  #push(uri: string, delay: number): void {
    if (this.#client.pullsDiagnostics) return;
    this.#stopPush(uri);
    const cancel = new CancellationTokenSource();
    const timer = setTimeout(() => void this.#sendDiagnostics(uri, cancel.token), delay);
    this.#pushes.set(uri, { timer, cancel });
  }

  async #sendDiagnostics(uri: string, token: CancellationToken): Promise<void> {
    try {
      const snapshot = await this.#workspace.snapshot(uri, token);
      if (snapshot === undefined) return;
      const diagnostics = await diagnosticsOf(snapshot, token);
      if (this.#workspace.documents.get(uri) !== snapshot.document) return;
      const params = { uri, version: snapshot.version, diagnostics };
      const serialized = JSON.stringify(params);
      if (this.#sentDiagnostics.get(uri) === serialized) return;
      this.#sentDiagnostics.set(uri, serialized);
      await this.#connection.sendDiagnostics(params);
    } catch (error) {
      // A newer version of the document has its own diagnostics.
      if (!(error instanceof ResponseError)) this.#options.onError(error);
    }
  }

  #stopPush(uri: string): void {
    const push = this.#pushes.get(uri);
    if (push === undefined) return;
    clearTimeout(push.timer);
    push.cancel.cancel();
    this.#pushes.delete(uri);
  }

  /** Diagnostics of all documents may have changed. */
  #refresh(): void {
    if (!this.#client.pullsDiagnostics) {
      for (const { uri } of this.#workspace.documents.all()) this.#push(uri, 0);
    } else if (this.#client.refreshesDiagnostics && this.#isReady) {
      this.#connection.languages.diagnostics.refresh().catch(() => undefined);
    }
  }

  async #configure(): Promise<void> {
    const settings = this.#client.configuration
      ? this.#connection.workspace.getConfiguration("tamis").then(
          (configuration: unknown) => configuration ?? this.#settings,
          () => this.#settings,
        )
      : Promise.resolve(this.#settings);
    await this.#workspace.configure(settings);
    await this.#watch();
  }

  async #register(): Promise<void> {
    const { client } = this.#connection;
    const options = { documentSelector: FILTER_FILES };
    try {
      if (this.#client.registersFormatting) {
        await client.register(DocumentFormattingRequest.type, options);
        await client.register(DocumentRangeFormattingRequest.type, options);
      }
      if (this.#client.registersConfiguration)
        await client.register(DidChangeConfigurationNotification.type, { section: "tamis" });
    } catch {
      // A client that refuses a registration works without the feature.
    }
    if (!this.#client.watchesFiles) this.#workspace.catalogs.poll();
  }

  /** Asks the client to report changes of the files that catalogs come from. */
  async #watch(): Promise<void> {
    if (!this.#client.watchesFiles) return;
    const before = this.#watched;
    const watchers = this.#workspace.catalogs.files().map((path): FileSystemWatcher => ({
      globPattern: this.#client.relativePatterns
        ? { baseUri: pathToFileURL(dirname(path)).href, pattern: basename(path) }
        : path.replaceAll(sep, "/"),
    }));
    try {
      this.#watched =
        watchers.length === 0
          ? undefined
          : await this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
      before?.dispose();
    } catch {
      this.#workspace.catalogs.poll();
    }
  }

  /** Shows a problem of the settings or of a catalog, once. */
  #show(message: string): void {
    if (this.#shownMessages.has(message) || this.#shownMessages.size >= MAXIMUM_SHOWN) return;
    this.#shownMessages.add(message);
    const params: ShowMessageParams = { type: MessageType.Warning, message: `tamis: ${message}` };
    void this.#connection.sendNotification(ShowMessageNotification.type, params);
  }
}

function offsetIn({ document }: Snapshot, params: unknown): number {
  return document.positions.offsetAt(readPosition(own(params, "position")));
}

function spanIn({ document }: Snapshot, params: unknown): { readonly start: number; readonly end: number } {
  return document.positions.spanOf(readRange(own(params, "range")));
}

function indentOf(params: unknown): { readonly indent?: number } {
  const size = own(params, "options", "tabSize");
  return Number.isInteger(size) && (size as number) > 0 && (size as number) <= 16
    ? { indent: size as number }
    : {};
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
