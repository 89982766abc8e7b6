import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { median } from "../harness.ts";
import { ClientConnection } from "./client-connection.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/tamis.cjs", import.meta.url));

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** Requests that begin each second, evenly distributed. Default: each connection sends a request once it has the answer to the last one. */
  readonly rate?: number | undefined;
  /** Returns the path and the query of the next request. */
  readonly target: () => string;
}

export interface LoadFigures {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of CPU time that the server takes for a request, in all of its threads. */
  readonly cpu: number;
}

/** A server in a process of its own, which prints `listening on URL`. */
export class Served {
  readonly #child: ChildProcess;
  readonly #url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.#url = url;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** @param args options of Node.js, the file, and its arguments */
  static async start(args: readonly string[]): Promise<Served> {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /^listening on (\S+)/.exec(line)?.[1];
      if (url !== undefined) return new Served(child, url);
    }
    throw new Error(`${args.join(" ")} did not start`);
  }

  /** Starts `tamis serve` with a file or the address of a database. */
  static startTamis(source: string, ...options: readonly string[]): Promise<Served> {
    return Served.start([PROGRAM, "serve", source, ...options, "--port", "0", "--log", "none"]);
  }

  async load({ connections, seconds, rate, target }: LoadOptions): Promise<LoadFigures> {
    // A server closes the connections of earlier loads while another server is loaded.
    const clients = await Promise.all(
      Array.from({ length: connections }, () => ClientConnection.open(this.#url)),
    );
    const latencies: number[] = [];
    const begin = performance.now();
    const end = begin + seconds * 1_000;
    const cpuBefore = cpuMilliseconds(this.pid);
    let next = 0;
    const send = async (client: ClientConnection) => {
      for (;;) {
        // A request that waits for a connection is late from the moment at which it is due.
        const due = rate === undefined ? performance.now() : begin + (next++ / rate) * 1_000;
        if (due >= end) return;
        const early = due - performance.now();
        if (early > 0) await sleep(early);
        await client.get(target());
        latencies.push(performance.now() - due);
      }
    };
    await Promise.all(clients.map(send));
    for (const client of clients) client.close();
    const cpu = (cpuMilliseconds(this.pid) - cpuBefore) / latencies.length;
    latencies.sort((a, b) => a - b);
    const at = (share: number) => latencies[Math.floor(latencies.length * share)]!;
    return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), cpu };
  }

  /** Returns the body of a response. @throws Error if its status is not 200 */
  async get(target: string): Promise<string> {
    const response = await fetch(`${this.#url}${target}`);
    if (!response.ok) throw new Error(`status ${response.status} of ${target}`);
    return response.text();
  }

  stop(): void {
    this.#child.kill();
  }
}

/** Returns the median of a figure over rounds. */
export function medianOf(rounds: readonly LoadFigures[], figure: keyof LoadFigures): number {
  return median(rounds.map((round) => round[figure]));
}

/** Returns the CPU time of a process since its start. Linux only. */
function cpuMilliseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK;
}

const MILLISECONDS_PER_TICK = 10;
