import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { median } from "../harness.ts";
import { loadDefault } from "../load-peer.ts";
import type { Adapter } from "./adapter-process.ts";

/*
 * Compares the platform behind `node:http` and behind Hono: the same requests to both in each round, in turns. Prints the medians of the
 * rounds, and the ratios of the same round.
 *
 *   npm run build && node bench/platform/adapters.ts [rounds]
 */

const ADAPTERS: readonly Adapter[] = ["node:http", "Hono"];
const CONNECTIONS = 16;
const REQUESTS = 6_000;
const WARM_UP = 12_000;

const TARGETS = [
  "/annotations/annotations?limit=2",
  "/annotations/annotations?filter=eq(domain,'quality')&sortBy=name",
  "/reports/reports?limit=5",
  "/detection/health",
];

interface Server {
  readonly child: ChildProcess;
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function start(adapter: Adapter): Promise<Server> {
  const child = fork(fileURLToPath(new URL("adapter-process.ts", import.meta.url)), [adapter]);
  const [{ port, secret }] = (await once(child, "message")) as [{ port: number; secret: string }];
  const base = `http://127.0.0.1:${port}`;
  const response = await fetch(`${base}/VendorLogon/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`admin:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: "VendorAdministrators" }),
  });
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  return { child, base, headers: { authorization: `Bearer ${token}` } };
}

type Autocannon = (options: object) => Promise<{
  readonly "2xx": number;
  readonly non2xx: number;
  readonly errors: number;
}>;

/** Returns the CPU time of the server for each request, in microseconds. */
async function load({ child, base, headers }: Server, amount: number): Promise<number> {
  const autocannon = await loadDefault<Autocannon>("autocannon");
  child.send("start");
  const requests = TARGETS.map((path) => ({ method: "GET", path, headers }));
  const result = await autocannon({ url: base, connections: CONNECTIONS, amount, requests });
  child.send("stop");
  const [cpu] = (await once(child, "message")) as [number];
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  return cpu / result["2xx"];
}

const rounds = Number(process.argv[2] ?? 9);
const servers = new Map<Adapter, Server>();
for (const adapter of ADAPTERS) servers.set(adapter, await start(adapter));
const figures = new Map<Adapter, number[]>(ADAPTERS.map((adapter) => [adapter, []]));
for (const server of servers.values()) await load(server, WARM_UP);
for (let round = 0; round < rounds; round++)
  for (const adapter of round % 2 === 0 ? ADAPTERS : ADAPTERS.toReversed())
    figures.get(adapter)!.push(await load(servers.get(adapter)!, REQUESTS));
for (const { child } of servers.values()) child.kill();

for (const [adapter, all] of figures) console.log(`${adapter}: ${median(all).toFixed(0)} µs CPU per request`);
const [own, other] = ADAPTERS.map((adapter) => figures.get(adapter)!) as [number[], number[]];
const ratios = other.map((cpu, round) => cpu / own[round]!);
const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
console.log(`Hono, times node:http: ${median(ratios).toFixed(2)} (${range}), ${rounds} rounds`);
