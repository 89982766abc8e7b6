import {
  compare,
  geometricMean,
  progress,
  requireEqual,
  sink,
  type Contestant,
  type Measured,
} from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { PartOptions, PartResult, Table, TableRow } from "../part-result.ts";
import { measureCollated } from "./collated.ts";
import { loadEngines, TAMIS_ON_PLAIN_ROWS, type Counter, type Engine } from "./contestants.ts";
import { makeGuardedLoops } from "./guarded-loops.ts";
import { makeQueries, type Query } from "./queries.ts";
import { makeRows, type Row } from "./rows.ts";

const LOOP = "loop written by hand";
const FILTER = "Array.filter written by hand";
const GUARDED = "loop written by hand that runs no getter";

/** Counts the matches of ten filters in up to a million plain objects. */
export async function runEvaluate({ quick }: PartOptions): Promise<PartResult> {
  const count = quick ? 100_000 : 1_000_000;
  progress(`evaluate: making ${count} rows`);
  const rows = makeRows(count);
  const sought = [rows[500]!.name, rows[7]!.name, rows[77]!.name] as const;
  const queries = makeQueries(sought);
  const guarded = makeGuardedLoops(sought);
  const engines = await loadEngines();
  const measured: Record<string, Measured[]> = {};
  const matches: number[] = [];
  for (const query of queries) {
    const expected = query.loop(rows);
    matches.push(expected);
    progress(`evaluate: ${query.name}, ${expected} matches`);
    const contestants = await enter(query, guarded[query.name]!, engines, rows, expected);
    measured[query.name] = await compare(contestants, { rounds: quick ? 3 : 7 });
  }
  const collated = await measureCollated(rows, quick ? 3 : 5);
  const table = tableOf(measured, engines, queries, matches, count);
  const mean = (name: string) => table.rows.find((row) => row.name === name)?.value ?? NaN;
  const peers = engines.filter(({ ours, generatesCode }) => ours !== true && generatesCode !== true);
  return {
    tables: [table, ...collated.tables],
    goals: [
      { name: "ten filters, against the loop written by hand", reached: mean("tamis"), atMost: 2, unit: "x" },
      {
        name: "ten filters, rows known to be plain, against the loop written by hand",
        reached: mean(TAMIS_ON_PLAIN_ROWS.name),
        atMost: 1.7,
        unit: "x",
      },
      {
        name: "ten filters, against the fastest peer that generates no code",
        reached: mean("tamis") / Math.min(...peers.map(({ name }) => mean(name))),
        atMost: 1,
        unit: "x",
      },
      {
        name: "ten filters, rows known to be plain, against json-logic-engine, which generates code",
        reached: mean(TAMIS_ON_PLAIN_ROWS.name) / mean("json-logic-engine"),
        atMost: 1.1,
        unit: "x",
      },
      ...collated.goals,
    ],
    measured: { ...measured, ...collated.measured },
  };
}

/** Returns the engines that can express the filter, after checking their results. */
async function enter(
  query: Query,
  guarded: Query["loop"],
  engines: readonly Engine[],
  rows: readonly Row[],
  expected: number,
): Promise<Contestant[]> {
  const contestants: Contestant[] = [
    { name: LOOP, run: (times) => repeat(query.loop, rows, times) },
    { name: FILTER, run: (times) => repeat((all) => all.filter(query.test).length, rows, times) },
    { name: GUARDED, run: (times) => repeat(guarded, rows, times) },
  ];
  requireEqual(`${query.name}: ${GUARDED}`, expected, guarded(rows));
  requireEqual(`${query.name}: ${FILTER}`, expected, rows.filter(query.test).length);
  for (const engine of engines) {
    const written = engine.write(query.condition);
    if (written === undefined) continue;
    const count = engine.compile(written as never);
    const part = engine.rows === undefined ? rows : rows.slice(0, engine.rows);
    requireEqual(`${query.name}: ${engine.name}`, query.loop(part), await count(part));
    contestants.push({
      name: engine.name,
      run: (times) => repeat(count, part, times),
      share: part.length / rows.length,
    });
  }
  return contestants;
}

async function repeatAsync(
  first: Promise<number>,
  count: Counter,
  rows: readonly Row[],
  times: number,
): Promise<void> {
  sink.value = await first;
  for (let i = 1; i < times; i++) sink.value = await count(rows);
}

function repeat(count: Counter, rows: readonly Row[], times: number): void | Promise<void> {
  for (let i = 0; i < times; i++) {
    const result = count(rows);
    if (result instanceof Promise) return repeatAsync(result, count, rows, times);
    sink.value = result;
  }
}

function tableOf(
  measured: Readonly<Record<string, readonly Measured[]>>,
  engines: readonly Engine[],
  queries: readonly Query[],
  matches: readonly number[],
  count: number,
): Table {
  const names = [LOOP, FILTER, GUARDED, ...engines.map(({ name }) => name)];
  const rows = names.map((name): TableRow => {
    const found = queries.map((query) => measured[query.name]!.find((each) => each.name === name));
    const ratios = found.flatMap((each) => (each === undefined ? [] : [each.ratio.median]));
    const engine = engines.find((each) => each.name === name);
    const mean = geometricMean(ratios);
    return {
      name,
      ours: engine?.ours === true,
      cells: [
        ...found.map((each) =>
          each === undefined ? "n/a" : `${duration(each.milliseconds.median)}, ${ratio(each.ratio.median)}`,
        ),
        ratio(mean),
      ],
      value: mean,
    };
  });
  const fewer = engines.filter((engine) => engine.rows !== undefined && engine.rows < count);
  const code = engines.filter(({ generatesCode }) => generatesCode);
  return {
    name: "evaluate",
    title: `Filter ${count.toLocaleString("en")} plain objects`,
    note:
      `Time and ratio to a loop written by hand in the same round; the last column is the geometric mean of the ratios. Matches: ${matches.join(", ")}. ` +
      `${code.map(({ name }) => name).join(", ")} generate code at run time, which a content security policy forbids. ` +
      (fewer.length === 0
        ? ""
        : `Measured on fewer rows and scaled up, which favors them: ${fewer.map((engine) => `${engine.name} (${engine.rows})`).join(", ")}.`),
    columns: [...queries.map(({ name }) => name), "mean ratio"],
    rows: rows.toSorted((a, b) => a.value! - b.value!),
    chart: {
      title: `Time to filter ${count.toLocaleString("en")} objects, ten filters`,
      unit: "× loop written by hand",
    },
  };
}
