import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChild } from "../child-process.ts";
import { makeColumnScan } from "../columns/column-scan.ts";
import { writeRows } from "../evaluate/write-rows.ts";
import { median, progress, sink } from "../harness.ts";
import { digits, duration, ratio } from "../numbers.ts";
import { atLeast, atMost, type PartOptions, type PartResult, type Table } from "../part-result.ts";
import { trafficRequests } from "../traffic/traffic-requests.ts";
import { makeKeyedRows } from "../traffic/keyed-rows.ts";
import { measureDivision } from "./divided-requests.ts";
import { medianOf, Served, type LoadFigures } from "./served.ts";
import type { PeerFigures, PeersTask } from "./thread-peers.ts";

const CONNECTIONS = 16;
/** Seconds of load for each thread, after which columns and indexes exist, and V8 has compiled the code. */
const WARM_UP = 12;
/** Names, and the numbers of threads and of processes. */
const CONTESTANTS = [
  ["one thread", 1, 1],
  ["two threads", 2, 1],
  ["two processes", 1, 2],
] as const;

/** Servers of the same rows, which share the load. */
interface Contestant {
  readonly name: string;
  readonly servers: readonly Served[];
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
  const rows = makeKeyedRows(count);
  writeRows(file, rows);
  const requests = trafficRequests(quick ? 4_000 : 20_000, seed, rows);
  let next = 0;
  const target = () => {
    const { filter, sortBy, start } = requests[next++ % requests.length]!;
    return `/reports?filter=${encodeURIComponent(filter)}&sortBy=${sortBy}&start=${start}&limit=20`;
  };
  const load = async ({ servers }: Contestant, during = seconds, rate?: number): Promise<LoadFigures> => {
    const share = {
      connections: CONNECTIONS / servers.length,
      rate: rate === undefined ? undefined : rate / servers.length,
    };
    const all = await Promise.all(
      servers.map((server) => server.load({ ...share, seconds: during, target })),
    );
    const perSecond = sumOf(all.map((each) => each.perSecond));
    return {
      perSecond,
      p50: medianOf(all, "p50"),
      p99: Math.max(...all.map(({ p99 }) => p99)),
      cpu: sumOf(all.map((each) => each.cpu * each.perSecond)) / perSecond,
    };
  };
  const contestants: Contestant[] = [];
  try {
    for (const [name, threads, processes] of CONTESTANTS) {
      const start = () => Served.startTamis(file, "--threads", String(threads));
      const servers = await Promise.all(Array.from({ length: processes }, start));
      const contestant = { name, servers, rounds: [], paced: [], megabytes: 0 };
      contestants.push(contestant);
      await load(contestant, WARM_UP * threads * processes);
    }
    for (let round = 0; round < (quick ? 2 : 5); round++) {
      for (const each of contestants) each.rounds.push(await load(each));
      const rate = contestants[0]!.rounds.at(-1)!.perSecond;
      for (const each of contestants) each.paced.push(await load(each, seconds, rate));
    }
    for (const each of contestants) each.megabytes = sumOf(each.servers.map(residentMegabytes));
  } finally {
    for (const server of contestants.flatMap(({ servers }) => servers)) server.stop();
    rmSync(folder, { recursive: true });
  }
  const division = await measureDivision(quick ? 100_000 : 2_000_000, quick ? 100 : 600, seed);
  const task: PeersTask = { rows: count, seed, seconds: seconds * 2 };
  const peers = runChild(new URL("thread-peers.ts", import.meta.url), task, 8_192) as PeerFigures;
  return resultOf(contestants, peers, count, await readingRate(), division);
}

/** Returns the memory that a process has, without memory that it has given back. Linux only. */
function residentMegabytes({ pid }: Served): number {
  const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(kilobytes) / 1_024;
}

/** Returns how many gigabytes one thread reads each second, of more memory than caches hold. */
async function readingRate(): Promise<number> {
  const bytes = 1 << 29;
  const scan = await makeColumnScan({ memory: bytes });
  const times = Array.from({ length: 9 }, () => {
    const begin = performance.now();
    sink.value = scan.read("memory", bytes);
    return performance.now() - begin;
  });
  return bytes / median(times) / 1e6;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function resultOf(
  contestants: readonly Contestant[],
  peers: PeerFigures,
  count: number,
  reading: number,
  division: Table,
): PartResult {
  const [one, two] = contestants as [Contestant, Contestant];
  const of = ({ rounds }: Contestant, figure: keyof LoadFigures) => medianOf(rounds, figure);
  const against = (kind: "rounds" | "paced", figure: "perSecond" | "p99") =>
    median(two[kind].map((round, i) => round[figure] / one[kind][i]![figure]));
  const threads: Table = {
    name: "threads",
    title: "Unseen requests over HTTP with several threads",
    note: `${count.toLocaleString("en")} rows of NDJSON; the requests of \`traffic\`, with ${CONNECTIONS} connections from the same machine. The rate of one thread is the number of requests that one thread has answered each second: all servers get so many, evenly distributed, and each latency begins when its request is due. DuckDB and Polars answer one request after another without HTTP, each with two threads. Polars answers only the requests that it can express. One thread reads ${digits(reading)} GB of memory in a second.`,
    columns: [
      "requests/s",
      "against one thread",
      "CPU time of a request",
      "cores in use",
      "p50",
      "p99",
      "p99 at the rate of one thread",
      "memory",
    ],
    rows: [
      ...contestants.map((each) => ({
        name: `tamis serve, ${each.name}`,
        ours: true,
        cells: [
          digits(of(each, "perSecond")),
          ratio(of(each, "perSecond") / of(one, "perSecond")),
          duration(of(each, "cpu")),
          digits((of(each, "cpu") * of(each, "perSecond")) / 1_000),
          duration(of(each, "p50")),
          duration(of(each, "p99")),
          duration(medianOf(each.paced, "p99")),
          `${digits(each.megabytes)} MB`,
        ],
      })),
      ...Object.entries(peers).map(([name, perSecond]) => ({
        name,
        ours: false,
        cells: [digits(perSecond), ratio(perSecond / of(one, "perSecond")), "-", "-", "-", "-", "-", "-"],
      })),
    ],
  };
  return {
    tables: [threads, division],
    goals: [
      atLeast("requests per second with two threads, against one", against("rounds", "perSecond"), 1.8),
      atMost(
        "p99 with two threads, at the rate at which one thread is saturated",
        against("paced", "p99"),
        0.5,
      ),
      atMost("memory with two threads, against one", two.megabytes / one.megabytes, 1.15),
    ],
  };
}
