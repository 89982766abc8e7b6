import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, progress } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import { atMost, SKIPPED, type PartOptions, type PartResult } from "../part-result.ts";
import type { DatabaseKind } from "./hand-written-pages.ts";
import { medianOf, Served, type LoadFigures } from "./served.ts";

const HAND_WRITTEN = fileURLToPath(new URL("hand-written-pages.ts", import.meta.url));
const TABLE = "tamis_bench_pages";
const CONNECTIONS = 8;

/** Highest number of pages per second of the hand-written server, as a multiple of those of `tamis serve`. */
const goalOf = (kind: DatabaseKind) => (kind === "sqlite" ? 1.5 : 1.3);

/** Measures pages of a database over HTTP: `tamis serve` against a hand-written server with the same driver. */
export async function runDatabasePages(kind: DatabaseKind, { quick }: PartOptions): Promise<PartResult> {
  const folder = mkdtempSync(join(tmpdir(), "tamis-bench-"));
  const address = {
    sqlite: join(folder, "pages.db"),
    duckdb: join(folder, "pages.duckdb"),
    postgres: process.env["TAMIS_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/test",
    mariadb: process.env["TAMIS_MARIADB"] ?? "mariadb://root@127.0.0.1:3306/test",
  }[kind];
  const changeTable = (task: "load" | "drop", file = address) =>
    execFileSync(process.execPath, [HAND_WRITTEN, task, kind, file], { stdio: ["ignore", "ignore", "pipe"] });
  try {
    changeTable("load");
  } catch (error) {
    rmSync(folder, { recursive: true });
    progress(`database-pages: ${kind} skipped: ${(error as Error).message.trim().split("\n").at(-1)!}`);
    return SKIPPED;
  }
  // DuckDB allows one process that writes, and the hand-written server opens its own copy.
  const copy = kind === "duckdb" ? join(folder, "copy.duckdb") : address;
  if (kind === "duckdb") changeTable("load", copy);
  const hand = await Served.start([HAND_WRITTEN, "serve", kind, copy]);
  const tamis = await Served.startTamis(address, "--table", TABLE);
  // Numbers with six digits after the point, which no other request has.
  const size = () => (4_900 + Math.random() * 99).toFixed(6);
  const contestants: readonly Contestant[] = [
    { name: "hand-written", server: hand, target: () => `/?size=${size()}` },
    { name: "tamis serve", server: tamis, target: () => `/${TABLE}?filter=gt(size,${size()})&limit=20` },
  ];
  try {
    return await measure(kind, contestants, quick ? 5 : 11, quick ? 1 : 3);
  } finally {
    for (const server of [hand, tamis]) server.stop();
    if (kind !== "duckdb" && kind !== "sqlite") changeTable("drop");
    rmSync(folder, { recursive: true });
  }
}

interface Contestant {
  readonly name: string;
  readonly server: Served;
  /** Path and query of a request. */
  readonly target: () => string;
}

async function measure(
  kind: DatabaseKind,
  contestants: readonly Contestant[],
  rounds: number,
  seconds: number,
): Promise<PartResult> {
  progress(`database-pages: ${kind}`);
  const load = ({ server, target }: Contestant) => server.load({ connections: CONNECTIONS, seconds, target });
  for (const each of contestants) await load(each);
  const figures: LoadFigures[][] = contestants.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, each] of contestants.entries()) figures[i]!.push(await load(each));
  const slower = figures.map((all) => all.map(({ perSecond }, i) => figures[0]![i]!.perSecond / perSecond));
  return {
    tables: [
      {
        name: `database-pages-${kind}`,
        title: `Pages of ${kind} over HTTP`,
        note:
          "20 of 200,000 rows and their count, with another number in each filter. Eight connections. " +
          "Each round loads the servers one after the other, and the median of the rounds counts. " +
          "CPU: time of all threads of the server for each page, without the database server.",
        columns: ["pages/s", "times hand-written", "p50", "p99", "CPU"],
        rows: contestants.map(({ name }, i) => ({
          name,
          ours: i > 0,
          cells: [
            Math.round(medianOf(figures[i]!, "perSecond")).toLocaleString("en"),
            ratio(median(slower[i]!)),
            ...(["p50", "p99", "cpu"] as const).map((what) => duration(medianOf(figures[i]!, what))),
          ],
        })),
      },
    ],
    goals: [atMost(`${kind}: unseen pages over HTTP`, median(slower[1]!), goalOf(kind))],
  };
}
