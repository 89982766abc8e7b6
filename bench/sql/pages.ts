import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { loadCollations } from "../../src/collation/uca/tables/tailoring.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { sortRows } from "../../src/evaluator/sort-rows.ts";
import { compileSql } from "../../src/sql/compile/compile-sql.ts";
import { render } from "../../src/sql/fragments/fragment.ts";
import { makeRows, type Row } from "../evaluate/rows.ts";
import {
  compare,
  geometricMean,
  progress,
  repeating,
  requireEqual,
  sink,
  type Contestant,
  type Measured,
} from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import { atMost, SKIPPED, type PartOptions, type PartResult, type TableRow } from "../part-result.ts";
import { queryOf, ROW_MEMBERS } from "../row-catalog.ts";
import type { OpenDatabase, PageDatabase, ResultRows, RunStatement } from "./page-database.ts";
import { makeScenarios, PAGE_ROWS, type Scenario } from "./scenarios.ts";

const HAND = "hand-written";
const HAND_AGAIN = "hand-written, again";

const catalog = defineCatalog({
  name: "reports",
  key: "id",
  members: { ...ROW_MEMBERS, id: { type: "integer", nullable: false } },
});

/** Measures a page and its count in a database: statements of tamis against hand-written ones. */
export async function runSqlPages(database: PageDatabase, { quick }: PartOptions): Promise<PartResult> {
  const count = quick ? 100_000 : 1_000_000;
  progress(`sql-pages: loading ${count} rows into ${database.name}`);
  await loadCollations("und");
  const rows = makeRows(count);
  const open = await database.open(rows);
  if (typeof open === "string") {
    progress(`sql-pages: ${database.name} skipped: ${open}`);
    return SKIPPED;
  }
  try {
    return await measure(database.name, open, rows, quick ? 5 : 11);
  } finally {
    await open.close();
  }
}

async function measure(
  name: string,
  database: OpenDatabase,
  rows: readonly Row[],
  rounds: number,
): Promise<PartResult> {
  const lines: TableRow[] = [];
  const ratios: { readonly exact: number; readonly best: number; readonly noise: number }[] = [];
  for (const scenario of makeScenarios(rows)) {
    const table = database.tables[scenario.keys];
    if (table === undefined) continue;
    progress(`sql-pages: ${name}, ${scenario.name}`);
    const query = { ...queryOf(scenario, catalog), start: scenario.start, limit: PAGE_ROWS };
    const { verdict, page, count } = compileSql(query, { catalog, table, dialect: database.dialect });
    const written = [page!, count!].map((statement) => ({
      text: render(statement, database.dialect.placeholder).text,
      values: statement.parameters.map(database.bind),
    }));
    const manual = handWrittenStatements({ ...scenario, ...database.handWritten?.(scenario) }, database);
    const contestants = [
      await enter(HAND, manual, database),
      await enter(HAND_AGAIN, manual, database),
      await enter("tamis", written, database),
    ];
    const expected = inMemory(scenario, rows);
    for (const { name: who, find } of contestants)
      requireEqual(`${name}, ${scenario.name}: ${who}`, expected, await find());
    const result = await compare(contestants, { rounds, sampleMilliseconds: 20 });
    const [hand, again, ours] = result as [Measured, Measured, Measured];
    const best = ours.milliseconds.min / hand.milliseconds.min;
    ratios.push({ exact: ours.ratio.median, best, noise: again.ratio.median });
    lines.push({
      name: scenario.name,
      ours: true,
      cells: [
        verdict,
        duration(hand.milliseconds.median),
        `${ratio(ours.ratio.median)} (${ratio(ours.ratio.min)}..${ratio(ours.ratio.max)})`,
        ratio(best),
        ratio(again.ratio.median),
      ],
      value: ours.ratio.median,
    });
  }
  const goal = (what: string, reached: number) => atMost(`${name}: ${what}`, reached, 1.05);
  const exact = ratios.map((each) => each.exact);
  const size = rows.length.toLocaleString("en");
  return {
    tables: [
      {
        name: `sql-pages-${name.toLowerCase()}`,
        title: `Pages of ${size} rows in ${name}`,
        note:
          `A page of ${PAGE_ROWS} keys and the count, by prepared statements: those of tamis against hand-written ones (1x). ` +
          "Fastest rounds: ratio of the fastest round of each, which other processes disturb least. " +
          "The hand-written statements are measured twice, to show the measurement error. " +
          "All return the same rows as evaluation in memory.",
        columns: ["verdict", HAND, "tamis", "fastest rounds", HAND_AGAIN],
        rows: lines,
        chart: {
          title: `A page and the count of ${size} rows in ${name}`,
          unit: "× hand-written statements",
        },
      },
    ],
    goals: [
      goal("pages, geometric mean against hand-written statements", geometricMean(exact)),
      goal("slowest page, against hand-written statements", Math.max(...exact)),
      goal("pages in their fastest rounds, geometric mean", geometricMean(ratios.map(({ best }) => best))),
      goal(
        "hand-written statements against themselves, largest ratio",
        Math.max(...ratios.map(({ noise }) => noise)),
      ),
    ],
  };
}

interface PreparedText {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Returns hand-written statements: the keys of the page, and the count. */
function handWrittenStatements(
  { where, orderBy, values, start }: Scenario,
  { dialect }: OpenDatabase,
): PreparedText[] {
  const number = (text: string) => {
    let index = 0;
    return text.replaceAll("?", () => dialect.placeholder(index++, { type: "text" }));
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
  for (const { text, values } of written) runs.push(await database.prepare(text, values));
  const [page, count] = runs as [RunStatement, RunStatement];
  return {
    name,
    find: async () => textOf(await page(), await count()),
    // The results of synchronous drivers are not awaited, which would take time.
    run: repeating(() => {
      const found = page();
      if (found instanceof Promise) return found.then(count);
      sink.value = found;
      return count();
    }),
  };
}

function textOf(page: ResultRows, count: ResultRows): string {
  return `${count[0]!.join()}: ${page.join()}`;
}

/** Evaluates the page and the count in memory. */
function inMemory(scenario: Scenario, rows: readonly Row[]): string {
  const { filter, sortBy } = queryOf(scenario, catalog);
  const kept = rows.filter(compilePredicate(filter!, { rows: "plain" }));
  const page = sortRows(kept, sortBy!).slice(scenario.start, scenario.start + PAGE_ROWS);
  return textOf(
    page.map(({ id }) => [id]),
    [[kept.length]],
  );
}
