import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Kind, ProcessFigures, Started } from "./page-process.ts";

export interface PageFigures {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the server for each request, in microseconds. */
  readonly cpu: number;
}

/** A server of pages in its own process. */
export class PageServer {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #port: number;
  readonly #authorization: string;

  private constructor(child: ChildProcess, folder: string, { port }: Started, authorization: string) {
    this.#child = child;
    this.#folder = folder;
    this.#port = port;
    this.#authorization = authorization;
  }

  /** @param execArgv options of Node.js for the server */
  static async start(kind: Kind, execArgv: readonly string[] = []): Promise<PageServer> {
    const folder = mkdtempSync(join(tmpdir(), "platform-pages-"));
    const file = fileURLToPath(new URL("page-process.ts", import.meta.url));
    const child = fork(file, [kind, join(folder, "platform.db")], { execArgv: [...execArgv] });
    const [started] = (await once(child, "message")) as [Started];
    const token = kind === "platform" ? await tokenOf(started) : undefined;
    return new PageServer(
      child,
      folder,
      started,
      token === undefined ? "" : `Authorization: Bearer ${token}\r\n`,
    );
  }

  /**
   * @param target returns the target of the next request
   * @param requests number of all requests
   * @throws Error for a response without the status 200
   */
  async load(target: () => string, connections: number, requests: number): Promise<PageFigures> {
    let left = requests;
    const next = () =>
      left-- <= 0
        ? undefined
        : `GET ${target()} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n${this.#authorization}\r\n`;
    const latencies: number[] = [];
    const sockets = await Promise.all(Array.from({ length: connections }, () => open(this.#port)));
    this.#child.send("start");
    const start = performance.now();
    await Promise.all(sockets.map((socket) => exchange(socket, next, latencies)));
    const seconds = (performance.now() - start) / 1_000;
    this.#child.send("stop");
    const [{ cpuMicroseconds }] = (await once(this.#child, "message")) as [ProcessFigures];
    for (const socket of sockets) socket.destroy();
    latencies.sort((a, b) => a - b);
    return {
      perSecond: requests / seconds,
      p50: latencies[Math.floor(requests * 0.5)]!,
      p99: latencies[Math.floor(requests * 0.99)]!,
      cpu: cpuMicroseconds / requests,
    };
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.send("end");
    await ended;
    rmSync(this.#folder, { recursive: true });
  }
}

async function tokenOf({ port, secret }: Started): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/VendorLogon/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`admin:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: "VendorAdministrators" }),
  });
  return ((await response.json()) as { readonly access_token: string }).access_token;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.setNoDelay(true);
  await once(socket, "connect");
  return socket;
}

const HEAD_END = "\r\n\r\n";
const LENGTH = /^content-length: *(\d+)/im;

/**
 * Sends a request after each response until `next` returns undefined. Reads sockets itself: an HTTP client takes more CPU time than the
 * server, which shares the processors.
 */
function exchange(socket: Socket, next: () => string | undefined, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    let sent = 0;
    const send = () => {
      const text = next();
      if (text === undefined) return resolve();
      sent = performance.now();
      socket.write(text);
    };
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("The server closed the connection.")));
    socket.on("data", (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const end = received.indexOf(HEAD_END);
      if (end < 0) return;
      const head = received.toString("latin1", 0, end);
      const length = Number(LENGTH.exec(head)![1]);
      if (received.length < end + HEAD_END.length + length) return;
      if (!head.startsWith("HTTP/1.1 200 ")) return reject(new Error(received.toString()));
      received = Buffer.alloc(0);
      latencies.push(performance.now() - sent);
      send();
    });
    send();
  });
}
