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
import {
  atMost,
  type Goal,
  type PartOptions,
  type PartResult,
  type Table,
  type TableRow,
} from "../part-result.ts";
import { loadEntryPoints, reportCatalog, type EntryPoints } from "./entry-points.ts";
import type { OpenDatabase, PageDatabase, RunStatement } from "./page-database.ts";
import { PAGE_ROWS, makeScenarios, type HandWrittenSql, type Scenario } from "./scenarios.ts";

const HAND = "hand-written";
const HAND_AGAIN = "hand-written, again";
const OURS = "tamis";
const FROM_TEXT = "tamis, from text each time";

/** Measures a page and its count in a database: statements of tamis against hand-written ones. */
export async function runSqlPages(database: PageDatabase, { quick }: PartOptions): Promise<PartResult> {
  const count = quick ? 100_000 : 1_000_000;
  const entryPoints = await loadEntryPoints();
  progress(`sql-pages: generating ${count} rows`);
  const rows = makeRows(count);
  const key = entryPoints.keys.createCollation({ strength: "primary" });
  const scenarios = makeScenarios(rows, (name) => entryPoints.keys.keyRange(key.sortKey(name)));
  progress(`sql-pages: loading ${database.name}`);
  const open = await database.open(rows, entryPoints);
  if (typeof open === "string") {
    progress(`sql-pages: ${database.name} skipped: ${open}`);
    return { tables: [], goals: [], measured: {} };
  }
  const known = new Map<string, string>();
  const expected = scenarios.map((scenario) => {
    const request = `${scenario.filter} ${scenario.sortBy} ${String(scenario.start)}`;
    const found = known.get(request) ?? inMemory(scenario, rows, entryPoints);
    known.set(request, found);
    return found;
  });
  try {
    return await measure(database.name, open, scenarios, expected, entryPoints, quick, count);
  } finally {
    await open.close();
  }
}

async function measure(
  name: string,
  database: OpenDatabase,
  scenarios: readonly Scenario[],
  expected: readonly string[],
  entryPoints: EntryPoints,
  quick: boolean,
  count: number,
): Promise<PartResult> {
  const catalog = reportCatalog(entryPoints.main);
  const measured: Record<string, readonly Measured[]> = {};
  const rows: TableRow[] = [];
  const exact: number[] = [];
  const best: number[] = [];
  const noise: number[] = [];
  for (const [i, scenario] of scenarios.entries()) {
    const table = database.tables[scenario.keys];
    const hand = database.handWritten(scenario);
    if (table === undefined || hand === undefined) continue;
    progress(`sql-pages: ${name}, ${scenario.name}`);
    const make = () => compile(scenario, entryPoints, { catalog, table, dialect: database.dialect });
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
      text: entryPoints.sql.render(statement, database.dialect.placeholder).text,
      values: statement.parameters.map(database.bind),
    }));
    const manual = handWrittenStatements(hand, scenario, database);
    const contestants = [
      await enter(HAND, manual, database),
      await enter(HAND_AGAIN, manual, database),
      await enter(OURS, written, database),
      fromText(make, database, entryPoints),
    ];
    for (const { name: who, find } of contestants)
      requireEqual(`${name}, ${scenario.name}: ${who}`, expected[i], await find());
    const result = await compare(contestants, { rounds: quick ? 5 : 11, sampleMilliseconds: 20 });
    measured[`${name}, ${scenario.name}`] = result;
    const [, again, ours, each] = result;
    exact.push(ours!.ratio.median);
    best.push(ours!.milliseconds.min / result[0]!.milliseconds.min);
    noise.push(again!.ratio.median);
    const indexes = [await usesIndex(written, database), await usesIndex(manual, database)];
    rows.push({
      name: scenario.name,
      ours: true,
      cells: [
        verdict,
        `${indexes[0]} / ${indexes[1]}`,
        duration(result[0]!.milliseconds.median),
        `${ratio(ours!.ratio.median)} (${ratio(ours!.ratio.min)}..${ratio(ours!.ratio.max)})`,
        ratio(ours!.milliseconds.min / result[0]!.milliseconds.min),
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
  { main, sql }: EntryPoints,
  target: Parameters<EntryPoints["sql"]["compileSql"]>[1],
) {
  const filtered = main.check(main.parseFilter(filter).expression!, target.catalog);
  const sorted = main.checkSortBy(main.parseSortBy(sortBy).expression!, target.catalog);
  if (!filtered.ok || !sorted.ok) throw new Error(`invalid filter or order: ${filter}, ${sortBy}`);
  return sql.compileSql({ filter: filtered.filter, sortBy: sorted.sortBy, start, limit: PAGE_ROWS }, target);
}

interface PreparedText {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Returns hand-written statements: the keys of the page, and the count. */
function handWrittenStatements(
  { where, orderBy, values }: HandWrittenSql,
  { start }: Scenario,
  database: OpenDatabase,
): PreparedText[] {
  const number = (text: string) => {
    let index = 0;
    return text.replaceAll("?", () => database.dialect.placeholder(index++, { type: "text" }));
  };
  return [
    {
      text: number(`SELECT id FROM reports WHERE ${where} ORDER BY ${orderBy} LIMIT ? OFFSET ?`),
      values: [...values, PAGE_ROWS, start],
    },
    { text: number(`SELECT count(*) FROM reports WHERE ${where}`), values },
  ];
}

interface PageContestant extends Contestant {
  /** Returns the page and the count as one string. */
  readonly find: () => Promise<string>;
}

async function enter(
  name: string,
  written: readonly PreparedText[],
  database: OpenDatabase,
): Promise<PageContestant> {
  const runs: RunStatement[] = [];
  for (const { text, values } of written) runs.push(await database.prepare(text, values, "kept"));
  return {
    name,
    find: async () => textOf(await runs[0]!(), await runs[1]!()),
    run: (times) => repeat(times, runs),
  };
}

/** Repeats statements. Does not await the results of synchronous drivers, which would take time. */
function repeat(times: number, runs: readonly RunStatement[]): void | Promise<void> {
  for (let i = 0; i < times; i++) {
    for (const run of runs) {
      const result = run();
      if (result instanceof Promise) return repeatLater(times, runs);
      sink.value = result;
    }
  }
}

async function repeatLater(times: number, runs: readonly RunStatement[]): Promise<void> {
  for (let i = 0; i < times; i++) for (const run of runs) sink.value = await run();
}

/** Runs a whole request except the network. Nothing is cached between requests. */
function fromText(
  make: () => ReturnType<typeof compile>,
  database: OpenDatabase,
  { sql }: EntryPoints,
): PageContestant {
  const once = async () => {
    const { page, count } = make();
    const found = [];
    for (const statement of [page!, count!]) {
      const { text } = sql.render(statement, database.dialect.placeholder);
      found.push(await (await database.prepare(text, statement.parameters.map(database.bind), "once"))());
    }
    return found;
  };
  return {
    name: FROM_TEXT,
    find: async () => {
      const [page, count] = await once();
      return textOf(page!, count!);
    },
    run: async (times) => {
      for (let i = 0; i < times; i++) sink.value = await once();
    },
  };
}

function textOf(page: Awaited<ReturnType<RunStatement>>, count: Awaited<ReturnType<RunStatement>>): string {
  return `${count[0]!.join()}: ${page.join()}`;
}

async function usesIndex(written: readonly PreparedText[], database: OpenDatabase): Promise<string> {
  const [page, count] = await Promise.all(
    written.map(({ text, values }) => database.usesIndex(text, values)),
  );
  return page! && count! ? "yes" : page! ? "page" : count! ? "count" : "no";
}

/** Evaluates the page and the count in memory. */
function inMemory({ filter, sortBy, start }: Scenario, rows: readonly Row[], { main }: EntryPoints): string {
  const catalog = reportCatalog(main);
  const filtered = main.check(main.parseFilter(filter).expression!, catalog);
  const sorted = main.checkSortBy(main.parseSortBy(sortBy).expression!, catalog);
  if (!filtered.ok || !sorted.ok) throw new Error(`invalid filter or order: ${filter}, ${sortBy}`);
  const kept = rows.filter(main.compilePredicate(filtered.filter, { rows: "plain" }));
  const page = main.sortRows(kept, sorted.sortBy).slice(start, start + PAGE_ROWS);
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
      `A page of ${PAGE_ROWS} keys and the count, by prepared statements: those of tamis against hand-written ones (1x). ` +
      "Fastest rounds: ratio of the fastest round of each, which other processes disturb least. " +
      "The hand-written statements are measured twice, to show the measurement error. " +
      "From text: with parsing, checking, compiling and preparing each time. All return the same rows as evaluation in memory. " +
      "Index: whether the statements of tamis, and the hand-written ones, use an index.",
    columns: ["verdict", "index", HAND, "tamis", "fastest rounds", HAND_AGAIN, "from text"],
    rows,
    chart: {
      title: `A page and the count of ${count.toLocaleString("en")} rows in ${name}`,
      unit: "× hand-written statements",
    },
  };
}

function goalsOf(
  name: string,
  exact: readonly number[],
  best: readonly number[],
  noise: readonly number[],
): Goal[] {
  const goal = (what: string, reached: number, most: number) => atMost(`${name}: ${what}`, reached, most);
  return [
    goal("pages, geometric mean against hand-written statements", geometricMean(exact), 1.05),
    goal("slowest page, against hand-written statements", Math.max(...exact), 1.05),
    goal("pages in their fastest rounds, geometric mean", geometricMean(best), 1.05),
    goal("hand-written statements against themselves, largest ratio", Math.max(...noise), 1.05),
  ];
}
