import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { randomNumbers } from "../../../bench/harness.ts";
import { exchange } from "./client.ts";
import { VersionChain } from "./version-chain.ts";

export interface CrashOptions {
  /** Arguments of `server.ts`: where the rows are. */
  readonly place: readonly string[];
  /** Number of conditional PUTs that the server has to answer. */
  readonly puts: number;
  /** Maximum number of answered PUTs between two kills. A slow server then makes progress too. */
  readonly putsPerKill: number;
  readonly seed: number;
}

export interface CrashReport {
  /** Number of answered PUTs. */
  readonly puts: number;
  readonly acknowledged: number;
  /** Changes in the chains: the acknowledged ones, and those whose acknowledgement was lost. */
  readonly changes: number;
  readonly kills: number;
}

const CLIENTS = 64;
const ROWS = 16;
const JSON_BODY = { "content-type": "application/json" };
const SERVER = fileURLToPath(new URL("./server.ts", import.meta.url));

/**
 * Sends conditional PUTs from 64 clients to a server, and kills and restarts it in between.
 *
 * @throws Error if the versions of a row do not form one chain with all acknowledged changes
 */
export async function killAndVerify({ place, puts, putsPerKill, seed }: CrashOptions): Promise<CrashReport> {
  const random = randomNumbers(seed);
  const server = new RestartedServer(place);
  const chains = Array.from({ length: ROWS }, () => new VersionChain());
  const path = (row: number) => `/links/${row}`;
  await server.start();
  for (const [row, chain] of chains.entries()) {
    const body = JSON.stringify({ id: String(row), n: 0, previous: "" });
    const { status, etag } = await exchange(server.port, "POST", "/links", JSON_BODY, body);
    if (status !== 201) throw new Error(`The row ${row} was not created: ${status}.`);
    chain.seen(etag, "");
  }
  let answered = 0;
  let kills = 0;
  let nextKill = nextOf(random, putsPerKill);

  const read = async (row: number) => {
    const { status, etag, body } = await exchange(server.port, "GET", path(row));
    if (status !== 200) throw new UnexpectedStatus(`GET of row ${row} has the status ${status}: ${body}`);
    const { n, previous } = JSON.parse(body) as { readonly n: number; readonly previous: string };
    chains[row]!.seen(etag, previous);
    return { etag, n };
  };

  const client = async () => {
    while (answered < puts) {
      const row = Math.floor(random() * ROWS);
      try {
        let current: { etag: string; n: number } | undefined = await read(row);
        // A client continues with the version that it wrote, until another client has changed the row first.
        for (let i = 0; i < 8 && current !== undefined && answered < puts; i++) {
          const next = put(row, current);
          if (answered >= nextKill) {
            nextKill = answered + nextOf(random, putsPerKill);
            kills++;
            void server.restart();
          }
          current = await next;
        }
      } catch (error) {
        if (error instanceof UnexpectedStatus || error instanceof SyntaxError) throw error;
        if (!isLostConnection(error)) throw error;
        await server.running;
      }
    }
  };

  const put = async (row: number, { etag: previous, n }: { readonly etag: string; readonly n: number }) => {
    const body = JSON.stringify({ n: n + 1, previous });
    const headers = { ...JSON_BODY, "if-match": `"${previous}"` };
    const { status, etag, body: text } = await exchange(server.port, "PUT", path(row), headers, body);
    answered++;
    if (status === 412) return undefined;
    if (status !== 200) throw new UnexpectedStatus(`PUT of row ${row} has the status ${status}: ${text}`);
    chains[row]!.acknowledged(etag, previous);
    return { etag, n: n + 1 };
  };

  try {
    await Promise.all(Array.from({ length: CLIENTS }, client));
    await server.restart();
    let changes = 0;
    for (const [row, chain] of chains.entries()) {
      const { etag, n } = await read(row);
      const length = chain.verify(etag);
      if (length !== n) throw new Error(`Row ${row} counts ${n} changes, and its chain has ${length}.`);
      changes += length;
    }
    const acknowledged = chains.reduce((sum, chain) => sum + chain.acknowledgedCount, 0);
    return { puts: answered, acknowledged, changes, kills };
  } finally {
    await server.stop();
  }
}

class UnexpectedStatus extends Error {}

function isLostConnection(error: unknown): boolean {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  return (
    ["ECONNRESET", "ECONNREFUSED", "EPIPE"].includes(code ?? "") || message === "The connection was lost."
  );
}

/** A server process that is killed without warning, and started again. */
class RestartedServer {
  readonly #place: readonly string[];
  #child: ChildProcess | undefined;
  port = 0;
  /** Resolves when the server answers again. */
  running: Promise<void> = Promise.resolve();

  constructor(place: readonly string[]) {
    this.#place = place;
  }

  start(): Promise<void> {
    const child = spawn(process.execPath, [SERVER, ...this.#place], { stdio: ["pipe", "pipe", "inherit"] });
    this.#child = child;
    this.running = once(child.stdout, "data").then(([data]) => void (this.port = Number(String(data))));
    return this.running;
  }

  async restart(): Promise<void> {
    const restarted = this.running.then(async () => {
      await this.stop();
      await this.start();
    });
    this.running = restarted;
    await restarted;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }
}

function nextOf(random: () => number, most: number): number {
  return 1 + Math.floor(random() * most);
}
