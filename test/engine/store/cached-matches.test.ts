import { describe, expect, it } from "vitest";
import { compilePredicate, defineCatalog } from "tamis";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { CachedMatches } from "../../../src/engine/store/indexes/cached-matches.ts";
import { Budget } from "../../../src/engine/store/kernels/budget.ts";
import { fillBitmap } from "../../../src/engine/store/kernels/growable-buffers.ts";
import { bitmapBytes, type Kernels } from "../../../src/engine/store/kernels/kernels.ts";
import { TUNING } from "../../../src/engine/store/tasks/unit-costs.ts";
import { checking } from "../../sql/checked-query.ts";
import { KERNELS } from "./tried-kernels.ts";

const catalog = defineCatalog({
  name: "notes",
  key: "id",
  members: { id: "integer", text: "string" },
  defaultSort: ["id"],
  defaultLimit: 10,
  maximumLimit: 10,
});

interface Note {
  readonly id: number;
  readonly text: string | null;
}

const WORDS = ["rolling", "median", "Crème", "risk"];

function notes(first: number, count: number): Note[] {
  return Array.from({ length: count }, (_, i) => ({
    id: first + i,
    text: (first + i) % 50 === 49 ? null : `${WORDS[(first + i) % 4]} ${first + i}`,
  }));
}

/** Kernels that count the rows whose strings are searched. */
function countingKernels(kernels: Kernels) {
  let searched = 0;
  const counting: Kernels = {
    ...kernels,
    find: (encoded, searchString, out, rows) => {
      searched += (rows?.end ?? encoded.rows) - (rows?.from ?? 0);
      kernels.find(encoded, searchString, out, rows);
    },
    findAmong: (encoded, searchString, bits, rows) => {
      searched += rows.end - rows.from;
      kernels.findAmong(encoded, searchString, bits, rows);
    },
  };
  return { kernels: counting, searchedRows: () => searched };
}

const { filterOf } = checking(catalog);

const ROWS = 5_000;
const tuning = { ...TUNING, stringSampleRows: 100, overdueFactor: 1 };

/** A collection whose results are compared with those of the row predicate. */
function open(kernels: Kernels, maxConditions = TUNING.cachedConditions) {
  const rows = notes(0, ROWS);
  const counting = countingKernels(kernels);
  const settings = { ...tuning, cachedConditions: maxConditions, writtenString: 0 };
  const collection = createWithKernels<Note>([...rows], { catalog }, counting.kernels, settings);
  /** Returns how many rows were searched. */
  const count = (text: string, locale?: string): number => {
    const before = counting.searchedRows();
    const filter = filterOf(text);
    const expected = rows.filter(compilePredicate(filter, locale === undefined ? {} : { locale }));
    expect([text, collection.count({ filter }, { locale })]).toEqual([text, expected.length]);
    return counting.searchedRows() - before;
  };
  return { rows, collection, count };
}

describe.each(KERNELS)("conditions that requests share, %s kernels", (_name, make) => {
  it("are evaluated only by the first requests, whatever the other conditions are", () => {
    const { count } = open(make());
    for (const search of ["contains(text,'risk')", "contains($primary,text,'creme')"]) {
      const each = Array.from({ length: 6 }, (_, i) => count(`and(${search},gt(id,${i}))`));
      expect(each[0]).toBeGreaterThan(0);
      expect(each.slice(3)).toEqual([0, 0, 0]);
      expect(count(`not(or(${search},lt(id,9)))`)).toBeGreaterThan(0);
      expect(count(`or(${search},lt(id,9))`)).toBe(0);
    }
  });

  it("are evaluated only by the first requests on a dictionary", () => {
    const rows = notes(0, ROWS).map(({ id, text }) => ({
      id,
      text: text && `${text.slice(0, 8)}${id % 40}`,
    }));
    const counting = countingKernels(make());
    const settings = { ...tuning, setUp: 0 };
    const collection = createWithKernels<Note>(rows, { catalog }, counting.kernels, settings);
    const searched = Array.from({ length: 6 }, (_, i) => {
      const before = counting.searchedRows();
      const filter = filterOf(`and(contains(text,'isk'),gt(id,${i}))`);
      expect(collection.count({ filter })).toBe(rows.filter(compilePredicate(filter)).length);
      return counting.searchedRows() - before;
    });
    expect(searched[0]).toBeGreaterThan(0);
    expect(searched.slice(3)).toEqual([0, 0, 0]);
  });

  it("are evaluated again for other search strings, strengths and locales", () => {
    const { count } = open(make());
    for (let i = 0; i < 4; i++) count("contains(text,'rolling')");
    expect(count("contains(text,'rolling')")).toBe(0);
    expect(count("contains(text,'rollin')")).toBeGreaterThan(0);
    expect(count("startsWith(text,'rolling')")).toBeGreaterThan(0);
    expect(count("contains($primary,text,'rolling')")).toBeGreaterThan(0);
    for (let i = 0; i < 4; i++) count("contains($primary,text,'rolling')", "en");
    expect(count("contains($primary,text,'rolling')", "de")).toBeGreaterThan(0);
  });

  it("are evaluated again after a change of the rows", () => {
    const { rows, collection, count } = open(make());
    for (let i = 0; i < 4; i++) count("contains(text,'risk')");
    expect(collection.change({ delete: [3] }).ok).toBe(true);
    rows.splice(3, 1);
    expect(count("contains(text,'risk')")).toBe(0);
    const more = notes(ROWS, 100);
    expect(collection.change({ insert: more }).ok).toBe(true);
    rows.push(...more);
    expect(count("contains(text,'risk')")).toBeGreaterThan(0);
    for (let i = 0; i < 4; i++) count("contains(text,'risk')");
    expect(count("contains(text,'risk')")).toBe(0);
  });

  it("are dropped, least recently used first, when there are too many", () => {
    const { count } = open(make(), 2);
    for (const search of ["risk", "median"]) for (let i = 0; i < 4; i++) count(`contains(text,'${search}')`);
    expect(count("contains(text,'risk')")).toBe(0);
    count("contains(text,'rolling')");
    expect(count("contains(text,'risk')")).toBe(0);
    expect(count("contains(text,'median')")).toBeGreaterThan(0);
  });

  it("are shown by explain to the owner of the collection", () => {
    const { collection, count } = open(make());
    const explain = () => collection.explain({ filter: filterOf("contains(text,'risk')") }).filter[0]!.by;
    expect(explain()).toEqual(["strings"]);
    for (let i = 0; i < 4; i++) count("contains(text,'risk')");
    expect(explain()).toEqual(["cached-rows"]);
  });

  it("are not shown by explain to clients", async () => {
    const { collection, count } = open(make());
    for (let i = 0; i < 4; i++) count("contains(text,'risk')");
    const explained = await collection.asCollection().explain({ filter: filterOf("contains(text,'risk')") });
    expect(explained.memory?.filter[0]!.by).toEqual(["strings"]);
  });

  it("are not cached if less than half of the memory would remain", () => {
    const budget = new Budget(10_000_000);
    const { count } = open(make(budget));
    count("contains(text,'risk')");
    budget.reserve(budget.limit / 2);
    for (let i = 0; i < 4; i++) count("contains(text,'risk')");
    expect(count("contains(text,'risk')")).toBeGreaterThan(0);
  });

  it.each([3, 3_000])("return the memory of %i cached rows", (count) => {
    const budget = new Budget();
    const kernels = make(budget);
    const matches = new CachedMatches(kernels, 1);
    const found = kernels.allocate(bitmapBytes(ROWS));
    fillBitmap(found, count);
    const before = budget.bytes;
    matches.of("a", {}).keep(found, ROWS);
    expect(budget.bytes).toBeGreaterThan(before);
    matches.of("b", {});
    expect(budget.bytes).toBe(before);
  });
});
