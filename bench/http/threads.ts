import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeRows } from "../evaluate/write-rows.ts";
import { median, progress } from "../harness.ts";
import { digits, duration, ratio } from "../numbers.ts";
import { atLeast, atMost, type PartOptions, type PartResult, type Table } from "../part-result.ts";
import { trafficRequests } from "../traffic/traffic-requests.ts";
import { makeKeyedRows } from "../traffic/keyed-rows.ts";
import { measureDivision } from "./divided-requests.ts";
import { medianOf, Served, type LoadFigures } from "./served.ts";

const CONNECTIONS = 16;
/** Seconds of load for each thread, after which columns and indexes exist, and V8 has compiled the code. */
const WARM_UP = 12;

interface Contestant {
  readonly name: string;
  readonly server: Served;
  readonly rounds: LoadFigures[];
  /** The same, with as many requests each second as one thread has answered. */
  readonly paced: LoadFigures[];
  megabytes: number;
}

/** Compares `tamis serve` with one thread and with two, by requests that were never sent before. */
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
  const load = ({ server }: Contestant, during = seconds, rate?: number) =>
    server.load({ connections: CONNECTIONS, seconds: during, rate, target });
  const contestants: Contestant[] = [];
  try {
    for (const [i, name] of ["one thread", "two threads"].entries()) {
      const server = await Served.startTamis(file, "--threads", String(i + 1));
      contestants.push({ name, server, rounds: [], paced: [], megabytes: 0 });
      await load(contestants[i]!, WARM_UP * (i + 1));
    }
    for (let round = 0; round < (quick ? 2 : 5); round++) {
      for (const each of contestants) each.rounds.push(await load(each));
      const rate = contestants[0]!.rounds.at(-1)!.perSecond;
      for (const each of contestants) each.paced.push(await load(each, seconds, rate));
    }
    for (const each of contestants) each.megabytes = residentMegabytes(each.server.pid);
  } finally {
    for (const { server } of contestants) server.stop();
    rmSync(folder, { recursive: true });
  }
  const division = await measureDivision(quick ? 100_000 : 2_000_000, quick ? 100 : 600, seed);
  return resultOf(contestants, count, division);
}

/** Returns the memory that a process has, without memory that it has given back. Linux only. */
function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(kilobytes) / 1_024;
}

function resultOf(contestants: readonly Contestant[], count: number, division: Table): PartResult {
  const [one, two] = contestants as [Contestant, Contestant];
  const of = ({ rounds }: Contestant, figure: keyof LoadFigures) => medianOf(rounds, figure);
  const against = (kind: "rounds" | "paced", figure: "perSecond" | "p99") =>
    median(two[kind].map((round, i) => round[figure] / one[kind][i]![figure]));
  const threads: Table = {
    name: "threads",
    title: "Unseen requests over HTTP with several threads",
    note: `${count.toLocaleString("en")} rows of NDJSON; the requests of \`traffic\`, with ${CONNECTIONS} connections from the same machine. The rate of one thread is the number of requests that one thread has answered each second: all servers get so many, evenly distributed, and each latency begins when its request is due.`,
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
    rows: contestants.map((each) => ({
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
    measured: {},
  };
}
