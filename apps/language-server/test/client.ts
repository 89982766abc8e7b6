/** A client of the language server over the standard streams of the built program. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { PassThrough } from "node:stream";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from "vscode-jsonrpc/node";
import { runLanguageServer, type ReadData } from "../src/index.ts";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
export const BIN = join(ROOT, "bin/tamis.cjs");

export const canRun = existsSync(join(ROOT, "dist/program/tamis.cjs"));
if (!canRun)
  console.warn(
    "The program is not built, so tests of the language server are skipped. Run npm run build first.",
  );

export interface RunningServer {
  readonly connection: MessageConnection;
  readonly stdin: NodeJS.WritableStream;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  readonly errors: () => string;
  readonly stop: () => void;
}

/** @param program file of a server */
export function startServer(program = BIN): RunningServer {
  const child = spawn(process.execPath, [program, "language-server", "--stdio"], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onError(() => undefined);
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin.on("error", () => undefined);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return {
    connection,
    stdin: child.stdin,
    ended,
    errors: () => errors,
    stop: () => {
      connection.dispose();
      child.kill();
    },
  };
}

/** A server in this process. Its messages pass through streams, as those of a program do. */
export class LocalServer {
  readonly toServer = new PassThrough();
  readonly #fromServer = new PassThrough();
  readonly connection: MessageConnection;
  readonly ended: Promise<number>;
  readonly errors: unknown[] = [];
  /** Messages that the server has shown to the user. */
  readonly shown: string[] = [];
  readonly diagnostics = new Map<string, readonly LocalDiagnostic[]>();
  configuration: unknown;
  readonly #waiting: (() => void)[] = [];

  constructor(readData: ReadData = () => Promise.reject(new Error("There is no data."))) {
    this.connection = createMessageConnection(
      new StreamMessageReader(this.#fromServer),
      new StreamMessageWriter(this.toServer),
    );
    this.connection.onNotification((method, params) => {
      const { message, uri, diagnostics } = params as {
        readonly message: string;
        readonly uri: string;
        readonly diagnostics: readonly LocalDiagnostic[];
      };
      if (method === "window/showMessage") this.shown.push(message);
      if (method === "textDocument/publishDiagnostics") this.diagnostics.set(uri, diagnostics);
      for (const resolve of this.#waiting.splice(0)) resolve();
    });
    this.connection.onRequest((method) =>
      method === "workspace/configuration" ? [this.configuration] : null,
    );
    this.connection.onError(() => undefined);
    this.connection.listen();
    this.ended = runLanguageServer({
      input: this.toServer,
      output: this.#fromServer,
      version: "0.0.0",
      readData,
      onError: (error) => this.errors.push(error),
      delay: 0,
    });
  }

  async initialize(params: object = {}): Promise<void> {
    await this.connection.sendRequest("initialize", {
      processId: null,
      rootUri: null,
      capabilities: {},
      ...params,
    });
    await this.connection.sendNotification("initialized", {});
  }

  async open(uri: string, text: string, languageId = ""): Promise<void> {
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Waits for a notification of the server, until a condition holds. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async stop(): Promise<number> {
    this.toServer.end();
    const code = await this.ended;
    this.connection.dispose();
    return code;
  }
}

export interface LocalDiagnostic {
  readonly code: string;
  readonly message: string;
  readonly range: { readonly start: LocalPosition; readonly end: LocalPosition };
}

export interface LocalPosition {
  readonly line: number;
  readonly character: number;
}
