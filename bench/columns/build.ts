import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeRows } from "../evaluate/rows.ts";
import { writeRows } from "../evaluate/write-rows.ts";
import { runChild } from "../child-process.ts";
import { findMeasured, measuredOf, progress, shuffled, type Measured } from "../harness.ts";
import { ratio } from "../numbers.ts";
import {
  atMost,
  timeRows,
  type Goal,
  type PartOptions,
  type PartResult,
  type TableRow,
} from "../part-result.ts";
import type { BuildBytes, BuildSample, BuildTask } from "./build-child.ts";
import { closeFixture } from "./fixture.ts";
import { irregularRows } from "./irregular-rows.ts";
import {
  COLUMNS,
  LINES,
  OF_ROWS,
  OF_TEXT,
  PARSE,
  PEERS,
  PLAIN_COLUMNS,
  TEXT,
  TEXT_COLUMNS,
  type BuildContestant,
} from "./build-names.ts";

const KINDS = {
  regular: "rows with a value in every member",
  irregular: "rows with nulls, lists, maps and mixed types",
} as const;

/** Measures building columns of all members: time relative to `JSON.parse` of the rows, memory relative to the objects. */
export function runBuild({ quick }: PartOptions): PartResult {
  closeFixture();
  const count = quick ? 100_000 : 1_000_000;
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
    const bytes = run({ ...task, contestant: undefined }) as BuildBytes;
    const samples = new Map<string, BuildSample[]>(all.map((name) => [name, []]));
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++)
      for (const i of shuffled(all.length, round))
        samples.get(all[i]!)!.push(run({ ...task, contestant: all[i] }) as BuildSample);
    const found = measuredFrom(samples);
    rows.push(...timeRows(found, `${words}: `, ({ name }) => memoryCells(bytes, name, count)));
    goals.push(...goalsOf(words, found, bytes));
  }
  return {
    tables: [
      {
        name: "memory-build",
        title: `Columns of all members of ${count.toLocaleString("en")} rows`,
        note:
          "Time, and ratio to JSON.parse of the same rows in the same process. Each sample has a new process, because earlier work changes the time of JSON.parse. Bytes: increase of memory in use (heap and external buffers, after garbage collection) per row, and its ratio to the memory of the objects. " +
          "Databases store all members too. Only the memory of objects and of their columns is measured.",
        columns: ["time", "ratio", "bytes per row", "share"],
        rows,
      },
    ],
    goals,
  };
}

const CHILD_HEAP_MEGABYTES = 6000;

const ROUNDS = 3;

function run(task: BuildTask): unknown {
  return runChild(new URL("build-child.ts", import.meta.url), task, CHILD_HEAP_MEGABYTES);
}

/** Times of all contestants, and those of `JSON.parse` in the same processes. */
function measuredFrom(samples: ReadonlyMap<string, readonly BuildSample[]>): Measured[] {
  const parsed = [...samples.values()].flat().map(({ parseMilliseconds }) => parseMilliseconds);
  const measured = [...samples].map(([name, each]) =>
    measuredOf(
      name,
      each.map(({ milliseconds }) => milliseconds),
      each.map(({ parseMilliseconds }) => parseMilliseconds),
    ),
  );
  return [measuredOf(PARSE, parsed, parsed), ...measured];
}

function memoryCells(all: BuildBytes, name: string, count: number): string[] {
  const bytes = all[name];
  return bytes === undefined ? ["-", "-"] : [(bytes / count).toFixed(0), ratio(bytes / all[PARSE]!)];
}

function goalsOf(kind: string, found: readonly Measured[], bytes: BuildBytes): Goal[] {
  const ratioOf = (name: string) => findMeasured(found, name).ratio.median;
  const ours = ratioOf(COLUMNS);
  const goal = (name: string, reached: number, most: number) =>
    atMost(`${name}: columns of ${kind}`, reached, most);
  const peers = PEERS.filter((peer) => found.some(({ name }) => name === peer));
  const loading = `loading the NDJSON of ${kind}`;
  return [
    goal("time to build, against JSON.parse", ours, 1.2),
    goal("time to build if rows are known to be plain, against JSON.parse", ratioOf(PLAIN_COLUMNS), 1.2),
    goal("bytes, against the objects", bytes[COLUMNS]! / bytes[PARSE]!, 0.25),
    ...peers.map((peer) => goal(`time to build, against ${peer}`, ours / ratioOf(peer), 1)),
    atMost(`${loading}, against parsing each line`, ratioOf(TEXT) / ratioOf(LINES), 0.5),
    // The goal of loading is 1x, and that of columns is 1.2x.
    atMost(`${loading} with columns of all members, against JSON.parse`, ratioOf(TEXT_COLUMNS), 2.2),
  ];
}
