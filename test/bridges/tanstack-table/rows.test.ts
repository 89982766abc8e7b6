import { describe, it } from "vitest";
import { tanstackTableBridge } from "tamis/bridges/tanstack-table";
import { countOf } from "../../effort.ts";
import { words } from "../../words.ts";
import { canonical } from "../grids/canonical.ts";
import {
  DAYS,
  NUMBERS,
  Random,
  randomFilter,
  randomRows,
  SEED,
  STRINGS,
  NESTED_VOCABULARY,
  WHOLE_VOCABULARY,
} from "../random.ts";
import { exportsKeepRows, importsKeepRows, ordersKeepRows, roundTripsKeepFilters } from "../same-rows.ts";
import { tableIds, type TableFilter } from "./table.ts";

const COUNT = countOf("bridges/tanstack-table/rows: count");
const ROWS = randomRows(new Random(SEED), 60);

/** Strings that JavaScript and tamis both keep in a table. */
const FUNCTIONS = {
  strings: words(`
    includesString includesStringSensitive equalsString equalsStringSensitive startsWith endsWith equals
    weakEquals arrHas arrIncludes arrIncludesAll empty notEmpty auto greaterThan custom
  `),
  numbers: words(`
    equals weakEquals inNumberRange between betweenInclusive greaterThan greaterThanOrEqualTo lessThan
    lessThanOrEqualTo arrHas includesString equalsStringSensitive empty notEmpty arrIncludesSome auto
  `),
  booleans: words("equals weakEquals includesString equalsString empty notEmpty arrHas auto"),
  days: words("inDateRange empty notEmpty equals arrHas greaterThan includesString"),
  instants: words("inDateRange empty notEmpty includesString"),
  lists: words(`
    arrIncludes arrIncludesAll arrIncludesSome arrHas empty notEmpty equals weakEquals includesString auto
  `),
} as const;

function randomTableFilter(random: Random): TableFilter {
  const kind = random.pick(Object.keys(FUNCTIONS) as (keyof typeof FUNCTIONS)[]);
  const filterFn = random.pick(FUNCTIONS[kind]);
  const single = (): unknown => {
    if (random.chance(6)) return random.pick([null, "", true, 1, "1", "x"]);
    if (kind === "numbers") return random.chance(15) ? String(random.pick(NUMBERS)) : random.pick(NUMBERS);
    if (kind === "booleans") return random.chance(70) ? random.chance(50) : random.pick([0, 1, "true", "1"]);
    if (kind === "days") return random.pick(DAYS);
    if (kind === "instants") return random.pick(["2019-12-31T23:59:59Z", "2020-01-01T00:00:00Z"]);
    return random.pick(STRINGS);
  };
  const isNumberRange = filterFn === "auto" && kind === "numbers";
  const isRange = isNumberRange || /Range|between/.test(filterFn);
  const isList = filterFn.startsWith("arr") || (filterFn === "auto" && kind === "lists");
  const value = isRange
    ? [single(), single()]
    : isList
      ? Array.from({ length: random.below(4) }, single)
      : /empty/i.test(filterFn)
        ? random.pick([true, true, false])
        : single();
  return { id: random.pick(WHOLE_VOCABULARY[kind]), value, filterFn };
}

/** A column has one function. */
function randomTableFilters(random: Random): TableFilter[] {
  const drawn = Array.from({ length: 1 + random.below(3) }, () => randomTableFilter(random));
  return drawn.filter((each, i) =>
    drawn.every(({ id, filterFn }, j) => j >= i || id !== each.id || filterFn === each.filterFn),
  );
}

/** Undefined if a filter has a function that only its table knows. */
const idsInTable = (filters: unknown) =>
  (filters as TableFilter[]).some(({ filterFn }) => filterFn === "custom")
    ? undefined
    : tableIds(ROWS, filters as TableFilter[]);

describe("column filters of TanStack Table", () => {
  it(`keep the rows of random filters, or the report names the difference (seed ${SEED})`, () =>
    exportsKeepRows(tanstackTableBridge, ROWS, idsInTable, COUNT, COUNT / 20, (random) =>
      randomFilter(random, NESTED_VOCABULARY, random.below(3)),
    ));

  it(`keep the rows of their translation, or the report names the difference (seed ${SEED})`, () =>
    importsKeepRows(tanstackTableBridge, ROWS, idsInTable, COUNT, COUNT / 5, randomTableFilters));

  it(`return equal filters if the export has no differences (seed ${SEED})`, () =>
    roundTripsKeepFilters(tanstackTableBridge, canonical, COUNT, (random) =>
      randomFilter(random, WHOLE_VOCABULARY, random.below(3)),
    ));
});

describe("sorting of TanStack Table", () => {
  it("puts the rows in the same order if the report is empty, and keeps the keys", () => {
    const rows = ROWS.filter(({ size }) => size !== null);
    const idsIn = (order: unknown) => tableIds(rows, [], order as { id: string; desc: boolean }[]);
    return ordersKeepRows(tanstackTableBridge, rows, idsIn, ["id", "id:descending"]);
  });
});
