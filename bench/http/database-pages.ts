import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { progress, spread } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import { atMost, type PartOptions, type PartResult } from "../part-result.ts";
import type { DatabaseKind } from "./hand-written-pages.ts";
import { Served, type LoadFigures } from "./served.ts";

const HAND_WRITTEN = fileURLToPath(new URL("hand-written-pages.ts", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../bin/tamis.cjs", import.meta.url));
const TABLE = "tamis_bench_pages";
const CONNECTIONS = 8;

/** Highest number of pages per second of the hand-written server, as a multiple of those of `tamis serve`. */
const GOALS: Readonly<Record<DatabaseKind, number>> = {
  sqlite: 1.5,
  postgres: 1.3,
  mariadb: 1.3,
  duckdb: 1.3,
};

/** Measures pages of a database over HTTP: `tamis serve` against a hand-written server with the same driver. */
export async function runDatabasePages(kind: DatabaseKind, { quick }: PartOptions): Promise<PartResult> {
  const folder = mkdtempSync(join(tmpdir(), "tamis-bench-"));
  const address = {
    sqlite: join(folder, "pages.db"),
    duckdb: join(folder, "pages.duckdb"),
    postgres: process.env["TAMIS_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/test",
    mariadb: process.env["TAMIS_MARIADB"] ?? "mariadb://root@127.0.0.1:3306/test",
  }[kind];
  try {
    execFileSync(process.execPath, [HAND_WRITTEN, "load", kind, address], {
      stdio: ["ignore", "ignore", "pipe"],
    });
  } catch (error) {
    rmSync(folder, { recursive: true });
    progress(`database-pages: ${kind} skipped: ${(error as Error).message.trim().split("\n").at(-1)!}`);
    return { tables: [], goals: [], measured: {} };
  }
  // DuckDB allows one process that writes, and the hand-written server opens its own copy.
  const copy = kind === "duckdb" ? join(folder, "copy.duckdb") : address;
  if (kind === "duckdb")
    execFileSync(process.execPath, [HAND_WRITTEN, "load", kind, copy], { stdio: "ignore" });
  const hand = await Served.start([HAND_WRITTEN, "serve", kind, copy]);
  const tamis = await Served.start([
    PROGRAM,
    "serve",
    address,
    "--table",
    TABLE,
    "--port",
    "0",
    "--log",
    "none",
  ]);
  const pageOf = (size: string) => `/${TABLE}?filter=gt(size,${size})&limit=20`;
  const contestants: readonly Contestant[] = [
    { name: "hand-written", server: hand, target: () => `/?size=${unseenSize()}` },
    { name: "tamis serve", server: tamis, target: () => pageOf(unseenSize()) },
    { name: "tamis serve, one of 99 pages", server: tamis, target: () => pageOf(seenSize()) },
  ];
  try {
    return await measure(kind, contestants, quick ? 5 : 11, quick ? 1 : 3);
  } finally {
    for (const server of [hand, tamis]) server.stop();
    if (kind !== "duckdb" && kind !== "sqlite")
      execFileSync(process.execPath, [HAND_WRITTEN, "drop", kind, address], { stdio: "ignore" });
    rmSync(folder, { recursive: true });
  }
}

interface Contestant {
  readonly name: string;
  readonly server: Served;
  /** Path and query of a request. */
  readonly target: () => string;
}

/** A number with six digits after the point, which no other request has. */
function unseenSize(): string {
  return (4_900 + Math.random() * 99).toFixed(6);
}

function seenSize(): string {
  return String(4_900 + Math.floor(Math.random() * 99));
}

async function measure(
  kind: DatabaseKind,
  contestants: readonly Contestant[],
  rounds: number,
  seconds: number,
): Promise<PartResult> {
  progress(`database-pages: ${kind}`);
  for (const each of contestants) await load(each, seconds);
  const figures: Figures[][] = contestants.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, each] of contestants.entries()) figures[i]!.push(await load(each, seconds));
  const hand = figures[0]!;
  const ratiosOf = (all: readonly Figures[]) => all.map(({ perSecond }, i) => hand[i]!.perSecond / perSecond);
  const of = (all: readonly Figures[], what: keyof Figures) => spread(all.map((each) => each[what])).median;
  return {
    tables: [
      {
        name: `database-pages-${kind}`,
        title: `Pages of ${kind} over HTTP`,
        note:
          "20 of 200,000 rows and their count, with another number in each filter, or with one of 99 numbers. Eight connections. " +
          "Each round loads the servers one after the other, and the median of the rounds counts. " +
          "CPU: time of all threads of the server for each page, without the database server (Linux only).",
        columns: ["pages/s", "times hand-written", "p50", "p99", "CPU"],
        rows: contestants.map(({ name }, i) => ({
          name,
          ours: i > 0,
          cells: [
            Math.round(of(figures[i]!, "perSecond")).toLocaleString("en"),
            ratio(spread(ratiosOf(figures[i]!)).median),
            duration(of(figures[i]!, "p50")),
            duration(of(figures[i]!, "p99")),
            duration(of(figures[i]!, "cpu")),
          ],
          value: spread(ratiosOf(figures[i]!)).median,
        })),
      },
    ],
    goals: [atMost(`${kind}: unseen pages over HTTP`, spread(ratiosOf(figures[1]!)).median, GOALS[kind])],
    measured: {
      [`pages over HTTP, ${kind}`]: contestants.map(({ name }, i) => ({
        name,
        milliseconds: spread(figures[i]!.map(({ p50 }) => p50)),
        ratio: spread(ratiosOf(figures[i]!)),
      })),
    },
  };
}

interface Figures extends LoadFigures {
  /** CPU milliseconds of a page. */
  readonly cpu: number;
}

async function load({ server, target }: Contestant, seconds: number): Promise<Figures> {
  const before = cpuOf(server.pid);
  const figures = await server.load({ connections: CONNECTIONS, seconds, target });
  return { ...figures, cpu: (cpuOf(server.pid) - before) / figures.requests };
}

/** Returns the CPU time of a process in milliseconds, from `/proc`; NaN on other systems than Linux. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return NaN;
  }
}
