import { check, checkSortBy } from "../../src/checker/check.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { collectGarbage, givenTask } from "../children.ts";
import { toOurs } from "../evaluate/languages.ts";
import { makeQueries } from "../evaluate/queries.ts";
import { makeRows } from "../evaluate/rows.ts";
import { compare, progress, spread, type Spread } from "../harness.ts";
import { rowCatalog } from "../row-catalog.ts";
import { askOften } from "./field.ts";
import { ASKS } from "./stores/tamis.ts";

/* One number of rows, in a process of its own. */

export interface GrowthTask {
  readonly count: number;
  readonly rounds: number;
}

export interface GrowthFigures {
  readonly count: number;
  readonly stages: readonly Stage[];
}

interface Stage {
  readonly name: string;
  readonly goal: "linear" | "nearly flat";
  readonly milliseconds: Spread;
}

const PAGE = 20;
const { count, rounds } = givenTask() as GrowthTask;

const rows = makeRows(count);
progress("  rows are made");
const queries = makeQueries([rows[500]!.name, rows[7]!.name, rows[77]!.name]);
const filterOf = (text: string) => {
  const checked = check(parseFilter(text).expression!, rowCatalog);
  if (!checked.ok) throw new Error(`${text} is not right.`);
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

/** The first of few rows is slow, for the code is not warm yet; of many it counts, for it takes minutes. */
const FEW = 1_000_000;

const loads: number[] = [];
let collection = count > FEW ? undefined : load();
for (let left = Math.min(15, Math.max(1, (3 * FEW) / count)); left > 0; left--) {
  collectGarbage();
  const start = performance.now();
  collection = load();
  loads.push(performance.now() - start);
}
const loaded = collection!;
progress("  columns are made");

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
  { name: "look-up of one by its key", goal: "nearly flat", run: () => loaded.count({ filter: one }) },
  { name: "look-up of a name", goal: "nearly flat", run: () => loaded.count({ filter: few }) },
  {
    name: "first page in collated order",
    goal: "nearly flat",
    run: () => loaded.page({ sortBy, limit: PAGE }),
  },
  {
    name: "first page of a tenth in collated order",
    goal: "nearly flat",
    run: () => loaded.page({ filter: many, sortBy, limit: PAGE }),
  },
  {
    name: "deep page in collated order",
    goal: "nearly flat",
    run: () => loaded.page({ sortBy, start: count / 2, limit: PAGE }),
  },
];
// What is built by use is there before it is measured.
// By use they would come too, but not within the second that asking takes where there are many rows.
await loaded.prepareInSlices([], { indexes: ["id", "name", "modifiedTimeStamp"] });
for (const { run } of stages) await askOften(run, ASKS);
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
  stages: [
    { name: "load: columns of ten filters", goal: "linear", milliseconds: spread(loads) },
    ...stages.map(({ name, goal }, i) => ({ name, goal, milliseconds: measured[i]!.milliseconds })),
  ],
};
process.stdout.write(JSON.stringify(figures));
