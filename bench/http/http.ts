import { fileURLToPath } from "node:url";
import { median, progress, spread } from "../harness.ts";
import { digits, duration, ratio } from "../numbers.ts";
import { atMost, type PartOptions, type PartResult } from "../part-result.ts";
import type { ServerFigures } from "./memory-server.ts";
import { Served, type LoadFigures } from "./served.ts";

const SERVER = fileURLToPath(new URL("memory-server.ts", import.meta.url));
const CONNECTIONS = 16;
/** Requests before the measurement, in rounds. */
const WARM_UP_ROUNDS = 3;
const MAX_BLOCK_MILLISECONDS = 25;

let number = 100_000;
/** Bounds of a number in each kind of filter. A number with a final zero keeps texts from having the shape of another one. */
const KINDS = {
  repeated: { bound: () => "500000", atMost: 1.5 },
  "new text": { bound: () => String(number++), atMost: 3 },
  "new shape": { bound: () => `${number++}.0`, atMost: Infinity },
} as const;
type Kind = keyof typeof KINDS;

type Figures = LoadFigures & ServerFigures;
const cpuOf = ({ cpuMicroseconds, requests }: Figures) => cpuMicroseconds / requests / 1_000;

/** Measures pages of 20 rows in memory, filtered and sorted, against a handler that writes stored bytes. */
export async function runHttp({ quick }: PartOptions): Promise<PartResult> {
  const count = quick ? 100_000 : 1_000_000;
  progress(`http: bare and tamis, ${count.toLocaleString("en")} rows`);
  const start = (server: string) =>
    Served.start(["--max-old-space-size=8192", SERVER, server, String(count)]);
  const [bare, tamis] = [await start("bare"), await start("tamis")];
  const runs: Run[] = [];
  try {
    for (const kind of Object.keys(KINDS) as Kind[]) {
      const load = (server: Served) => loadServer(server, kind, quick ? 1.5 : 3);
      const run: Run = { kind, bare: [], tamis: [] };
      // V8 has compiled the code of both servers after the first rounds. Other processes disturb some of the others.
      for (let round = -WARM_UP_ROUNDS; round < (quick ? 3 : 5); round++) {
        const figures = [await load(bare), await load(tamis)] as const;
        if (round < 0) continue;
        run.bare.push(figures[0]);
        run.tamis.push(figures[1]);
      }
      runs.push(run);
    }
  } finally {
    bare.stop();
    tamis.stop();
  }
  return resultOf(runs, count);
}

/** Figures of each round. */
interface Run {
  readonly kind: Kind;
  readonly bare: Figures[];
  readonly tamis: Figures[];
}

const timesBare = ({ bare, tamis }: Run) =>
  tamis.map((figures, round) => cpuOf(figures) / cpuOf(bare[round]!));

async function loadServer(server: Served, kind: Kind, seconds: number): Promise<Figures> {
  const target = () =>
    `/reports?filter=and(contains($primary,name,'smith'),gt(size,${KINDS[kind].bound()}))&sortBy=name:primary,id&limit=20`;
  await server.get("/figures");
  const figures = await server.load({ connections: CONNECTIONS, seconds, target });
  return { ...figures, ...(JSON.parse(await server.get("/figures")) as ServerFigures) };
}

function resultOf(runs: readonly Run[], count: number): PartResult {
  const row = (name: string, ours: boolean, rounds: readonly Figures[], times: number) => ({
    name: `${name}, ${CONNECTIONS} connections`,
    ours,
    cells: [
      duration(median(rounds.map(cpuOf))),
      ratio(times),
      digits(median(rounds.map(({ perSecond }) => perSecond))),
      duration(median(rounds.map(({ p50 }) => p50))),
      duration(median(rounds.map(({ p99 }) => p99))),
      duration(Math.max(...rounds.map(({ longestBlock }) => longestBlock))),
      duration(longestCpu(rounds)),
    ],
  });
  return {
    tables: [
      {
        name: "http",
        title: "Requests for a page over HTTP",
        note:
          `${count.toLocaleString("en")} rows: \`contains\` at primary strength and \`gt\`, sorted by name and id, 20 rows. CPU time of the server process for each request, against a \`node:http\` handler that writes stored bytes of the same length. ` +
          "Each round loads both servers, one after the other, and the median of the rounds counts. The longest block is that of all rounds, and its CPU time leaves out the time in which other processes had the processor. " +
          "New text: each request has another number in its filter. New shape: each request is also parsed and compiled as a whole, as if no text like it had been sent.",
        columns: ["CPU", "times bare", "requests/s", "p50", "p99", "longest block", "its CPU time"],
        rows: [
          row("bare", false, runs[0]!.bare, 1),
          ...runs.map((run) => row(`tamis, ${run.kind}`, true, run.tamis, median(timesBare(run)))),
        ],
      },
    ],
    goals: [
      ...runs
        .filter(({ kind }) => KINDS[kind].atMost < Infinity)
        .map((run) =>
          atMost(
            `CPU of a ${run.kind === "repeated" ? "repeated query" : run.kind}, times bare`,
            median(timesBare(run)),
            KINDS[run.kind].atMost,
          ),
        ),
      ...runs.map(({ kind, tamis }) =>
        atMost(
          `CPU time of the longest block of the event loop, ${kind}`,
          longestCpu(tamis),
          MAX_BLOCK_MILLISECONDS,
          "ms",
        ),
      ),
    ],
    measured: {
      http: runs.map((run) => ({
        name: `tamis, ${run.kind}`,
        milliseconds: spread(run.tamis.map(cpuOf)),
        ratio: spread(timesBare(run)),
      })),
    },
  };
}

const longestCpu = (rounds: readonly Figures[]) =>
  Math.max(...rounds.map(({ longestCpuBlock }) => longestCpuBlock));
