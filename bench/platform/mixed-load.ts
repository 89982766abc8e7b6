import { Agent, request } from "node:http";
import { randomNumbers } from "../harness.ts";
import type { ServerUnderLoad } from "./servers.ts";

export interface LoadFigures {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Responses with the status 503 that say when to try again. */
  readonly retryAfter: number;
  /** Requests whose connection broke. */
  readonly broken: number;
}

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  readonly seed: number;
  /** Whether clients also create, change and delete annotations. */
  readonly writes: boolean;
}

interface Reply {
  readonly status: number;
  readonly etag: string | undefined;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
  readonly bytes: number;
}

const ALL = "/annotations/annotations";
const TYPE = "application/vnd.vendor.annotation+json";
/** Reads between two changes of a client: four of five requests read. */
const READS = 4;
/** Changes of an annotation before its client deletes it. */
const CHANGES = 6;

/**
 * Sends requests over a number of connections. Each client creates an annotation, changes it with its entity tag, deletes it, and
 * reads pages and items in between, so that the number of annotations stays the same.
 */
export async function load(server: ServerUnderLoad, options: LoadOptions): Promise<LoadFigures> {
  const { connections, seconds, seed, writes } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  let retryAfter = 0;
  let broken = 0;
  const start = performance.now();
  const isOver = () => performance.now() - start > seconds * 1_000;

  const send = async (method: string, path: string, parts: Parts = {}): Promise<Reply | undefined> => {
    const began = performance.now();
    try {
      const reply = await exchange(server, agent, method, path, parts);
      latencies.push(performance.now() - began);
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      if (reply.status === 503 && reply.retryAfter !== undefined) retryAfter++;
      return reply;
    } catch {
      broken++;
      return undefined;
    }
  };

  const client = async (number: number) => {
    const random = randomNumbers(seed * 1_000 + number);
    const read = async (item?: string) => {
      for (let i = 0; i < READS && !isOver(); i++)
        await send("GET", item !== undefined && i === 0 ? item : pageOf(random));
    };
    for (let round = 0; !isOver(); round++) {
      if (!writes) {
        await read();
        continue;
      }
      const named = (label: string) =>
        JSON.stringify({ domain: "load", name: `${seed}-${number}-${round}`, label });
      const created = await send("POST", ALL, { body: named("0") });
      let tag = created?.etag;
      const item = created?.location;
      if (created === undefined || created.status >= 400 || item === undefined) continue;
      for (let change = 1; change <= CHANGES && !isOver(); change++) {
        await read(item);
        const changed = await send("PUT", item, { body: named(String(change)), tag });
        tag = changed?.etag ?? tag;
      }
      await send("DELETE", item, { tag });
    }
  };

  await Promise.all(Array.from({ length: connections }, (_, number) => client(number)));
  const duration = (performance.now() - start) / 1_000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? NaN;
  return {
    requests: latencies.length,
    perSecond: latencies.length / duration,
    p50: at(0.5),
    p99: at(0.99),
    statuses,
    retryAfter,
    broken,
  };
}

/** Returns the size of a page in bytes. */
export async function pageSize(server: ServerUnderLoad): Promise<number> {
  const agent = new Agent();
  return (await exchange(server, agent, "GET", ALL, {})).bytes;
}

function pageOf(random: () => number): string {
  const number = Math.floor(random() * 1_000);
  const filters = [
    "",
    `?filter=startsWith(name,'${number}')`,
    `?domain=load&limit=20`,
    `?filter=eq(createdBy,'admin')&sortBy=name:descending`,
  ];
  return `${ALL}${filters[number % filters.length]}`;
}

interface Parts {
  readonly body?: string;
  readonly tag?: string | undefined;
}

function exchange(
  server: ServerUnderLoad,
  agent: Agent,
  method: string,
  path: string,
  { body, tag }: Parts,
): Promise<Reply> {
  const headers = {
    ...server.headers,
    ...(body === undefined ? {} : { "content-type": TYPE, "content-length": Buffer.byteLength(body) }),
    ...(tag === undefined ? {} : { "if-match": tag }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${server.base}${path}`, { method, headers, agent }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => (bytes += chunk.length));
      response.on("error", reject);
      response.on("end", () => {
        const { etag, location, "retry-after": retryAfter } = response.headers;
        resolve({ status: response.statusCode!, etag, location, retryAfter, bytes });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
