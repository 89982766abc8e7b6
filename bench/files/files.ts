import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRows, type Row } from "../evaluate/rows.ts";
import { findMeasured, progress, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import { atMost, type Goal, type PartOptions, type PartResult, type Table } from "../part-result.ts";
import { SCALAR_MEMBERS } from "../row-catalog.ts";
import { compareProcesses, type ProcessContestant } from "./process-time.ts";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const PROGRAM = [process.execPath, path("../../bin/tamis.cjs")] as const;
const TAMIS = "tamis query --count";

/** Measures whole runs of the program: start-up, a filter and a count of rows in files, and saved collections. */
export function runFiles({ quick }: PartOptions): PartResult {
  if (!existsSync(path("../../dist/program/tamis.cjs"))) {
    progress("files: skipped, because dist is missing. Run `npm run build` first.");
    return { tables: [], goals: [], measured: {} };
  }
  const folder = mkdtempSync(join(tmpdir(), "tamis-files-"));
  try {
    const parts = [startUp(folder, quick ? 5 : 21)];
    for (const count of quick ? [20_000] : [200_000, 1_000_000]) {
      progress(`files: ${count} rows`);
      const files = writeFiles(folder, count);
      const rounds = count > 200_000 ? 3 : 5;
      parts.push(csvCounts(files, count, rounds), ndjsonCounts(files, count, rounds));
      parts.push(savedAnswers(files, count, rounds));
    }
    return {
      tables: parts.map(({ table }) => table),
      goals: parts.flatMap(({ goals }) => goals),
      measured: Object.fromEntries(parts.map(({ table, measured }) => [table.name, measured])),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Part {
  readonly table: Table;
  readonly goals: readonly Goal[];
  readonly measured: readonly Measured[];
}

interface Files {
  readonly csv: string;
  readonly ndjson: string;
  readonly saved: string;
}

function startUp(folder: string, rounds: number): Part {
  progress("files: start-up");
  const [empty, small] = [join(folder, "empty.cjs"), join(folder, "small.csv")];
  writeFileSync(empty, "");
  writeFileSync(small, "name,size\nx,1\ny,12\n");
  const run = (...args: readonly string[]) => ({
    name: `tamis ${args[0]!}`,
    command: () => [...PROGRAM, ...args],
  });
  const measured = compareProcesses(
    [
      { name: "node, empty file", command: () => [process.execPath, empty] },
      run("--version"),
      run("check", "eq(name,'x')"),
      run("query", small, "--filter", "eq(name,'x')"),
    ],
    rounds,
  );
  return {
    table: tableOf("files-startup", "Start-up of the program", measured, []),
    goals: ["tamis check", "tamis query"].map((name) =>
      atMost(`${name}, against an empty file`, ratioOf(measured, name), 2.5),
    ),
    measured,
  };
}

function csvCounts({ csv }: Files, count: number, rounds: number): Part {
  const { found, missing } = installed([
    counting("Miller", ["mlr"], (size) => [
      ...["mlr", "--icsv", "--ojson", "filter"],
      ...[`$state == "failed" && $size > ${size}`, "then", "count", csv],
    ]),
    counting("DuckDB", [], (size) => [
      ...[process.execPath, path("duckdb-count.ts"), csv],
      `state = 'failed' AND size > ${size}`,
    ]),
  ]);
  const measured = compareProcesses([tamisCount(csv), ...found], rounds);
  const rows = rowsText(count);
  return {
    table: tableOf(`files-csv-${count}`, `Filter and count a CSV file of ${rows} rows`, measured, missing),
    goals: [
      ...against(`CSV, ${rows} rows`, measured, "Miller", 1),
      ...against(`CSV, ${rows} rows`, measured, "DuckDB", 3),
    ],
    measured,
  };
}

function ndjsonCounts({ ndjson }: Files, count: number, rounds: number): Part {
  const { found, missing } = installed([
    counting("jq", ["jq"], (size) => [
      ...["jq", "-n"],
      `reduce (inputs | select(.state == "failed" and .size > ${size})) as $row (0; . + 1)`,
      ndjson,
    ]),
  ]);
  const measured = compareProcesses([tamisCount(ndjson), ...found], rounds);
  const rows = rowsText(count);
  return {
    table: tableOf(
      `files-ndjson-${count}`,
      `Filter and count an NDJSON file of ${rows} rows`,
      measured,
      missing,
    ),
    goals: against(`NDJSON, ${rows} rows`, measured, "jq", 0.5),
    measured,
  };
}

function savedAnswers({ csv, saved }: Files, count: number, rounds: number): Part {
  execFileSync(PROGRAM[0], [PROGRAM[1], "save", csv, "--output", saved, "--force"], { stdio: "ignore" });
  const READING = "tamis query of the CSV file";
  const SAVED = "tamis query of the saved collection";
  const SHELL = "tamis shell of the saved collection";
  const measured = compareProcesses(
    [
      { ...tamisCount(csv), name: READING },
      { ...tamisCount(saved), name: SAVED },
      { name: "tamis shell of the CSV file", command: shellPage(csv) },
      { name: SHELL, command: shellPage(saved) },
    ],
    rounds,
  );
  const rows = rowsText(count);
  return {
    table: tableOf(
      `files-saved-${count}`,
      `First answer of a saved collection of ${rows} rows`,
      measured,
      [],
    ),
    goals: [SAVED, SHELL].map((name) =>
      atMost(`${name}, ${rows} rows, against reading the CSV file`, ratioOf(measured, name), 0.5),
    ),
    measured,
  };
}

/** Returns the bound of the filter, different in each round. */
const boundOf = (round: number) => 1_000_000 + 7_919 * round;

function tamisCount(file: string): ProcessContestant {
  return {
    name: TAMIS,
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
  /** Programs that must be installed. */
  readonly needs: readonly string[];
}

function counting(
  name: string,
  needs: readonly string[],
  command: (size: number) => readonly string[],
): Peer {
  return {
    name,
    needs,
    command: (round) => command(boundOf(round)),
    result: (output) => Number(/\d+/.exec(output)?.[0]),
  };
}

function installed(peers: readonly Peer[]): { readonly found: readonly Peer[]; readonly missing: string[] } {
  const has = ({ needs }: Peer) => needs.every((name) => spawnSync(name, ["--version"]).status === 0);
  const found = peers.filter(has);
  return { found, missing: peers.filter((peer) => !found.includes(peer)).map(({ name }) => name) };
}

/** Returns the ratio of tamis to a peer, if it was measured. */
function against(name: string, measured: readonly Measured[], peer: string, limit: number): Goal[] {
  const found = measured.find((each) => each.name === peer);
  return found === undefined ? [] : [atMost(`${name}, against ${peer}`, 1 / found.ratio.median, limit)];
}

const ratioOf = (measured: readonly Measured[], name: string) => findMeasured(measured, name).ratio.median;

function tableOf(
  name: string,
  title: string,
  measured: readonly Measured[],
  missing: readonly string[],
): Table {
  const notRun = missing.length === 0 ? "" : ` Not installed, so not run: ${missing.join(", ")}.`;
  return {
    name,
    title,
    note: `CPU time of whole processes.${notRun}`,
    columns: ["time", "ratio"],
    rows: measured.map((each) => ({
      name: each.name,
      ours: each.name.startsWith("tamis"),
      cells: [duration(each.milliseconds.median), ratio(each.ratio.median)],
    })),
  };
}

const rowsText = (count: number) => count.toLocaleString("en");

function writeFiles(folder: string, count: number): Files {
  const [csv, ndjson] = [join(folder, `${count}.csv`), join(folder, `${count}.ndjson`)];
  const rows = makeRows(count);
  writeInBlocks(csv, rows, `${SCALAR_MEMBERS.join(",")}\n`, (row) =>
    SCALAR_MEMBERS.map((member) => csvCell(row[member])).join(","),
  );
  writeInBlocks(ndjson, rows, "", (row) => JSON.stringify(row));
  return { csv, ndjson, saved: join(folder, `${count}.tamis`) };
}

/** Writes rows in blocks, because the text of a million rows can exceed the maximum length of a string. */
function writeInBlocks(file: string, rows: readonly Row[], head: string, line: (row: Row) => string): void {
  writeFileSync(file, head);
  for (let from = 0; from < rows.length; from += 10_000) {
    const text = rows.slice(from, from + 10_000).map((row) => `${line(row)}\n`);
    writeFileSync(file, text.join(""), { flag: "a" });
  }
}

function csvCell(value: string | number): string {
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
