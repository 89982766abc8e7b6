import { median, progress, spread } from "../harness.ts";
import { digits, duration } from "../numbers.ts";
import type { PartOptions, PartResult } from "../part-result.ts";
import { PageServer, type PageFigures } from "./page-load.ts";

const PAGE = "/reports/reports";
const CONNECTIONS = 16;

/** Requests of a kind to a server, and the figures of its rounds. */
interface Run {
  readonly name: string;
  readonly server: "platform" | "open";
  readonly target: () => string;
  readonly rounds: PageFigures[];
}

/** Measures pages of four reports over SQLite, with and without tokens and rules, and the probe of readiness. */
export async function runPlatformPages({ quick }: PartOptions): Promise<PartResult> {
  progress(`platform pages: ${CONNECTIONS} connections`);
  let number = 0;
  const unseen = () => `${PAGE}?filter=ne(name,'${number++}')`;
  const run = (name: string, server: Run["server"], target: () => string): Run => ({
    name,
    server,
    target,
    rounds: [],
  });
  const repeated = run("page that was requested before", "platform", () => PAGE);
  const openRepeated = run("the same, without authorization", "open", () => PAGE);
  const first = run("page with an unseen filter", "platform", unseen);
  const openFirst = run("the same, without authorization", "open", unseen);
  const ready = run("readiness, with a token", "platform", () => "/detection/ready");
  const runs = [repeated, openRepeated, first, openFirst, ready];
  const servers = { platform: await PageServer.start("platform"), open: await PageServer.start("open") };
  try {
    const requests = quick ? 2_000 : 6_000;
    const load = ({ server, target }: Run) => servers[server].load(target, CONNECTIONS, requests);
    for (const each of runs) await load(each);
    for (let round = 0; round < (quick ? 3 : 7); round++)
      for (const each of round % 2 === 0 ? runs : runs.toReversed()) each.rounds.push(await load(each));
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
  const of = ({ rounds }: Run, figure: keyof PageFigures) => median(rounds.map((each) => each[figure]));
  const times = (a: Run, b: Run) => median(a.rounds.map(({ cpu }, round) => cpu / b.rounds[round]!.cpu));
  return {
    tables: [
      {
        name: "platform-pages",
        title: "Pages of the platform",
        note: `Pages of four reports over a SQLite file, ${CONNECTIONS} connections. Without authorization: the same collection, without tokens, rules and the audit trail. CPU time is that of the whole process of the server for each request. Pages that were requested before are kept until the file changes.`,
        columns: ["requests/s", "p50", "p99", "CPU"],
        rows: runs.map((each) => ({
          name: each.name,
          ours: each.server === "platform",
          cells: [
            digits(of(each, "perSecond")),
            duration(of(each, "p50")),
            duration(of(each, "p99")),
            duration(of(each, "cpu") / 1_000),
          ],
        })),
      },
    ],
    goals: [
      { name: "pages a second", reached: of(repeated, "perSecond"), atLeast: 3_000, unit: "" },
      {
        name: "CPU of a page, times without authorization",
        reached: times(repeated, openRepeated),
        atMost: 3,
        unit: "x",
      },
      {
        name: "CPU of an unseen page, times without authorization",
        reached: times(first, openFirst),
        atMost: 3,
        unit: "x",
      },
      { name: "probes of readiness a second", reached: of(ready, "perSecond"), atLeast: 8_000, unit: "" },
    ],
    measured: {
      "platform-pages": runs.map((each) => ({
        name: `${each.name}, ${each.server}`,
        milliseconds: spread(each.rounds.map(({ cpu }) => cpu / 1_000)),
        ratio: spread(each.rounds.map(({ cpu }, round) => cpu / openRepeated.rounds[round]!.cpu)),
        share: 1,
      })),
    },
  };
}
