import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeRows } from "../evaluate/rows.ts";
import { runChild } from "../child-process.ts";
import { progress, shuffled, spread, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import { atMost, type Goal, type PartOptions, type PartResult, type TableRow } from "../part-result.ts";
import type { BuildBytes, BuildSample, BuildTask } from "./build-child.ts";
import { isOurs } from "./comparison.ts";
import { closeFixture } from "./fixture.ts";
import { irregularRows } from "./irregular-rows.ts";
import {
  COLUMNS,
  DUCKDB,
  LINES,
  OF_ROWS,
  OF_TEXT,
  PARSE,
  PEERS,
  PLAIN_COLUMNS,
  SQLITE,
  TEXT,
  TEXT_COLUMNS,
  type BuildContestant,
} from "./build-names.ts";

const KINDS = {
  regular: "rows with a value in every member",
  irregular: "rows with nulls, lists, maps and mixed types",
} as const;

/** Measures building columns of all members: time relative to `JSON.parse` of the rows, memory relative to the objects. */
export async function runBuild({ quick }: PartOptions): Promise<PartResult> {
  closeFixture();
  const count = quick ? 100_000 : 1_000_000;
  const measured: Record<string, readonly Measured[]> = {};
  const rows: TableRow[] = [];
  const folder = mkdtempSync(join(tmpdir(), "tamis-build-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const goals: Goal[] = [];
  for (const [kind, words] of Object.entries(KINDS)) {
    progress(`memory-build: ${words}`);
    const file = join(folder, `${kind}.ndjson`);
    writeRows(file, kind === "regular" ? makeRows(count) : irregularRows(count));
    const all: BuildContestant[] = [...OF_ROWS, ...OF_TEXT, ...(kind === "regular" ? PEERS : [])];
    const task = { file, kind: kind as BuildTask["kind"] };
    const bytes = await run<BuildBytes>({ ...task, contestant: undefined });
    const samples = new Map<string, BuildSample[]>(all.map((name) => [name, []]));
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++)
      for (const i of shuffled(all.length, round))
        samples.get(all[i]!)!.push(await run<BuildSample>({ ...task, contestant: all[i] }));
    const found = measuredFrom(samples);
    measured[words] = found;
    rows.push(...found.map((each) => rowOf(words, each, { bytes, count })));
    goals.push(...goalsOf(words, found, bytes));
  }
  return {
    tables: [
      {
        name: "memory-build",
        title: `Columns of all members of ${count.toLocaleString("en")} rows`,
        note:
          "Time, and ratio to JSON.parse of the same rows in the same process. Each sample has a new process, because earlier work changes the time of JSON.parse. Bytes: increase of memory in use (heap and external buffers, after garbage collection) per row, and its ratio to the memory of the objects. " +
          "Databases store all members too. Their memory use is not measured.",
        columns: ["time", "ratio", "bytes per row", "share"],
        rows,
      },
    ],
    goals,
    measured,
  };
}

const CHILD_HEAP_MEGABYTES = 6000;

const ROUNDS = 3;

function writeRows(file: string, rows: Iterable<object>): void {
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(`${JSON.stringify(row)}\n`);
    if (lines.length < LINES_PER_WRITE) continue;
    appendFileSync(file, lines.join(""));
    lines = [];
  }
  appendFileSync(file, lines.join(""));
}

const LINES_PER_WRITE = 10_000;

function run<T>(task: BuildTask): Promise<T> {
  return runChild<T>(new URL("build-child.ts", import.meta.url), task, CHILD_HEAP_MEGABYTES);
}

function measuredFrom(samples: ReadonlyMap<string, readonly BuildSample[]>): Measured[] {
  const parsed = [...samples.values()].flat().map(({ parseMilliseconds }) => parseMilliseconds);
  const measured = [...samples].map(([name, each]) => ({
    name,
    milliseconds: spread(each.map(({ milliseconds }) => milliseconds)),
    ratio: spread(each.map(({ milliseconds, parseMilliseconds }) => milliseconds / parseMilliseconds)),
  }));
  return [{ name: PARSE, milliseconds: spread(parsed), ratio: spread([1]) }, ...measured];
}

function rowOf(
  kind: string,
  { name, milliseconds, ratio: against }: Measured,
  { bytes: all, count }: { readonly bytes: BuildBytes; readonly count: number },
): TableRow {
  const bytes = all[name];
  return {
    name: `${kind}: ${name}`,
    ours: isOurs(name),
    cells: [
      duration(milliseconds.median),
      ratio(against.median),
      bytes === undefined ? "-" : (bytes / count).toFixed(0),
      bytes === undefined ? "-" : ratio(bytes / all[PARSE]!),
    ],
  };
}

function goalsOf(kind: string, found: readonly Measured[], bytes: BuildBytes): Goal[] {
  const ratioOf = (wanted: string) => found.find(({ name }) => name === wanted)!.ratio.median;
  const ours = ratioOf(COLUMNS);
  const goal = (name: string, reached: number, most: number) =>
    atMost(`columns of ${kind}, ${name}`, reached, most);
  const againstPeer = (peer: string) =>
    found
      .filter(({ name }) => name === peer)
      .map((each) => goal(`against ${peer}`, ours / each.ratio.median, 1));
  return [
    goal("against JSON.parse", ours, 1.2),
    goal("known to be plain, against JSON.parse", ratioOf(PLAIN_COLUMNS), 1.2),
    goal("bytes, against the objects", bytes[COLUMNS]! / bytes[PARSE]!, 0.25),
    ...againstPeer(DUCKDB),
    ...againstPeer(SQLITE),
    atMost(`loading the NDJSON of ${kind}, against parsing each line`, ratioOf(TEXT) / ratioOf(LINES), 0.5),
    // The goal of loading is 1x, and that of columns is 1.2x.
    atMost(
      `loading the NDJSON of ${kind} with columns of all members, against JSON.parse`,
      ratioOf(TEXT_COLUMNS),
      2.2,
    ),
  ];
}
