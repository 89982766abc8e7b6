import { check, checkSortBy } from "../../src/checker/check.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { collectGarbage, taskFromArguments } from "../child-process.ts";
import { toOurs } from "../evaluate/languages.ts";
import { makeQueries } from "../evaluate/queries.ts";
import { makeRows } from "../evaluate/rows.ts";
import { compare, progress, spread, type Spread } from "../harness.ts";
import { rowCatalog } from "../row-catalog.ts";
import { repeatQuery } from "./comparison.ts";
import { WARM_UP_RUNS } from "./stores/tamis.ts";

/* Measures one number of rows in its own process. */

export interface GrowthTask {
  readonly count: number;
  readonly rounds: number;
}

export interface GrowthFigures {
  readonly count: number;
  readonly stages: readonly Stage[];
  /** Bytes of the collection for each row, before any index exists. */
  readonly bytesPerRow: number;
}

interface Stage {
  readonly name: string;
  readonly goal: "linear" | "at most linear" | "nearly flat" | "flat";
  readonly milliseconds: Spread;
}

const PAGE_ROWS = 20;
const { count, rounds } = taskFromArguments() as GrowthTask;

const rows = makeRows(count);
progress("  rows generated");
const queries = makeQueries([rows[500]!.name, rows[7]!.name, rows[77]!.name]);
const filterOf = (text: string) => {
  const checked = check(parseFilter(text).expression!, rowCatalog);
  if (!checked.ok) throw new Error(`invalid filter: ${text}`);
  return checked.filter;
};
const filters = queries.map(({ condition }) => filterOf(toOurs(condition)));
const sortBy = checkSortBy(parseSortBy("name").expression!, rowCatalog).sortBy;
const open = () => createCollection(rows, { catalog: rowCatalog, locale: "en" });

function load() {
  const made = open();
  for (const filter of filters) made.count({ filter });
  return made;
}

/**
 * Up to this many rows, a first load warms up the code and is not counted. Larger loads take minutes, so the only load
 * counts.
 */
const SINGLE_LOAD_ROWS = 1_000_000;

const loads: number[] = [];
let collection = count > SINGLE_LOAD_ROWS ? undefined : load();
for (let left = Math.min(15, Math.max(1, (3 * SINGLE_LOAD_ROWS) / count)); left > 0; left--) {
  collectGarbage();
  const start = performance.now();
  collection = load();
  loads.push(performance.now() - start);
}
const loaded = collection!;
progress("  columns built");

const bytesPerRow = loaded.bytes() / count;

/** Orders by a number, which differ only in their later keys. They are more than a collection remembers. */
const unseenOrders = permutations(["score", "state", "createdBy", "modifiedTimeStamp", "owner.city"]).map(
  (others) => checkSortBy(parseSortBy(`size,${others.join()}`).expression!, rowCatalog).sortBy!,
);
let nextOrder = 0;

function permutations(names: readonly string[]): string[][] {
  if (names.length === 0) return [[]];
  return names.flatMap((name) =>
    permutations(names.filter((other) => other !== name)).map((rest) => [name, ...rest]),
  );
}

const one = filterOf(`eq(id,${Math.floor(count / 2)})`);
const few = filterOf(`eq(name,'${rows[500]!.name.replaceAll("'", "''")}')`);
const many = filterOf("eq(state,'failed')");
const stages: readonly (Pick<Stage, "name" | "goal"> & { readonly run: () => unknown })[] = [
  {
    name: "ten filters",
    goal: "linear",
    run: () => filters.reduce((sum, filter) => sum + loaded.count({ filter }), 0),
  },
  { name: "contains", goal: "linear", run: () => loaded.count({ filter: filters[4] }) },
  { name: "a range of times", goal: "linear", run: () => loaded.count({ filter: filters[6] }) },
  { name: "lookup of one row by its key", goal: "nearly flat", run: () => loaded.count({ filter: one }) },
  { name: "lookup of a name", goal: "nearly flat", run: () => loaded.count({ filter: few }) },
  {
    name: "first page of an unseen order by a number",
    goal: "at most linear",
    run: () => loaded.page({ sortBy: unseenOrders[nextOrder++ % unseenOrders.length]!, limit: PAGE_ROWS }),
  },
  {
    name: "first page in collated order",
    goal: "flat",
    run: () => loaded.page({ sortBy, limit: PAGE_ROWS }),
  },
  {
    name: "first page of a tenth of the rows in collated order",
    goal: "nearly flat",
    run: () => loaded.page({ filter: many, sortBy, limit: PAGE_ROWS }),
  },
  {
    name: "deep page in collated order",
    goal: "nearly flat",
    run: () => loaded.page({ sortBy, start: count / 2, limit: PAGE_ROWS }),
  },
];
// Builds indexes before measuring. Repeated queries would build them too, but repeatQuery stops after a second, which
// is too short for many rows.
await loaded.prepareInSlices([], { indexes: ["id", "name", "modifiedTimeStamp"] });
for (const { run } of stages) await repeatQuery(run, WARM_UP_RUNS);
const measured = await compare(
  stages.map(({ name, run }) => ({
    name,
    run: (times) => {
      for (let i = 0; i < times; i++) run();
    },
  })),
  { rounds, sampleMilliseconds: 5 },
);
const figures: GrowthFigures = {
  count,
  bytesPerRow,
  stages: [
    { name: "load: columns of ten filters", goal: "linear", milliseconds: spread(loads) },
    ...stages.map(({ name, goal }, i) => ({ name, goal, milliseconds: measured[i]!.milliseconds })),
  ],
};
process.stdout.write(JSON.stringify(figures));
