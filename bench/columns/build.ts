import { runChild } from "../children.ts";
import { progress, spread, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { Goal, PartOptions, PartResult, TableRow } from "../parts.ts";
import type { BuildFigures, BuildTask } from "./build-child.ts";
import { isOurs } from "./field.ts";
import { closeFixture } from "./fixture.ts";
import { COLUMNS, DUCKDB, PARSE, PLAIN_COLUMNS, SQLITE } from "./build-names.ts";

const KINDS = {
  even: "rows with a value in every member",
  hostile: "rows with nulls, lists, maps and mixed types",
} as const;

/** Columns of all members, made of rows: the time beside `JSON.parse` of the same rows, the memory beside theirs. */
export async function runBuild({ quick }: PartOptions): Promise<PartResult> {
  closeFixture();
  const count = quick ? 100_000 : 1_000_000;
  const measured: Record<string, readonly Measured[]> = {};
  const rows: TableRow[] = [];
  const goals: Goal[] = [];
  for (const [kind, words] of Object.entries(KINDS)) {
    progress(`memory-build: ${words}`);
    const task: BuildTask = { count, kind: kind as BuildTask["kind"], rounds: 3 };
    const child = new URL("build-child.ts", import.meta.url);
    const figures = await runChild<BuildFigures>(child, task, MEGABYTES);
    const found = measuredFrom(figures);
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
          "Time, and ratio to JSON.parse of the same rows in the same round; bytes in use after it beyond those before (heap and what lies beside it, after the garbage was collected), for each row, and their share of what the objects take. " +
          "Databases hold all members too. Their own memory is not known here.",
        columns: ["time", "ratio", "bytes a row", "share"],
        rows,
      },
    ],
    goals,
    measured,
  };
}

const MEGABYTES = 6000;

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
  const [ours, plain] = [COLUMNS, PLAIN_COLUMNS].map((wanted) => found.find(({ name }) => name === wanted)!);
  const goal = (name: string, reached: number, atMost: number): Goal => ({
    name: `columns of ${kind}, ${name}`,
    reached,
    atMost,
    unit: "x",
  });
  const beside = (peer: string) =>
    found
      .filter(({ name }) => name === peer)
      .map((each) => goal(`against ${peer}`, ours!.ratio.median / each.ratio.median, 1));
  return [
    goal("against JSON.parse", ours!.ratio.median, 1.3),
    goal("known to be plain, against JSON.parse", plain!.ratio.median, 1.3),
    goal("bytes against those of the objects", bytes[COLUMNS]! / bytes[PARSE]!, 0.25),
    ...beside(DUCKDB),
    ...beside(SQLITE),
  ];
}
