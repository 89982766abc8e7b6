import { progress, type Spread } from "../harness.ts";
import { digits, duration, ratio } from "../numbers.ts";
import type { Goal, PartOptions, PartResult, TableRow } from "../part-result.ts";
import { LoadedServer, type LoadFigures } from "./load.ts";
import { targetOf, type PageQuery, type ServerName } from "./servers.ts";

const CONNECTIONS = [1, 16, 64];
const REPEATED: PageQuery = { word: "smith", size: 500_000 };
const PEERS: readonly ServerName[] = ["express", "fastify", "json-server"];
const PEER_SECONDS = 20;
/** Requests before the measurement, in rounds. */
const WARM_UP_ROUNDS = 3;
/** Kinds of requests. A number with a final zero keeps texts from having the shape of another one. */
const KINDS = ["repeated", "new text", "new shape"] as const;

interface Setup {
  readonly server: ServerName;
  readonly rows: number;
  readonly kind: (typeof KINDS)[number];
  readonly connections: number;
}

/** Figures of all rounds of a setup. */
interface Run extends Setup {
  readonly rounds: readonly LoadFigures[];
  /** CPU time per request, divided by that of the bare handler in the same round. Empty for peers. */
  readonly timesBare: readonly number[];
}

/** Measures servers of pages of 20 rows, filtered and sorted: tamis, a bare handler, and frameworks with a filter by hand. */
export async function runHttp({ quick }: PartOptions): Promise<PartResult> {
  const sizes = quick ? [100_000] : [100_000, 1_000_000];
  const runs: Run[] = [];
  for (const rows of sizes) runs.push(...(await measure(rows, quick)));
  const most = sizes.at(-1)!;
  for (const server of PEERS) runs.push(await measurePeer(server, most));
  return {
    tables: [
      {
        name: "http",
        title: "Requests for a page over HTTP",
        note:
          "`contains` at primary strength and `gt`, sorted by name and id, 20 rows. CPU time of the server process for each request, against a `node:http` handler that writes stored bytes of the same length. " +
          "Each round loads both servers, one after the other, and the median of the rounds counts. The longest block is that of all rounds, and its CPU time leaves out the time in which other processes had the processor. " +
          "New text: each request has another number in its filter. New shape: each request is also parsed and compiled as a whole, as if no text like it had been sent. Peers: Express and Fastify with a filter, a sort and a slice of an array, and json-server; 1 connection.",
        columns: ["CPU", "times bare", "requests/s", "p50", "p99", "longest block", "its CPU time"],
        rows: runs.map(tableRow),
      },
    ],
    goals: goalsOf(runs, most),
    measured: {
      http: runs.map((run) => ({
        name: nameOf(run),
        milliseconds: spread(run.rounds.map(cpuOf)),
        ratio: spread(run.timesBare.length === 0 ? [NaN] : run.timesBare),
        share: 1,
      })),
    },
  };
}

async function measure(rows: number, quick: boolean): Promise<readonly Run[]> {
  const runs: Run[] = [];
  progress(`http: bare and tamis, ${rows.toLocaleString("en")} rows`);
  const servers = {
    bare: await LoadedServer.start({ server: "bare", rows }, 8192),
    tamis: await LoadedServer.start({ server: "tamis", rows }, 8192),
  };
  let size = 0;
  const load = (server: "bare" | "tamis", { kind, connections }: Omit<Setup, "server">, requests: number) => {
    const query = (): PageQuery => {
      if (kind === "repeated") return REPEATED;
      const number = 100_000 + size++;
      return { ...REPEATED, size: kind === "new text" ? number : `${number}.0` };
    };
    return servers[server].load({
      connections,
      requests,
      seconds: 60,
      target: () => targetOf(server, query()),
    });
  };
  try {
    for (const kind of KINDS) {
      const requests = quick ? 4_000 : 8_000;
      // V8 has compiled the code of both servers after about as many requests.
      await load("tamis", { rows, kind, connections: 4 }, WARM_UP_ROUNDS * requests);
      await load("bare", { rows, kind, connections: 4 }, WARM_UP_ROUNDS * requests);
      for (const connections of CONNECTIONS) {
        const setup = { rows, kind, connections };
        const [bare, tamis]: [LoadFigures[], LoadFigures[]] = [[], []];
        // Several rounds, because other processes disturb some of them.
        for (let round = 0; round < (quick ? 3 : 5); round++) {
          bare.push(await load("bare", setup, requests));
          tamis.push(await load("tamis", setup, requests));
        }
        const timesBare = tamis.map((figures, round) => cpuOf(figures) / cpuOf(bare[round]!));
        if (kind === "repeated")
          runs.push({ ...setup, server: "bare", rounds: bare, timesBare: bare.map(() => 1) });
        runs.push({ ...setup, server: "tamis", rounds: tamis, timesBare });
      }
    }
    return runs;
  } finally {
    servers.bare.stop();
    servers.tamis.stop();
  }
}

async function measurePeer(server: ServerName, rows: number): Promise<Run> {
  progress(`http: ${server}, ${rows.toLocaleString("en")} rows`);
  const loaded = await LoadedServer.start({ server, rows }, 8192);
  try {
    let size = 0;
    const target = () => targetOf(server, { ...REPEATED, size: 100_000 + size++ });
    const figures = await loaded.load({ connections: 1, requests: 200, seconds: PEER_SECONDS, target });
    return { server, rows, kind: "new text", connections: 1, rounds: [figures], timesBare: [] };
  } finally {
    loaded.stop();
  }
}

function cpuOf({ cpuMicroseconds, requests }: LoadFigures): number {
  return cpuMicroseconds / requests / 1000;
}

function nameOf({ server, rows, kind, connections }: Setup): string {
  const unit = connections === 1 ? "connection" : "connections";
  return `${server}, ${rows.toLocaleString("en")} rows, ${kind}, ${connections} ${unit}`;
}

function tableRow(run: Run): TableRow {
  const { rounds, timesBare } = run;
  const middle = (read: (figures: LoadFigures) => number) => median(rounds.map(read));
  return {
    name: nameOf(run),
    ours: run.server === "tamis",
    cells: [
      duration(middle(cpuOf)),
      ratio(median(timesBare)),
      digits(middle(({ perSecond }) => perSecond)),
      duration(middle(({ p50 }) => p50)),
      duration(middle(({ p99 }) => p99)),
      duration(Math.max(...rounds.map(({ longestBlock }) => longestBlock))),
      duration(Math.max(...rounds.map(({ longestCpuBlock }) => longestCpuBlock))),
    ],
  };
}

function goalsOf(runs: readonly Run[], most: number): readonly Goal[] {
  const ours = runs.filter(({ server }) => server === "tamis");
  const of = (kind: Run["kind"], rows: number) =>
    Math.max(
      ...ours.filter((run) => run.kind === kind && run.rows === rows).map((run) => median(run.timesBare)),
    );
  const sizes = [...new Set(ours.map(({ rows }) => rows))];
  const inOne = ours.find((run) => run.rows === most && run.kind === "new text" && run.connections === 1)!;
  const rate = ({ rounds }: Run) => median(rounds.map(({ perSecond }) => perSecond));
  return [
    ...sizes.map((rows) => ({
      name: `CPU of a repeated query over ${rows.toLocaleString("en")} rows, times bare`,
      reached: of("repeated", rows),
      atMost: 1.5,
      unit: "x",
    })),
    ...sizes.map((rows) => ({
      name: `CPU of a new text over ${rows.toLocaleString("en")} rows, times bare`,
      reached: of("new text", rows),
      atMost: 3,
      unit: "x",
    })),
    ...KINDS.map((kind) => ({
      name: `CPU time of the longest block of the event loop, ${kind}`,
      reached: Math.max(
        ...ours
          .filter((run) => run.kind === kind)
          .flatMap(({ rounds }) => rounds.map(({ longestCpuBlock }) => longestCpuBlock)),
      ),
      atMost: 25,
      unit: "ms",
    })),
    ...runs
      .filter(({ server }) => PEERS.includes(server))
      .map((run) => ({
        name: `requests per second, times ${run.server}`,
        reached: rate(inOne) / rate(run),
        atLeast: 20,
        unit: "x",
      })),
  ];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}
