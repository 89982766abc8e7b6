import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild } from "../child-process.ts";
import { makeRows } from "../evaluate/rows.ts";
import { median, progress } from "../harness.ts";
import { digits, duration, ratio } from "../numbers.ts";
import type { Goal, PartOptions, PartResult, TableRow } from "../part-result.ts";
import { trafficRequests } from "../traffic/traffic-requests.ts";
import { keyOf } from "../traffic/traffic-stores.ts";
import { measureDivision, measureReading } from "./divided-requests.ts";
import { Served, type LoadFigures } from "./served.ts";
import type { PeerFigures, PeersTask } from "./thread-peers.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/tamis.cjs", import.meta.url));
const CONNECTIONS = 16;
/** Seconds of load for each thread, after which columns and indexes exist, and V8 has compiled the code. */
const WARM_UP = 12;

/** Servers of the same rows, which share the load. */
interface Contestant {
  readonly name: string;
  readonly servers: readonly Served[];
  readonly startMilliseconds: number;
  readonly rounds: LoadFigures[];
  /** The same, with as many requests each second as one thread has answered. */
  readonly paced: LoadFigures[];
  megabytes: number;
}

/** Compares `tamis serve` with one thread, with two, and in two processes, by requests that were never sent before. */
export async function runThreads({ quick }: PartOptions): Promise<PartResult> {
  const count = quick ? 100_000 : 1_000_000;
  const seconds = quick ? 2 : 8;
  const seed = 48;
  progress(`threads: ${count.toLocaleString("en")} rows`);
  const folder = mkdtempSync(join(tmpdir(), "tamis-threads-"));
  const file = join(folder, "reports.ndjson");
  const rows = makeRows(count).map((row) => ({ ...row, key: keyOf(row.id) }));
  const text = createWriteStream(file);
  for (const row of rows) if (!text.write(`${JSON.stringify(row)}\n`)) await once(text, "drain");
  await new Promise<void>((resolve) => text.end(resolve));
  const requests = trafficRequests(quick ? 4_000 : 20_000, seed, rows);
  let next = 0;
  const target = () => {
    const { filter, sortBy, start } = requests[next++ % requests.length]!;
    return `/reports?filter=${encodeURIComponent(filter)}&sortBy=${sortBy}&start=${start}&limit=20`;
  };
  const start = async (name: string, threads: number, processes = 1): Promise<Contestant> => {
    const begin = performance.now();
    const args = [PROGRAM, "serve", file, "--threads", String(threads), "--port", "0", "--log", "none"];
    const servers = await Promise.all(Array.from({ length: processes }, () => Served.start(args)));
    const startMilliseconds = performance.now() - begin;
    const contestant = { name, servers, startMilliseconds, rounds: [], paced: [], megabytes: 0 };
    await loadAll(contestant, WARM_UP * threads * processes, target);
    return contestant;
  };
  const contestants: Contestant[] = [];
  try {
    contestants.push(
      await start("one thread", 1),
      await start("two threads", 2),
      await start("two processes", 1, 2),
    );
    for (let round = 0; round < (quick ? 2 : 5); round++) {
      for (const each of contestants) each.rounds.push(await loadAll(each, seconds, target));
      const rate = contestants[0]!.rounds.at(-1)!.perSecond;
      for (const each of contestants) each.paced.push(await loadAll(each, seconds, target, rate));
    }
    for (const each of contestants)
      each.megabytes = each.servers.reduce((sum, { pid }) => sum + residentMegabytes(pid), 0);
  } finally {
    for (const { servers } of contestants) for (const server of servers) server.stop();
    rmSync(folder, { recursive: true });
  }
  const peersTask: PeersTask = { rows: count, seed, seconds: seconds * 2 };
  const peers = runChild(new URL("thread-peers.ts", import.meta.url), peersTask, 8_192) as PeerFigures;
  const reading = await measureReading();
  const division = await measureDivision(quick ? 100_000 : 2_000_000, quick ? 100 : 600, seed);
  const result = resultOf(contestants, peers, count);
  return { ...result, tables: [...result.tables, reading, division] };
}

async function loadAll(
  { servers }: Contestant,
  seconds: number,
  target: () => string,
  rate?: number,
): Promise<LoadFigures> {
  const connections = CONNECTIONS / servers.length;
  const share = rate === undefined ? undefined : rate / servers.length;
  const load = (server: Served) => server.load({ connections, seconds, rate: share, target });
  const all = await Promise.all(servers.map(load));
  const sum = (of: (figures: LoadFigures) => number) => all.reduce((total, each) => total + of(each), 0);
  const requests = sum((each) => each.requests);
  return {
    requests,
    perSecond: sum(({ perSecond }) => perSecond),
    p50: median(all.map(({ p50 }) => p50)),
    p99: Math.max(...all.map(({ p99 }) => p99)),
    cpu: sum(({ cpu, requests: some }) => cpu * some) / requests,
  };
}

/** Returns the memory that a process has, without memory that it has given back. Linux only. */
function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(kilobytes) / 1_024;
}

function resultOf(contestants: readonly Contestant[], peers: PeerFigures, count: number): PartResult {
  const [one, two] = contestants as [Contestant, Contestant];
  const of = ({ rounds }: Contestant, figure: keyof LoadFigures) =>
    median(rounds.map((round) => round[figure]));
  const against = (kind: "rounds" | "paced", figure: "perSecond" | "p99") =>
    median(two[kind].map((round, i) => round[figure] / one[kind][i]![figure]));
  const rows = contestants.map((each): TableRow => ({
    name: `tamis serve, ${each.name}`,
    ours: true,
    cells: [
      digits(of(each, "perSecond")),
      ratio(of(each, "perSecond") / of(one, "perSecond")),
      duration(of(each, "cpu")),
      digits((of(each, "cpu") * of(each, "perSecond")) / 1_000),
      duration(of(each, "p50")),
      duration(of(each, "p99")),
      duration(median(each.paced.map(({ p99 }) => p99))),
      `${digits(each.megabytes)} MB`,
      duration(each.startMilliseconds),
    ],
  }));
  const goals: Goal[] = [
    {
      name: "requests per second with two threads, against one",
      reached: against("rounds", "perSecond"),
      unit: "x",
      atLeast: 1.8,
    },
    {
      name: "p99 with two threads, at the rate at which one thread is saturated",
      reached: against("paced", "p99"),
      unit: "x",
      atMost: 0.5,
    },
    {
      name: "memory with two threads, against one",
      reached: two.megabytes / one.megabytes,
      unit: "x",
      atMost: 1.15,
    },
  ];
  return {
    tables: [
      {
        name: "threads",
        title: "Unseen requests over HTTP with several threads",
        note: `${count.toLocaleString("en")} rows of NDJSON; the requests of \`traffic\`, with ${CONNECTIONS} connections from the same machine. The rate of one thread is the number of requests that one thread has answered each second: all servers get so many, evenly distributed, and each latency begins when its request is due. DuckDB and Polars answer one request after another without HTTP, each with two threads. Polars answers only the requests that it can express.`,
        columns: [
          "requests/s",
          "against one thread",
          "CPU time of a request",
          "cores in use",
          "p50",
          "p99",
          "p99 at the rate of one thread",
          "memory",
          "start",
        ],
        rows: [
          ...rows,
          ...Object.entries(peers).map(([name, perSecond]) => ({
            name,
            ours: false,
            cells: [
              digits(perSecond),
              ratio(perSecond / of(one, "perSecond")),
              "-",
              "-",
              "-",
              "-",
              "-",
              "-",
              "-",
            ],
          })),
        ],
      },
    ],
    goals,
    measured: {},
  };
}
