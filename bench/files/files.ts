import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRows, type Row } from "../evaluate/rows.ts";
import { writeRows } from "../evaluate/write-rows.ts";
import { findMeasured, progress, type Measured } from "../harness.ts";
import { atMost, SKIPPED, timeRows, type Goal, type PartOptions, type PartResult } from "../part-result.ts";
import { ROW_MEMBERS } from "../row-catalog.ts";
import { compareProcesses, type ProcessContestant } from "./process-time.ts";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const PROGRAM = [process.execPath, path("../../bin/tamis.cjs")] as const;

/** Measures whole runs of the program: start-up, a filter and a count of rows in files, and saved collections. */
export async function runFiles({ quick }: PartOptions): Promise<PartResult> {
  if (!existsSync(path("../../dist/program/tamis.cjs"))) {
    progress("files: skipped, because dist is missing. Run `npm run build` first.");
    return SKIPPED;
  }
  const folder = mkdtempSync(join(tmpdir(), "tamis-files-"));
  try {
    const parts = [await startUp(folder, quick ? 5 : 21)];
    for (const count of quick ? [20_000] : [200_000, 1_000_000]) {
      progress(`files: ${count} rows`);
      const files = writeFiles(folder, count);
      const rounds = count > 200_000 ? 3 : 5;
      parts.push(await csvCounts(files, rounds), await ndjsonCounts(files, rounds));
      parts.push(await savedAnswers(files, rounds));
    }
    return {
      tables: parts.flatMap(({ tables }) => tables),
      goals: parts.flatMap(({ goals }) => goals),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Files {
  readonly count: number;
  readonly csv: string;
  readonly ndjson: string;
  readonly saved: string;
}

async function startUp(folder: string, rounds: number): Promise<PartResult> {
  progress("files: start-up");
  const [empty, small] = [join(folder, "empty.cjs"), join(folder, "small.csv")];
  writeFileSync(empty, "");
  writeFileSync(small, "name,size\nx,1\ny,12\n");
  const run = (...args: readonly string[]) => ({
    name: `tamis ${args[0]!}`,
    command: () => [...PROGRAM, ...args],
  });
  const measured = await compareProcesses(
    [
      { name: "node, empty file", command: () => [process.execPath, empty] },
      run("check", "eq(name,'x')"),
      run("query", small, "--filter", "eq(name,'x')"),
    ],
    rounds,
  );
  return resultOf("files-startup", "Start-up of the program", measured, {
    goals: ["tamis check", "tamis query"].map((name) =>
      atMost(`${name}, against an empty file`, ratioOf(measured, name), 2.5),
    ),
  });
}

function csvCounts({ csv, count }: Files, rounds: number): Promise<PartResult> {
  const miller: Peer = {
    name: "Miller",
    program: "mlr",
    limit: 1,
    command: (round) => [
      ...["mlr", "--icsv", "--ojson", "filter"],
      ...[`$state == "failed" && $size > ${boundOf(round)}`, "then", "count", csv],
    ],
  };
  const duckdb: Peer = {
    name: "DuckDB",
    program: process.execPath,
    limit: 3,
    command: (round) => [
      ...[process.execPath, path("duckdb-count.ts"), csv],
      `state = 'failed' AND size > ${boundOf(round)}`,
    ],
  };
  return compareCounts("CSV", csv, count, [miller, duckdb], rounds);
}

function ndjsonCounts({ ndjson, count }: Files, rounds: number): Promise<PartResult> {
  const jq: Peer = {
    name: "jq",
    program: "jq",
    limit: 0.5,
    command: (round) => [
      ...["jq", "-n"],
      `reduce (inputs | select(.state == "failed" and .size > ${boundOf(round)})) as $row (0; . + 1)`,
      ndjson,
    ],
  };
  return compareCounts("NDJSON", ndjson, count, [jq], rounds);
}

async function compareCounts(
  format: string,
  file: string,
  count: number,
  peers: readonly Peer[],
  rounds: number,
): Promise<PartResult> {
  const found = peers.filter(({ program }) => spawnSync(program, ["--version"]).status === 0);
  const missing = peers.filter((peer) => !found.includes(peer)).map(({ name }) => name);
  const result = (output: string) => Number(/\d+/.exec(output)?.[0]);
  const contestants = [
    tamisCount("tamis query --count", file),
    ...found.map((each) => ({ ...each, result })),
  ];
  const measured = await compareProcesses(contestants, rounds);
  const what = `${format === "CSV" ? "a" : "an"} ${format} file of ${rowsText(count)} rows`;
  return resultOf(`files-${format.toLowerCase()}-${count}`, `Filter and count ${what}`, measured, {
    goals: found.map(({ name, limit }) =>
      atMost(`${format}, ${rowsText(count)} rows, against ${name}`, 1 / ratioOf(measured, name), limit),
    ),
    note: missing.length === 0 ? "" : ` Not installed, so not run: ${missing.join(", ")}.`,
  });
}

async function savedAnswers({ csv, saved, count }: Files, rounds: number): Promise<PartResult> {
  execFileSync(PROGRAM[0], [PROGRAM[1], "save", csv, "--output", saved, "--force"], { stdio: "ignore" });
  const SAVED = "tamis query of the saved collection";
  const SHELL = "tamis shell of the saved collection";
  const measured = await compareProcesses(
    [
      tamisCount("tamis query of the CSV file", csv),
      tamisCount(SAVED, saved),
      { name: "tamis shell of the CSV file", command: shellPage(csv) },
      { name: SHELL, command: shellPage(saved) },
    ],
    rounds,
  );
  const rows = `${rowsText(count)} rows`;
  return resultOf(`files-saved-${count}`, `First answer of a saved collection of ${rows}`, measured, {
    goals: [SAVED, SHELL].map((name) =>
      atMost(`${name}, ${rows}, against reading the CSV file`, ratioOf(measured, name), 0.5),
    ),
  });
}

/** Returns the bound of the filter, different in each round. */
const boundOf = (round: number) => 1_000_000 + 7_919 * round;

function tamisCount(name: string, file: string): ProcessContestant {
  return {
    name,
    command: (round) => [
      ...PROGRAM,
      ...["query", file, "--count", "--filter", `and(eq(state,'failed'),gt(size,${boundOf(round)}))`],
    ],
    result: Number,
  };
}

/** Returns the command that reads a query from standard input and prints the first matching row. */
function shellPage(file: string): ProcessContestant["command"] {
  const script = 'line=$1; shift; printf "%s\\n" "$line" | "$@"';
  return (round) => [
    ...["bash", "-c", script, "bash", `and(eq(state,'failed'),gt(size,${boundOf(round)}))`],
    ...[...PROGRAM, "shell", file, "--limit", "1"],
  ];
}

interface Peer extends ProcessContestant {
  /** Highest time of tamis, as a multiple of the peer's. */
  readonly limit: number;
  /** Program that must be installed. */
  readonly program: string;
}

const ratioOf = (measured: readonly Measured[], name: string) => findMeasured(measured, name).ratio.median;

function resultOf(
  name: string,
  title: string,
  measured: readonly Measured[],
  { goals, note = "" }: { readonly goals: readonly Goal[]; readonly note?: string },
): PartResult {
  const table = { name, title, note: `CPU time of whole processes.${note}` };
  return {
    tables: [{ ...table, columns: ["time", "ratio"], rows: timeRows(measured) }],
    goals,
  };
}

const rowsText = (count: number) => count.toLocaleString("en");

function writeFiles(folder: string, count: number): Files {
  const [csv, ndjson] = [join(folder, `${count}.csv`), join(folder, `${count}.ndjson`)];
  const rows = makeRows(count);
  const scalars = MEMBERS.filter((member) => typeof ROW_MEMBERS[member] === "string");
  const csvLine = (row: Row) =>
    scalars.map((member) => csvCell(String(row[member] as string | number))).join(",");
  writeRows(csv, rows, csvLine, `${scalars.join(",")}\n`);
  writeRows(ndjson, rows);
  return { count, csv, ndjson, saved: join(folder, `${count}.tamis`) };
}

const MEMBERS = Object.keys(ROW_MEMBERS) as (keyof Row)[];

function csvCell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
