import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import type { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { sharedFile } from "../../engine/databases/drivers/drivers.ts";
import { Random } from "../../text-fuzz/random.ts";
import { rows } from "./rows.ts";

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));
const CLIENTS = 16;

export interface Load {
  readonly seed: number;
  /** Requests before the first measurement, which fill the caches. */
  readonly warmUp: number;
  /** Requests between two measurements. */
  readonly requests: number;
  /** Whether to go on, after each measurement. */
  readonly goesOn: (measurements: readonly Memory[]) => boolean;
}

/** Memory of the server after a garbage collection, in bytes. */
export interface Memory {
  /** Objects of JavaScript and their buffers, of the main thread. */
  readonly used: number;
  /** All memory of the process, with the threads of SQLite. */
  readonly rss: number;
  /** Number of requests since the warm-up. */
  readonly requests: number;
}

/** Loads a server with pages, counts, groups, errors and aborted requests, and measures its memory between them. */
export async function loadServer({ seed, warmUp, requests, goesOn }: Load): Promise<readonly Memory[]> {
  const { path, database, end } = sharedFile();
  fill(database);
  const child = fork(SERVER, [path], { execArgv: ["--expose-gc"] });
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  try {
    const [{ port }] = (await once(child, "message")) as [{ readonly port: number }];
    const random = new Random(seed);
    const run = (count: number) => sendAll(count, () => send(agent, port, random));
    await run(warmUp);
    const measurements: Memory[] = [];
    do {
      measurements.push({ ...(await memoryOf(child)), requests: requests * measurements.length });
      await run(requests);
    } while (goesOn(measurements));
    measurements.push({ ...(await memoryOf(child)), requests: requests * measurements.length });
    return measurements;
  } finally {
    agent.destroy();
    child.kill("SIGKILL");
    await once(child, "exit");
    end();
  }
}

function fill(database: DatabaseSync): void {
  database.exec("CREATE TABLE rows (id INTEGER PRIMARY KEY, name TEXT, size INTEGER) STRICT; BEGIN");
  const insert = database.prepare("INSERT INTO rows VALUES (?, ?, ?)");
  for (const { id, name, size } of rows()) insert.run(id, name, size);
  database.exec("COMMIT; CREATE INDEX rows_size ON rows (size)");
}

async function memoryOf(child: ChildProcess): Promise<{ readonly used: number; readonly rss: number }> {
  child.send("measure");
  const [memory] = (await once(child, "message")) as [{ readonly used: number; readonly rss: number }];
  return memory;
}

async function sendAll(count: number, sendOne: () => Promise<void>): Promise<void> {
  let left = count;
  const client = async () => {
    while (left-- > 0) await sendOne();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** Query strings with other literals, shapes, orders and locales in each request, and some with errors. */
const QUERIES: readonly ((random: Random) => string)[] = [
  (random) => `?filter=gt(size,${random.below(5_000)})&limit=20`,
  (random) =>
    `?filter=and(ge(size,${random.below(5_000)}),lt(id,${random.below(2_000)}))&sortBy=size,id&limit=5`,
  (random) => `?filter=contains(name,'${random.below(2_000)}')&limit=3`,
  (random) => `?filter=eq($primary,name,'NAME ${random.below(2_000)}')&limit=3`,
  (random) =>
    `?filter=in(id,${Array.from({ length: 1 + random.below(30) }, () => random.below(2_000)).join()})`,
  (random) => `?start=${random.below(2_000)}&limit=10&count=false`,
  (random) => `?cursor&limit=${1 + random.below(20)}&sortBy=size:descending`,
  (random) => `?filter=eq(size${random.below(1e6)},1)`,
  (random) => `/@groups?by=size&filter=lt(size,${random.below(50)})`,
  (random) => `/${random.below(3_000)}`,
];

const LOCALES = ["en", "de", "sv", "tr", "de-u-co-phonebk", "x-unknown"];

async function send(agent: Agent, port: number, random: Random): Promise<void> {
  const path = random.chance(0.5) ? "/database" : "/memory";
  const target = path + encodeURI(random.pick(QUERIES)(random));
  const headers = { "accept-language": random.pick(LOCALES) };
  const isAborted = random.chance(0.02);
  await new Promise<void>((resolve, reject) => {
    const request = get({ host: "127.0.0.1", port, path: target, agent, headers }, (response) => {
      if (isAborted) response.destroy();
      else if (response.statusCode! >= 500) reject(new Error(`${response.statusCode} of ${target}`));
      response.resume().on("close", resolve);
    });
    request.on("error", (error) => (isAborted ? resolve() : reject(error)));
    if (isAborted) setImmediate(() => request.destroy());
  });
}

/** Bytes that measurements differ by without a leak: compiled code, requests that were not collected yet, free pages of the process. */
const TOLERANCE = { used: 4 * 2 ** 20, rss: 64 * 2 ** 20 } as const;

/**
 * Returns whether memory is flat: the lower of the last two measurements is not above the highest of the first half by more than a
 * tolerance.
 */
export function isFlat(measurements: readonly Memory[]): boolean {
  return (["used", "rss"] as const).every((kind) => {
    const bytes = measurements.map((each) => each[kind]);
    const half = bytes.slice(0, Math.ceil(bytes.length / 2));
    return Math.min(...bytes.slice(-2)) <= Math.max(...half) + TOLERANCE[kind];
  });
}
