import { makeRows, type Row } from "../evaluate/rows.ts";
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
import type { Goal, PartOptions, PartResult, Table, TableRow } from "../parts.ts";
import { loadDoors, type Doors } from "./doors.ts";
import type { OpenEngine, PageEngine, Run } from "./page-engine.ts";
import { LIMIT, makeScenarios, type Hand, type Scenario } from "./scenarios.ts";
import { reportCatalog } from "./small-table.ts";

const HAND = "by hand";
const AGAIN = "by hand, again";
const OURS = "tamis";
const WHOLE = "tamis, from the text each time";

/** A page and the count beside it, read from a database: statements of tamis, and such as one writes by hand. */
export async function runSqlPages(engine: PageEngine, { quick }: PartOptions): Promise<PartResult> {
  const count = quick ? 100_000 : 1_000_000;
  const doors = await loadDoors();
  progress(`sql-pages: making ${count} rows`);
  const rows = makeRows(count);
  const key = doors.keys.createCollation({ strength: "primary" });
  const scenarios = makeScenarios(rows, (name) => doors.keys.keyRange(key.sortKey(name)));
  progress(`sql-pages: loading ${engine.name}`);
  const open = await engine.open(rows, doors);
  if (typeof open === "string") {
    progress(`sql-pages: ${engine.name} is left out, ${open}`);
    return { tables: [], goals: [], measured: {} };
  }
  const known = new Map<string, string>();
  const expected = scenarios.map((scenario) => {
    const asked = `${scenario.filter} ${scenario.sortBy} ${String(scenario.start)}`;
    const found = known.get(asked) ?? inMemory(scenario, rows, doors);
    known.set(asked, found);
    return found;
  });
  try {
    return await measure(engine.name, open, scenarios, expected, doors, quick, count);
  } finally {
    await open.close();
  }
}

async function measure(
  name: string,
  engine: OpenEngine,
  scenarios: readonly Scenario[],
  expected: readonly string[],
  doors: Doors,
  quick: boolean,
  count: number,
): Promise<PartResult> {
  const catalog = reportCatalog(doors.main);
  const measured: Record<string, readonly Measured[]> = {};
  const rows: TableRow[] = [];
  const exact: number[] = [];
  const best: number[] = [];
  const noise: number[] = [];
  for (const [i, scenario] of scenarios.entries()) {
    const table = engine.tables[scenario.keys];
    const hand = engine.byHand(scenario);
    if (table === undefined || hand === undefined) continue;
    progress(`sql-pages: ${name}, ${scenario.name}`);
    const make = () => compile(scenario, doors, { catalog, table, dialect: engine.dialect });
    const { verdict, page, count: counting } = make();
    if (page === undefined || counting === undefined) {
      rows.push({
        name: scenario.name,
        ours: true,
        cells: [verdict, ...Array.from({ length: 6 }, () => "n/a")],
      });
      continue;
    }
    const written = [page, counting].map((statement) => ({
      text: doors.sql.render(statement, engine.dialect.placeholder).text,
      values: statement.parameters.map(engine.bind),
    }));
    const manual = byHand(hand, scenario, engine);
    const contestants = [
      await enter(HAND, manual, engine),
      await enter(AGAIN, manual, engine),
      await enter(OURS, written, engine),
      whole(make, engine, doors),
    ];
    for (const { name: who, find } of contestants)
      requireEqual(`${name}, ${scenario.name}: ${who}`, expected[i], await find());
    const result = await compare(contestants, { rounds: quick ? 5 : 11, sampleMilliseconds: 20 });
    measured[`${name}, ${scenario.name}`] = result;
    const [, again, ours, each] = result;
    exact.push(ours!.ratio.median);
    best.push(ours!.milliseconds.least / result[0]!.milliseconds.least);
    noise.push(again!.ratio.median);
    const indexes = [await usesIndex(written, engine), await usesIndex(manual, engine)];
    rows.push({
      name: scenario.name,
      ours: true,
      cells: [
        verdict,
        `${indexes[0]} / ${indexes[1]}`,
        duration(result[0]!.milliseconds.median),
        `${ratio(ours!.ratio.median)} (${ratio(ours!.ratio.least)}..${ratio(ours!.ratio.most)})`,
        ratio(ours!.milliseconds.least / result[0]!.milliseconds.least),
        ratio(again!.ratio.median),
        ratio(each!.ratio.median),
      ],
      value: ours!.ratio.median,
    });
  }
  return {
    tables: [tableOf(name, rows, count)],
    goals: goalsOf(name, exact, best, noise),
    measured,
  };
}

function compile(
  { filter, sortBy, start }: Scenario,
  { main, sql }: Doors,
  target: Parameters<Doors["sql"]["compileSql"]>[1],
) {
  const filtered = main.check(main.parseFilter(filter).expression!, target.catalog);
  const sorted = main.checkSortBy(main.parseSortBy(sortBy).expression!, target.catalog);
  if (!filtered.ok || !sorted.ok) throw new Error(`${filter} or ${sortBy} is not right.`);
  return sql.compileSql({ filter: filtered.filter, sortBy: sorted.sortBy, start, limit: LIMIT }, target);
}

interface Written {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements that one writes: the page's keys, and how many rows there are. */
function byHand({ where, orderBy, values }: Hand, { start }: Scenario, engine: OpenEngine): Written[] {
  const number = (text: string) => {
    let index = 0;
    return text.replaceAll("?", () => engine.dialect.placeholder(index++));
  };
  return [
    {
      text: number(`SELECT id FROM reports WHERE ${where} ORDER BY ${orderBy} LIMIT ? OFFSET ?`),
      values: [...values, LIMIT, start],
    },
    { text: number(`SELECT count(*) FROM reports WHERE ${where}`), values },
  ];
}

interface Entered extends Contestant {
  /** The page and the count, as one text. */
  readonly find: () => Promise<string>;
}

async function enter(name: string, written: readonly Written[], engine: OpenEngine): Promise<Entered> {
  const runs: Run[] = [];
  for (const { text, values } of written) runs.push(await engine.prepare(text, values, "kept"));
  return {
    name,
    find: async () => textOf(await runs[0]!(), await runs[1]!()),
    run: (times) => repeat(times, runs),
  };
}

/** Drivers that answer at once are not made to wait. */
function repeat(times: number, runs: readonly Run[]): void | Promise<void> {
  for (let i = 0; i < times; i++) {
    for (const run of runs) {
      const result = run();
      if (result instanceof Promise) return repeatLater(times, runs);
      sink.value = result;
    }
  }
}

async function repeatLater(times: number, runs: readonly Run[]): Promise<void> {
  for (let i = 0; i < times; i++) for (const run of runs) sink.value = await run();
}

/** All of a request but the network: nothing is kept from one time to the next. */
function whole(make: () => ReturnType<typeof compile>, engine: OpenEngine, { sql }: Doors): Entered {
  const once = async () => {
    const { page, count } = make();
    const found = [];
    for (const statement of [page!, count!]) {
      const { text } = sql.render(statement, engine.dialect.placeholder);
      found.push(await (await engine.prepare(text, statement.parameters.map(engine.bind), "once"))());
    }
    return found;
  };
  return {
    name: WHOLE,
    find: async () => {
      const [page, count] = await once();
      return textOf(page!, count!);
    },
    run: async (times) => {
      for (let i = 0; i < times; i++) sink.value = await once();
    },
  };
}

function textOf(page: Awaited<ReturnType<Run>>, count: Awaited<ReturnType<Run>>): string {
  return `${count[0]!.join()}: ${page.join()}`;
}

async function usesIndex(written: readonly Written[], engine: OpenEngine): Promise<string> {
  const [page, count] = await Promise.all(written.map(({ text, values }) => engine.usesIndex(text, values)));
  return page! && count! ? "yes" : page! ? "page" : count! ? "count" : "no";
}

/** What memory finds, in the form of `textOf`. */
function inMemory({ filter, sortBy, start }: Scenario, rows: readonly Row[], { main }: Doors): string {
  const catalog = reportCatalog(main);
  const filtered = main.check(main.parseFilter(filter).expression!, catalog);
  const sorted = main.checkSortBy(main.parseSortBy(sortBy).expression!, catalog);
  if (!filtered.ok || !sorted.ok) throw new Error(`${filter} or ${sortBy} is not right.`);
  const kept = rows.filter(main.compilePredicate(filtered.filter, { rows: "plain" }));
  const page = main.sortRows(kept, sorted.sortBy).slice(start, start + LIMIT);
  return textOf(
    page.map(({ id }) => [id]),
    [[kept.length]],
  );
}

function tableOf(name: string, rows: readonly TableRow[], count: number): Table {
  return {
    name: `sql-pages-${name.toLowerCase()}`,
    title: `Pages of ${count.toLocaleString("en")} rows in ${name}`,
    note:
      `A page of ${LIMIT} keys and the count, by prepared statements: those of tamis against those that one writes by hand (1x). ` +
      "Beside the median of the ratios: the quickest round of each against the other, which what else the machine does disturbs least. " +
      "The same statements by hand a second time show what the measuring itself is worth. " +
      "Last: from the text each time, with parsing, checking, compiling and preparing. All give the rows that memory gives. " +
      "Index: whether the statements of tamis, and those by hand, are served by one.",
    columns: ["verdict", "index", "by hand", "tamis", "quickest rounds", AGAIN, "from the text"],
    rows,
    chart: {
      title: `A page and the count of ${count.toLocaleString("en")} rows in ${name}`,
      unit: "× statements written by hand",
    },
  };
}

function goalsOf(
  name: string,
  exact: readonly number[],
  best: readonly number[],
  noise: readonly number[],
): Goal[] {
  const goal = (what: string, reached: number, atMost: number): Goal => ({
    name: `${name}: ${what}`,
    reached,
    atMost,
    unit: "x",
  });
  return [
    goal("pages, geometric mean against statements by hand", geometricMean(exact), 1.05),
    goal("the slowest page against statements by hand", Math.max(...exact), 1.05),
    goal("pages in their quickest rounds, geometric mean", geometricMean(best), 1.05),
    goal("statements by hand against themselves, the worst", Math.max(...noise), 1.05),
  ];
}
