import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../../src/checker/check.ts";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { RankedBits } from "../../../src/engine/store/indexes/ranked-bits.ts";
import { Budget } from "../../../src/engine/store/kernels/budget.ts";
import type { Kernels } from "../../../src/engine/store/kernels/kernels.ts";
import { plainKernels } from "../../../src/engine/store/kernels/plain.ts";
import { wasmKernels } from "../../../src/engine/store/kernels/wasm/wasm-kernels.ts";
import { runNow } from "../../../src/engine/store/tasks/task.ts";
import { TUNING } from "../../../src/engine/store/tasks/unit-costs.ts";
import { compileComparator } from "../../../src/evaluator/comparator.ts";
import { compilePredicate } from "../../../src/evaluator/predicate.ts";
import { parseFilter, parseSortBy } from "../../../src/parser/parse.ts";
import { beyondSample } from "../../effort.ts";

const catalog = defineCatalog({
  name: "notes",
  key: "id",
  members: { id: "integer", text: "string", kind: "string", size: "integer" },
  maximumLimit: 500,
});

interface Note {
  readonly id: number;
  readonly text: string;
  /** One of three values. */
  readonly kind?: string;
  readonly size: number | null;
}

const WORDS = ["rolling", "median", "risk"];
const ROWS = 5_000;

function notes(first: number, count: number): Note[] {
  return Array.from({ length: count }, (_, i) => {
    const id = first + i;
    const size = id % 41 === 7 ? null : (id * 7919) % 3001;
    return { id, text: `${WORDS[(id * 31) % 3]} ${(id * 131) % 977}`, kind: WORDS[(id * 7) % 3]!, size };
  });
}

/** Kernels that count passes over all codes or numbers of a column. */
function countingKernels(kernels: Kernels) {
  let passes = 0;
  const counting: Kernels = {
    ...kernels,
    codesBetween: (...args) => {
      passes++;
      kernels.codesBetween(...args);
    },
    countCodes: (...args) => {
      passes++;
      return kernels.countCodes(...args);
    },
  };
  return { kernels: counting, passes: () => passes };
}

const tuning = {
  ...TUNING,
  stringSampleRows: 100,
  overdueFactor: 1,
  writtenString: 0,
  stringWord: 0,
  sortedWord: 0,
  indexedRow: 4 / 32,
  randomRow: 1 / 4,
};

const filterOf = (text: string) => check(parseFilter(text).expression!, catalog).filter!;
const sortBy = checkSortBy(parseSortBy("text,id").expression!, catalog).sortBy!;
const compare = compileComparator(sortBy);

/** A collection whose pages are compared with those of the row predicate and the comparator. */
function open(kernels: Kernels) {
  let rows = notes(0, ROWS);
  const counting = countingKernels(kernels);
  const collection = createWithKernels<Note>([...rows], { catalog }, counting.kernels, tuning);
  /** Returns the number of passes over columns. */
  const page = (text: string, start = 0, limit = 10): number => {
    const before = counting.passes();
    const filter = filterOf(text);
    const expected = rows.filter(compilePredicate(filter)).toSorted(compare);
    const found = collection.page({ filter, sortBy, start, limit });
    expect({ text, start, count: found.count, items: found.items }).toEqual({
      text,
      start,
      count: expected.length,
      items: expected.slice(start, start + limit),
    });
    if (found.next !== undefined) {
      const next = collection.page({ filter, sortBy, limit }, { after: found.next });
      expect(next.items).toEqual(expected.slice(start + limit, start + 2 * limit));
    }
    return counting.passes() - before;
  };
  return { collection, page, replace: (next: Note[]) => (rows = next), rows: () => rows };
}

describe.each([
  ...beyondSample(["plain", plainKernels] as const),
  ["WebAssembly", (budget?: Budget) => wasmKernels(budget)!] as const,
] as const)("pages of a sorted index without a pass over the rows, %s kernels", (_name, make) => {
  it("are found once a condition is cached and the other one has an index", () => {
    const { page } = open(make());
    const passes = Array.from({ length: 30 }, (_, i) => page(`and(contains(text,'risk'),gt(size,${i}))`));
    expect(passes[0]).toBeGreaterThan(0);
    expect(passes.slice(20)).toEqual(new Array<number>(10).fill(0));
  });

  it("are found once a condition is repeated that is evaluated in little time", () => {
    const { page } = open(make());
    const passes = Array.from({ length: 30 }, (_, i) => page("eq(kind,'risk')", i * 5));
    expect(passes[0]).toBeGreaterThan(0);
    expect(passes.slice(20)).toEqual(new Array<number>(10).fill(0));
  });

  it("are found for a comparison alone and a cached condition alone", () => {
    const { page } = open(make());
    for (const text of ["gt(size,I)", "and(contains(text,'risk'),ge(size,I))", "contains(text,'risk')"]) {
      const passes = Array.from({ length: 30 }, (_, i) => page(text.replace("I", String(i))));
      expect([text, ...passes.slice(20)]).toEqual([text, ...new Array<number>(10).fill(0)]);
    }
  });

  it("equal those of the row predicate for all ranges, starts and limits", () => {
    const { page } = open(make());
    for (let i = 0; i < 30; i++) page(`and(contains(text,'risk'),gt(size,${i}))`);
    const number = fc.integer({ min: -10, max: 3_010 });
    const condition = fc.oneof(
      fc
        .tuple(fc.constantFrom("gt", "ge", "lt", "le", "eq", "ne"), number)
        .map(([f, n]) => `${f}(size,${n})`),
      fc.tuple(number, number).map(([a, b]) => `and(ge(size,${a}),lt(size,${b}))`),
      fc.tuple(number, number).map(([a, b]) => `or(gt(size,${a}),lt(size,${b}))`),
      number.map((n) => `not(gt(size,${n}))`),
    );
    const filter = fc.oneof(
      condition,
      condition.map((text) => `and(contains(text,'risk'),${text})`),
      condition.map((text) => `and(${text},not(contains(text,'risk')))`),
      condition.map((text) => `and(${text},contains(text,'risk'),gt(id,99))`),
    );
    const start = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000 }));
    fc.assert(
      fc.property(filter, start, fc.integer({ min: 0, max: 60 }), (text, first, limit) => {
        page(text, first, limit);
      }),
    );
  });

  it("equal those of the row predicate while rows are inserted and deleted", () => {
    const { page, collection, replace, rows } = open(make());
    const pages = () => {
      for (let i = 0; i < 12; i++) page(`and(contains(text,'risk'),gt(size,${i * 100}))`, i);
    };
    pages();
    expect(collection.change({ delete: [2, 5, 8] }).ok).toBe(true);
    replace(rows().filter(({ id }) => ![2, 5, 8].includes(id)));
    pages();
    const more = notes(ROWS, 50);
    expect(collection.change({ insert: more }).ok).toBe(true);
    replace([...rows(), ...more]);
    pages();
    const updated = { id: 11, text: "risk 0", size: 3_000 };
    expect(collection.change({ update: [updated] }).ok).toBe(true);
    replace(rows().map((row) => (row.id === 11 ? updated : row)));
    pages();
  });

  it("return the memory of ranked rows when rows change", () => {
    const budget = new Budget();
    const { page, collection } = open(make(budget));
    for (let i = 0; i < 30; i++) page(`and(contains(text,'risk'),gt(size,${i}))`);
    const before = budget.bytes;
    expect(collection.change({ insert: [{ id: ROWS, text: "new", size: 1 }] }).ok).toBe(true);
    expect(before - budget.bytes).toBeGreaterThanOrEqual(RankedBits.bytesFor(ROWS));
  });
});

describe("rows of a set in the order of an index", () => {
  it("are counted and visited like those of a list", () => {
    const rows = fc.array(fc.boolean(), { maxLength: 2_000 });
    fc.assert(
      fc.property(rows, fc.nat(2_000), fc.nat(2_000), (isIn, end, first) => {
        // An index in descending order of the row numbers.
        const order = Uint32Array.from(isIn, (_, i) => isIn.length - 1 - i);
        const set = new Uint32Array(Math.ceil(isIn.length / 32));
        isIn.forEach((is, row) => {
          if (is) set[row >>> 5]! |= 1 << (row & 31);
        });
        const ranked = runNow(
          RankedBits.build(
            isIn.length,
            () => order,
            () => set,
          ),
        );
        const positions = [...order.keys()].filter((at) => isIn[order[at]!]);
        const last = Math.min(end, isIn.length);
        const visited: number[] = [];
        ranked.visitFrom(first, (position) => visited.push(position) < 5);
        expect({ count: ranked.count, before: ranked.countBefore(last), visited }).toEqual({
          count: positions.length,
          before: positions.filter((at) => at < last).length,
          visited: positions.slice(first, first + 5),
        });
      }),
    );
  });
});
