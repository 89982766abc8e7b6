import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { loadDefault } from "../load-peer.ts";
import type { ServerFigures, ServerTask } from "./server-process.ts";

export interface LoadOptions {
  readonly connections: number;
  /** Requests are sent until this number or until `seconds` are over. */
  readonly requests: number;
  readonly seconds: number;
  /** Returns the target of the next request. */
  readonly target: () => string;
}

export interface LoadFigures extends ServerFigures {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

interface AutocannonResult {
  readonly "2xx": number;
  readonly non2xx: number;
  readonly errors: number;
}

interface AutocannonRun extends Promise<AutocannonResult> {
  readonly on: (
    event: "response",
    listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
  ) => void;
}

type Autocannon = (options: object) => AutocannonRun;

/** A server in its own process, and the load on it. */
export class LoadedServer {
  readonly #child: ChildProcess;
  readonly #port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
  }

  static async start(task: ServerTask, megabytes: number): Promise<LoadedServer> {
    const file = fileURLToPath(new URL("server-process.ts", import.meta.url));
    const child = fork(file, [JSON.stringify(task)], { execArgv: [`--max-old-space-size=${megabytes}`] });
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    return new LoadedServer(child, port);
  }

  async load({ connections, requests, seconds, target }: LoadOptions): Promise<LoadFigures> {
    const autocannon = await loadDefault<Autocannon>("autocannon");
    this.#child.send("start");
    const start = performance.now();
    const run = autocannon({
      url: `http://127.0.0.1:${this.#port}`,
      connections,
      // The option `amount` would override the duration.
      maxOverallRequests: requests,
      duration: seconds,
      timeout: 60,
      requests: [{ setupRequest: (request: object) => ({ ...request, path: target() }) }],
    });
    // The percentiles of autocannon are whole milliseconds.
    const latencies: number[] = [];
    let last = start;
    run.on("response", (_client, _status, _bytes, milliseconds) => {
      latencies.push(milliseconds);
      last = performance.now();
    });
    const result = await run;
    // The duration of autocannon is whole seconds.
    const duration = (last - start) / 1000;
    latencies.sort((a, b) => a - b);
    this.#child.send("stop");
    const [figures] = (await once(this.#child, "message")) as [ServerFigures];
    if (result.non2xx + result.errors > 0)
      throw new Error(`${result.non2xx} responses had an error status, ${result.errors} requests failed`);
    const done = result["2xx"];
    return {
      ...figures,
      requests: done,
      perSecond: done / duration,
      p50: latencies[Math.floor(latencies.length * 0.5)] ?? NaN,
      p99: latencies[Math.floor(latencies.length * 0.99)] ?? NaN,
    };
  }

  stop(): void {
    this.#child.kill();
  }
}
