import { fileURLToPath } from "node:url";
import { median, progress } from "../harness.ts";
import { digits, duration, ratio } from "../numbers.ts";
import { atMost, type PartOptions, type PartResult } from "../part-result.ts";
import type { ServerFigures } from "./memory-server.ts";
import { medianOf, Served, type LoadFigures } from "./served.ts";

const SERVER = fileURLToPath(new URL("memory-server.ts", import.meta.url));
const CONNECTIONS = 16;
/** Requests before the measurement, in rounds. */
const WARM_UP_ROUNDS = 3;
const MAX_BLOCK_MILLISECONDS = 25;

let number = 100_000;
/** Bounds of a number in each kind of filter. A number with a final zero keeps texts from having the shape of another one. */
const KINDS = {
  repeated: { bound: () => "500000", words: "repeated query", atMost: 1.5 },
  "new text": { bound: () => String(number++), words: "new text", atMost: 3 },
  "new shape": { bound: () => `${number++}.0`, words: "new shape", atMost: Infinity },
};
type Kind = keyof typeof KINDS;

type Figures = LoadFigures & ServerFigures;

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

const timesBare = ({ bare, tamis }: Run) => tamis.map(({ cpu }, round) => cpu / bare[round]!.cpu);

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
      duration(medianOf(rounds, "cpu")),
      ratio(times),
      digits(medianOf(rounds, "perSecond")),
      duration(medianOf(rounds, "p50")),
      duration(medianOf(rounds, "p99")),
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
          "Each round loads both servers, one after the other, and the median of the rounds counts. Longest block: CPU time of the longest block of the event loop in all rounds. " +
          "New text: each request has another number in its filter. New shape: each request is also parsed and compiled as a whole, as if no text like it had been sent.",
        columns: ["CPU", "times bare", "requests/s", "p50", "p99", "longest block"],
        rows: [
          row("bare", false, runs[0]!.bare, 1),
          ...runs.map((run) => row(`tamis, ${run.kind}`, true, run.tamis, median(timesBare(run)))),
        ],
      },
    ],
    goals: [
      ...runs
        .filter(({ kind }) => KINDS[kind].atMost < Infinity)
        .map((run) => {
          const { words, atMost: limit } = KINDS[run.kind];
          return atMost(`CPU of a ${words}, times bare`, median(timesBare(run)), limit);
        }),
      ...runs.map(({ kind, tamis }) =>
        atMost(
          `CPU time of the longest block of the event loop, ${kind}`,
          longestCpu(tamis),
          MAX_BLOCK_MILLISECONDS,
          "ms",
        ),
      ),
    ],
  };
}

const longestCpu = (rounds: readonly Figures[]) =>
  Math.max(...rounds.map(({ longestCpuBlock }) => longestCpuBlock));
