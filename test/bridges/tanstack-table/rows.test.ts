import { describe, expect, it } from "vitest";
import { checkSortBy, compileComparator, parseSortBy, print } from "tamis";
import { tanstackTableBridge } from "tamis/bridges/tanstack-table";
import { countOf } from "../../effort.ts";
import { canonical } from "../grids/canonical.ts";
import {
  CATALOG,
  DAYS,
  NUMBERS,
  Random,
  randomFilter,
  randomRows,
  SEED,
  STRINGS,
  WHOLE_VOCABULARY,
} from "../random.ts";
import { exportsKeepRows, importsKeepRows } from "../same-rows.ts";
import { tableIds, type TableFilter } from "./table.ts";

const COUNT = countOf("bridges/tanstack-table/rows: count");
const ROWS = randomRows(new Random(SEED), 60);

/** Strings that JavaScript and tamis both keep in a table. */
const FUNCTIONS = {
  strings: [
    ..."includesString includesStringSensitive equalsString equalsStringSensitive startsWith endsWith equals".split(
      " ",
    ),
    ..."weakEquals arrHas arrIncludes arrIncludesAll empty notEmpty auto greaterThan custom".split(" "),
  ],
  numbers: [
    ..."equals weakEquals inNumberRange between betweenInclusive greaterThan greaterThanOrEqualTo lessThan".split(
      " ",
    ),
    ..."lessThanOrEqualTo arrHas includesString equalsStringSensitive empty notEmpty arrIncludesSome auto".split(
      " ",
    ),
  ],
  booleans: "equals weakEquals includesString equalsString empty notEmpty arrHas auto".split(" "),
  days: "inDateRange empty notEmpty equals arrHas greaterThan includesString".split(" "),
  instants: "inDateRange empty notEmpty includesString".split(" "),
  lists:
    "arrIncludes arrIncludesAll arrIncludesSome arrHas empty notEmpty equals weakEquals includesString auto".split(
      " ",
    ),
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
      randomFilter(random, WHOLE_VOCABULARY, random.below(3)),
    ));

  it(`keep the rows of their translation, or the report names the difference (seed ${SEED})`, () =>
    importsKeepRows(tanstackTableBridge, ROWS, idsInTable, COUNT, COUNT / 5, randomTableFilters));

  it(`return equal filters if the export has no differences (seed ${SEED})`, () => {
    const random = new Random(SEED + 1);
    let carried = 0;
    for (let i = 0; i < COUNT; i++) {
      const filter = randomFilter(random, WHOLE_VOCABULARY, random.below(3));
      const there = tanstackTableBridge.exportQuery({ filter }, { catalog: CATALOG });
      if (there.report.length > 0) continue;
      carried++;
      const back = tanstackTableBridge.importQuery({ filter: there.filter }, { catalog: CATALOG });
      expect([print(filter), canonical(back.filter!), back.report]).toEqual([
        print(filter),
        canonical(filter),
        [],
      ]);
    }
    expect(carried).toBeGreaterThan(COUNT / 20);
  });
});

describe("sorting of TanStack Table", () => {
  it("puts the rows in the same order if the report is empty, and keeps the keys", async () => {
    const rows = ROWS.filter(({ size }) => size !== null);
    for (const text of ["id", "id:descending"]) {
      const sortBy = parseSortBy(text).expression!;
      const there = tanstackTableBridge.exportQuery({ sortBy }, { catalog: CATALOG });
      expect(there.report).toEqual([]);
      const checked = checkSortBy(sortBy, CATALOG);
      if (!checked.ok) throw new Error(text);
      const expected = rows.toSorted(compileComparator(checked.sortBy)).map(({ id }) => id);
      expect(await tableIds(rows, [], there.sortBy as { id: string; desc: boolean }[])).toEqual(expected);
      const back = tanstackTableBridge.importQuery({ sortBy: there.sortBy }, { catalog: CATALOG });
      expect([print(back.sortBy!), back.report]).toEqual([text, []]);
    }
  });
});
