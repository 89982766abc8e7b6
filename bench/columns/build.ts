import { runChild } from "../child-process.ts";
import { progress, spread, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { Goal, PartOptions, PartResult, TableRow } from "../part-result.ts";
import type { BuildFigures, BuildTask } from "./build-child.ts";
import { isOurs } from "./comparison.ts";
import { closeFixture } from "./fixture.ts";
import { COLUMNS, DUCKDB, LINES, PARSE, PLAIN_COLUMNS, SQLITE, TEXT, TEXT_COLUMNS } from "./build-names.ts";

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
  const goals: Goal[] = [];
  for (const [kind, words] of Object.entries(KINDS)) {
    progress(`memory-build: ${words}`);
    const child = new URL("build-child.ts", import.meta.url);
    const run = (source: BuildTask["source"]) => {
      const task: BuildTask = { count, kind: kind as BuildTask["kind"], source, rounds: 3 };
      return runChild<BuildFigures>(child, task, CHILD_HEAP_MEGABYTES);
    };
    const [ofObjects, ofText] = [await run("objects"), await run("text")];
    const figures = { ...ofObjects, bytes: { ...ofText.bytes, ...ofObjects.bytes } };
    const found = [...measuredFrom(ofObjects), ...measuredFrom(ofText).filter(({ name }) => name !== PARSE)];
    measured[words] = found;
    rows.push(...found.map((each) => rowOf(words, each, figures)));
    goals.push(...goalsOf(words, found, figures));
  }
  return {
    tables: [
      {
        name: "memory-build",
        title: `Columns of all members of ${count.toLocaleString("en")} rows`,
        note:
          "Time, and ratio to JSON.parse of the same rows in the same round. Bytes: increase of memory in use (heap and external buffers, after garbage collection) per row, and its ratio to the memory of the objects. " +
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

function measuredFrom({ milliseconds }: BuildFigures): Measured[] {
  const reference = milliseconds[PARSE]!;
  return Object.entries(milliseconds).map(([name, samples]) => ({
    name,
    milliseconds: spread(samples),
    ratio: spread(samples.map((value, round) => value / reference[round]!)),
    share: 1,
  }));
}

function rowOf(
  kind: string,
  { name, milliseconds, ratio: against }: Measured,
  figures: BuildFigures,
): TableRow {
  const bytes = figures.bytes[name];
  return {
    name: `${kind}: ${name}`,
    ours: isOurs(name),
    cells: [
      duration(milliseconds.median),
      ratio(against.median),
      bytes === undefined ? "-" : (bytes / figures.count).toFixed(0),
      bytes === undefined ? "-" : ratio(bytes / figures.bytes[PARSE]!),
    ],
  };
}

function goalsOf(kind: string, found: readonly Measured[], { bytes }: BuildFigures): Goal[] {
  const ratioOf = (wanted: string) => found.find(({ name }) => name === wanted)!.ratio.median;
  const ours = ratioOf(COLUMNS);
  const goal = (name: string, reached: number, atMost: number): Goal => ({
    name: `columns of ${kind}, ${name}`,
    reached,
    atMost,
    unit: "x",
  });
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
    {
      name: `loading the NDJSON of ${kind}, against parsing each line`,
      reached: ratioOf(TEXT) / ratioOf(LINES),
      atMost: 0.5,
      unit: "x",
    },
    // The goal of loading is 1x, and that of columns is 1.2x.
    {
      name: `loading the NDJSON of ${kind} with columns of all members, against JSON.parse`,
      reached: ratioOf(TEXT_COLUMNS),
      atMost: 2.2,
      unit: "x",
    },
  ];
}
