import { isDeepStrictEqual } from "node:util";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { fromPg } from "../../src/engine/databases/adapters/postgres/pg.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { sortRows } from "../../src/evaluator/sort-rows.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import type { TableDefinition } from "../../src/sql/tables/table-definition.ts";
import { startCluster } from "./cluster.ts";
import { copyToOneServer, createTable, indexTable, loadRows } from "./distributed-table.ts";
import { remotePlan } from "./remote-plan.ts";
import {
  columnsOf,
  definition,
  distributed,
  LOCALE,
  generateRows,
  sightings,
  table,
  type Sighting,
} from "./sightings.ts";

/**
 * Runs the same queries on a table with two shards, on one server and in memory, and compares results and times.
 *
 *     node examples/distributed/run.ts [rows, default 1000000]
 */

const ROWS = Number(process.argv[2] ?? 1_000_000);
const SEED = 20;
const PAGE = 20;
const ONE_SERVER = "one_server";

const QUERIES: readonly (readonly [filter: string, sortBy: string])[] = [
  ["true", "place,seen:descending"],
  ["and(eq(country,'Sweden'),gt(birds,9000))", "birds:descending"],
  ["startsWith(code,'SW-12')", "code"],
  ["in(country,'Japan','Sweden','Chile')", "seen"],
  ["and(contains(note,'e'),not(eq(confirmed,true)))", "weight,seen"],
  ["or(isNull(weight),lt(weight,10.5))", "weight,place"],
  ["and(ge(seen,2024-02-01T00:00:00Z),lt(seen,2024-02-02T00:00:00Z))", "seen:descending"],
  ["ge(place,'Vaduz')", "place:descending"],
  ["match(code,'S.-7[0-9]*')", "birds"],
  ["and(not(blank(note)),eq(substr(code,0,2),'CH'),gt(length(note),5))", "country,code"],
  // Evaluated by the coordinator: expressions with a collation are not sent to the shards.
  ["eq(upCase(country),'SWEDEN')", "birds"],
];

/** Returns the shortest of several runs, to reduce the influence of other processes. */
async function timed<T>(run: () => T | Promise<T>, times = 3): Promise<readonly [result: T, ms: number]> {
  let best = Infinity;
  let result: T;
  for (let i = 0; i < times; i++) {
    const from = performance.now();
    result = await run();
    best = Math.min(best, performance.now() - from);
  }
  return [result!, best];
}

const times = (ms: number, of: number) => `${show(ms)} (${(ms / of).toFixed(1)} times)`;
const show = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

console.log("Starting a coordinator and two shards …");
const cluster = await startCluster(2);
let isSame = true;
try {
  await createTable(cluster, table);
  const rows: Sighting[] = [];
  const columns = columnsOf();
  await loadRows(
    cluster,
    table,
    (function* () {
      for (const row of generateRows(ROWS, SEED)) {
        rows.push(row);
        yield columns(row);
      }
    })(),
    (loaded) => {
      if (loaded % 100_000 === 0 || loaded === ROWS) console.log(`  ${loaded} of ${ROWS} rows`);
    },
  );
  console.log("Indexing …");
  await indexTable(cluster, table);

  await copyToOneServer(cluster, table, ONE_SERVER);

  const source = fromPg(cluster.coordinator);
  const open = (of: TableDefinition) =>
    sqlCollection<Sighting>({ source, catalog: sightings, table: of, locales: [LOCALE], strict: true });
  const collection = open(distributed);
  const plain = open(definition);
  const oneServer = open({ ...definition, table: ONE_SERVER });

  for (const [i, [filterText, sortText]] of QUERIES.entries()) {
    const { filter } = check(parseFilter(filterText).expression!, sightings);
    const { sortBy } = checkSortBy(parseSortBy(sortText).expression!, sightings);
    const query = { filter: filter!, sortBy: sortBy!, start: 40, limit: PAGE };
    const options = { locale: LOCALE };
    const pageOf = (of: typeof collection) => timed(() => of.page(query, { ...options, count: false }));
    const countOf = (of: typeof collection) => timed(() => of.count(query, options));
    const [page, pageTime] = await pageOf(collection);
    const [counted, countTime] = await countOf(collection);
    const [, plainTime] = await countOf(plain);
    const [, onePageTime] = await pageOf(oneServer);
    const [, oneCountTime] = await countOf(oneServer);
    const [kept, memoryTime] = await timed(
      () => sortRows(rows.filter(compilePredicate(filter!, options)), sortBy!, options),
      1,
    );
    const same =
      page.ok &&
      counted.ok &&
      counted.count === kept.length &&
      isDeepStrictEqual(
        page.items.map((row) => ({ ...row, seen: Date.parse(row.seen) })),
        kept.slice(40, 40 + PAGE).map((row) => ({ ...row, seen: Date.parse(row.seen) })),
      );
    isSame &&= same;
    console.log(`\n${filterText}   sorted by ${sortText}`);
    console.log(`  ${same ? "the same rows in the same order" : "DIFFERENT ROWS"}, ${kept.length} in all`);
    console.log(`  page   ${show(pageTime)}; one server ${times(onePageTime, pageTime)}`);
    console.log(
      `  count  ${show(countTime)}; one server ${times(oneCountTime, countTime)}, shards sending rows ${times(plainTime, countTime)}`,
    );
    console.log(`  memory ${show(memoryTime)}`);
    const { statements } = await collection.explain(query, { ...options, values: true });
    for (const statement of statements) {
      const plan = await remotePlan(cluster.coordinator, statement);
      const lines = i < 2 ? plan.lines.filter((line) => !line.trim().startsWith("Output:")) : [];
      for (const line of lines) console.log(`    ${line}`);
      if (i >= 2) console.log(`    ${statement.purpose}: ${plan.remote[0] ?? "nothing remote"}`);
      for (const condition of plan.local) console.log(`    on the coordinator: ${condition}`);
    }
  }
} finally {
  await cluster.close();
}
console.log(`\n${isSame ? "All results are the same as in memory." : "Some results differ."}`);
process.exitCode = isSame ? 0 : 1;
