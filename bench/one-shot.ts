import { loadEngines, type Engine } from "./evaluate/contestants.ts";
import type { Condition } from "./evaluate/queries.ts";
import { makeRows, type Row } from "./evaluate/rows.ts";
import { compare, progress, requireEqual, sink, type Contestant, type Measured } from "./harness.ts";
import { duration, ratio } from "./numbers.ts";
import type { PartOptions, PartResult } from "./part-result.ts";

const COUNTS = [10, 100, 1_000, 10_000] as const;

/** Measures filters that run only once: parse, check, compile and evaluate a new filter text each time. */
export async function runOneShot({ quick }: PartOptions): Promise<PartResult> {
  const rows = makeRows(10_000);
  const engines = (await loadEngines()).filter(({ name }) => CONTESTANTS.has(name));
  const measured: Record<string, readonly Measured[]> = {};
  const ratios: number[] = [];
  for (const count of COUNTS) {
    progress(`one shot: ${count} rows`);
    const part = rows.slice(0, count);
    const contestants = engines.map((engine) => enter(engine, part));
    const results = await compare(contestants, { rounds: quick ? 5 : 15, sampleMilliseconds: 15 });
    measured[`one shot, ${count} rows`] = results;
    ratios.push(
      1 /
        Math.min(
          ...results
            .slice(1)
            .filter(({ name }) => !name.startsWith("tamis"))
            .map(({ ratio: r }) => r.median),
        ),
    );
  }
  const tables = [
    {
      name: "one-shot",
      title: "A new filter each time: parse, check, compile and run",
      note: "Ratio to tamis without a catalog. Every filter text is new, so nothing can be cached.",
      columns: COUNTS.map((count) => `${count.toLocaleString("en")} rows`),
      rows: engines.map((engine, i) => ({
        name: engine.name,
        ours: engine.ours === true,
        cells: COUNTS.map((count) => {
          const { milliseconds, ratio: r } = measured[`one shot, ${count} rows`]![i]!;
          return `${duration(milliseconds.median)}, ${ratio(r.median)}`;
        }),
        value: measured["one shot, 100 rows"]![i]!.ratio.median,
      })),
      chart: { title: "A new filter over 100 objects: parse, compile, run", unit: "× tamis" },
    },
  ];
  return {
    tables,
    goals: COUNTS.map((count, i) => ({
      name: `one shot over ${count} rows, against the best peer`,
      reached: ratios[i]!,
      atMost: 1,
      unit: "x",
    })),
    measured,
  };
}

const CONTESTANTS = new Set([
  "tamis",
  "tamis with a catalog",
  "sift",
  "mingo",
  "@marcbachmann/cel-js",
  "filtrex",
  "json-logic-engine",
]);

function condition(value: number): Condition {
  return {
    kind: "and",
    parts: [
      { kind: "eq", member: "state", value: "failed" },
      { kind: "gt", member: "size", value: 1_000_000 + value },
      { kind: "startsWith", member: "name", value: "Zoë" },
    ],
  };
}

function enter(engine: Engine, rows: readonly Row[]): Contestant {
  let seen = 0;
  const once = (): number => {
    // Writing the new filter counts as well. It takes little time, the same for all contestants.
    const written = engine.write(condition(seen++ % 1_000_000));
    return (engine.compile(written as never) as (all: readonly Row[]) => number)(rows);
  };
  const expected = rows.filter(
    (row) => row.state === "failed" && row.size > 1_000_000 && row.name.startsWith("Zoë"),
  ).length;
  requireEqual(`one shot: ${engine.name}`, expected, once());
  seen = 1;
  return {
    name: engine.name,
    run: (times) => {
      for (let i = 0; i < times; i++) sink.value = once();
    },
  };
}
