import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { check } from "../../../src/checker/check.ts";
import { Budget } from "../../../src/engine/store/kernels/budget.ts";
import { showQueryPlan } from "../../../src/engine/explain.ts";
import { fullBitmap } from "../../../src/engine/store/kernels/growable-buffers.ts";
import type { Kernels } from "../../../src/engine/store/kernels/kernels.ts";
import { plainKernels } from "../../../src/engine/store/kernels/plain.ts";
import { wasmKernels } from "../../../src/engine/store/kernels/wasm/wasm-kernels.ts";
import type { MatchPosition } from "../../../src/engine/store/kernels/search-string.ts";
import { BitmapPool } from "../../../src/engine/store/kernels/bitmap-pool.ts";
import { keepMatches } from "../../../src/engine/store/indexes/indexed-search.ts";
import { runNow } from "../../../src/engine/store/tasks/task.ts";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { StringColumn } from "../../../src/engine/store/columns/string-column.ts";
import { TUNING, type Tuning } from "../../../src/engine/store/tasks/unit-costs.ts";
import { compilePredicate } from "../../../src/evaluator/predicate.ts";
import { parseFilter } from "../../../src/parser/parse.ts";
import { strictKernels } from "./strict-kernels.ts";
import { beyondSample, countOf } from "../../effort.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const numRuns = countOf("engine/store/trigram-index: runs");

const KERNELS = [
  ...beyondSample(["plain", plainKernels] as const),
  ["WebAssembly", (budget?: Budget) => wasmKernels(budget)!] as const,
] as const;

const AT_ONCE: Tuning = {
  ...TUNING,
  setUp: 0,
  indexedByte: 0,
  bitmapRow: 0,
  cachedConditions: 0,
};

/** Reference implementation of the searches. */
const HOLDS: Readonly<Record<MatchPosition, (text: string, searchString: string) => boolean>> = {
  anywhere: (text, searchString) => text.includes(searchString),
  start: (text, searchString) => text.startsWith(searchString),
  end: (text, searchString) => text.endsWith(searchString),
  whole: (text, searchString) => text === searchString,
};

type Texts = readonly (string | null)[];

/** String column with a trigram index, and a search in it. */
function searched(kernels: Kernels, tuning = AT_ONCE) {
  const column = new StringColumn(kernels);
  const bitmaps = new BitmapPool(kernels);
  return {
    column,
    add: (texts: Texts) => {
      column.append(texts);
      column.encoded();
    },
    sign: () => runNow(column.trigramIndex.extend(() => column.written)),
    rowsWith: (searchString: string, asks: MatchPosition, isAsked: (row: number) => boolean) => {
      const bits = fullBitmap(kernels, column.rows);
      const words = bits.u32();
      for (let row = 0; row < column.rows; row++) if (!isAsked(row)) words[row >>> 5]! &= ~(1 << (row & 31));
      const texts = { encoded: () => column.encoded(), trigramIndex: column.trigramIndex };
      const searchStrings = [column.searchString(searchString, asks)];
      runNow(keepMatches(texts, searchStrings, bits, { kernels, bitmaps, tuning }));
      const found: number[] = [];
      for (let row = 0; row < column.rows; row++)
        if (((bits.u32()[row >>> 5]! >>> (row & 31)) & 1) === 1) found.push(row);
      kernels.release(bits);
      return found;
    },
  };
}

function expected(
  texts: Texts,
  searchString: string,
  asks: MatchPosition,
  isAsked: (row: number) => boolean,
): number[] {
  return texts.flatMap((text, row) =>
    text !== null && isAsked(row) && HOLDS[asks](text, searchString) ? [row] : [],
  );
}

/** Few characters, so that most trigrams are in many strings, and some in none. */
const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "😀", "\0"), maxLength: 14 });
const texts = fc.array(fc.option(text, { freq: 9 }), { minLength: 1, maxLength: 300 });
const asked = fc.constantFrom<MatchPosition>("anywhere", "start", "end", "whole");

describe.each(KERNELS)("the trigram index, %s kernels", (_name, make) => {
  it(`never rules out a row with a match, appended rows included (seed ${seed})`, () => {
    const question = fc.record({
      random: text,
      pick: fc.nat(),
      from: fc.nat(4),
      length: fc.nat(9),
      asks: asked,
    });
    fc.assert(
      fc.property(
        fc.array(texts, { minLength: 1, maxLength: 4 }),
        fc.array(question, { minLength: 12, maxLength: 12 }),
        fc.constantFrom(1, 2, 7, 40),
        fc.boolean(),
        fc.constantFrom(0, 1024),
        (batches, questions, oneOf, isAlwaysSigned, searchedString) => {
          const { kernels } = strictKernels(make());
          const { add, sign, rowsWith } = searched(kernels, { ...AT_ONCE, searchedString });
          const all: (string | null)[] = [];
          const isAsked = (row: number) => row % oneOf === 0;
          for (const [i, batch] of batches.entries()) {
            all.push(...batch);
            add(batch);
            if (i === 0 || isAlwaysSigned) sign();
            for (const { random, pick, from, length, asks } of questions) {
              const some = all[pick % all.length] ?? "";
              const letters = [...some];
              const part = asks === "whole" ? some : letters.slice(from, from + length).join("");
              for (const searchString of [random, part]) {
                if (searchString === "") continue;
                const given = [searchString, asks] as const;
                expect([...given, rowsWith(...given, isAsked)]).toEqual([
                  ...given,
                  expected(all, ...given, isAsked),
                ]);
              }
            }
          }
        },
      ),
      { seed, numRuns },
    );
  });

  it("covers several blocks, in whatever batches rows are appended", () => {
    const kernels = make();
    const { column, add, sign, rowsWith } = searched(kernels);
    const all = Array.from({ length: 40_000 }, (_, i) => `${(i * 7919) % 99_991} of ${i.toString(3)}`);
    const sizes = [1, 130, 5_000, 16_384, 16_400, 33_000, 40_000];
    for (const [i, size] of sizes.entries()) {
      add(all.slice(column.rows, size));
      sign();
      for (const searchString of ["99 of", "of 1021", " of 12", "777", "2222"])
        for (const asks of ["anywhere", "start", "end"] as const) {
          const wanted = expected(all.slice(0, size), searchString, asks, () => true);
          expect([searchString, asks, rowsWith(searchString, asks, () => true)]).toEqual([
            searchString,
            asks,
            wanted,
          ]);
        }
      expect(column.trigramIndex.coveredRows(new Uint8Array(3), column.encoded()!), String(i)).toBe(size);
    }
  });

  it("has the same bits with both kernels", () => {
    const signedBy = (kernels: Kernels) => {
      const { column, add } = searched(kernels);
      add(Array.from({ length: 200 }, (_, i) => (i % 9 === 0 ? null : `${"x".repeat(i % 5)}${i * 37}`)));
      const table = kernels.allocate(0x2_0000);
      table.u16().forEach((_, gram, entries) => (entries[gram] = (gram % 96) << 2));
      const words = kernels.allocate(96 * 4);
      const slab = kernels.allocate(96 * 32);
      const block = { table, words, slab, slices: 96, stride: 32 };
      kernels.addTrigrams(column.encoded()!, { from: 0, end: 130 }, block, 0);
      kernels.addTrigrams(column.encoded()!, { from: 128, end: 200 }, block, 0);
      return [table, words, slab].map((each) =>
        Buffer.from(each.u8().subarray(0, each.bytes)).toString("base64"),
      );
    };
    expect(signedBy(make())).toEqual(signedBy(plainKernels()));
  });

  it("survives tasks that are stopped, and columns that are released, between two steps", () => {
    const { kernels, held } = strictKernels(make());
    const { column, add, sign, rowsWith } = searched(kernels);
    add(Array.from({ length: 40_000 }, (_, i) => `text ${i}`));
    const steps = () => column.trigramIndex.extend(() => column.written);
    const left = steps();
    left.next();
    const other = steps();
    other.next();
    expect(rowsWith("ext 399", "anywhere", () => true)).toHaveLength(111);
    left.return();
    runNow(other);
    expect(column.trigramIndex.coveredRows(new Uint8Array(3), column.encoded()!)).toBe(40_000);
    sign();
    column.append(["text later"]);
    const last = (column.encoded(), steps());
    column.release();
    const before = held();
    runNow(last);
    expect(held()).toBe(before);
  });
});

const catalog = defineCatalog({
  name: "notes",
  key: "id",
  members: { id: "integer", text: "string" },
  defaultSort: ["id"],
  defaultLimit: 10_000,
  maximumLimit: 10_000,
});

interface Note {
  readonly id: number;
  readonly text: string | null;
}

function notes(from: number, count: number): Note[] {
  const words = ["rolling", "median", "Crème", "brûlée", "risk", "model", "audit"];
  const textOf = (id: number) => [0, 1, 2, 3].map((i) => words[(id * (i + 3) + (id >> 3)) % 7]).join(" ");
  return Array.from({ length: count }, (_, i) => ({
    id: from + i,
    text: (from + i) % 50 === 49 ? null : `${textOf(from + i)} ${from + i}`,
  }));
}

function counted(kernels: Kernels) {
  let read = 0;
  const spied: Kernels = {
    ...kernels,
    find: (encoded, searchString, out, rows) => {
      read += (rows?.end ?? encoded.rows) - (rows?.from ?? 0);
      kernels.find(encoded, searchString, out, rows);
    },
    findAmong: (encoded, searchString, bits, rows) => {
      read += kernels.popcount(bits, bits.bytes / 4);
      kernels.findAmong(encoded, searchString, bits, rows);
    },
  };
  return { kernels: spied, readSince: (work: () => void) => ((read = 0), work(), read) };
}

const filterOf = (text: string) => check(parseFilter(text).expression!, catalog).filter!;

describe.each(KERNELS)("a collection whose strings are often searched, %s kernels", (_name, make) => {
  const tuning: Tuning = {
    ...TUNING,
    cachedConditions: 0,
    stringSampleRows: 100,
    overdueFactor: 1,
    // Three scans.
    indexedByte: 3 / 16,
    setUp: 100_000 / 256,
    writtenString: 0,
  };

  it("reads few strings once the index is built", () => {
    const { kernels, readSince } = counted(make());
    const rows = notes(0, 5_000);
    const collection = createWithKernels<Note>([...rows], { catalog }, kernels, tuning);
    const ask = (text: string, locale?: string) => {
      const filter = filterOf(text);
      return readSince(() => {
        const wanted = rows.filter(compilePredicate(filter, locale === undefined ? {} : { locale }));
        expect([text, collection.count({ filter }, { locale })]).toEqual([text, wanted.length]);
      });
    };
    // Searches that are too short for the index do not count.
    for (let i = 0; i < 8; i++) expect(ask("contains(text,'12')")).toBeGreaterThan(4_000);
    for (let i = 0; i < 3; i++) expect(ask("contains(text,' 123')")).toBeGreaterThan(4_000);
    expect(ask("contains(text,' 123')")).toBeLessThan(1_000);
    expect(ask("contains(text,'zzz')")).toBe(0);
    expect(ask("contains(text,'12')")).toBeGreaterThan(4_000);
    expect(ask("startsWith(text,'zodiac')")).toBe(0);
    expect(ask("endsWith(text,' 4711')")).toBeLessThan(100);
    expect(ask("eq(text,'risk')")).toBeLessThan(100);
    expect(ask("match(text,'[a-z]+ .* 47[0-9]1')")).toBeLessThan(1_000);
    expect(ask("not(contains(text,'zzz'))")).toBe(0);
    for (let i = 0; i < 3; i++)
      expect(ask("contains($primary,text,'brulee 123')", "en")).toBeGreaterThan(4_000);
    expect(ask("contains($primary,text,'brulee 123')", "en")).toBeLessThan(1_000);
    // Appended rows are read until they were read often enough, too.
    const later = notes(5_000, 700);
    rows.push(...later);
    collection.insert(later);
    for (let i = 0; i < 3; i++) expect(ask("contains(text,'zzz')")).toBeGreaterThanOrEqual(700);
    expect(ask("contains(text,'zzz')")).toBe(0);
    expect(ask("contains(text,' 5699')")).toBeLessThan(100);
  });

  it("explains that the index is used", () => {
    const collection = createWithKernels<Note>(notes(0, 5_000), { catalog }, make(), {
      ...tuning,
      indexedByte: 1 / 16,
    });
    const explain = (text: string) => collection.explain({ filter: filterOf(text) }, { locale: "en" });
    expect(explain("contains(text,'risk')").filter[0]!.by).toEqual(["strings"]);
    const { filter } = explain("and(contains(text,'risk'),gt(id,7))");
    expect(filter.map(({ by }) => by)).toEqual([["trigram-index"], ["numbers"]]);
    expect(explain("contains(text,'ri')").filter[0]!.by).toEqual(["strings"]);
    explain("contains($primary,text,'creme')");
    const collated = explain("contains($primary,text,'creme')");
    expect(collated.filter[0]!.by).toEqual(["trigram-index"]);
    expect(showQueryPlan(collated)).toContain("contains($primary,text,'creme'): trigram index, ");
  });

  it("assigns trigrams to slices anew after the number of rows has grown", () => {
    const { kernels, readSince } = counted(make());
    const rows = notes(0, 600).map((note) => ({ ...note, text: note.id.toString(36) }));
    const collection = createWithKernels<Note>([...rows], { catalog }, kernels, {
      ...tuning,
      indexedByte: 0,
      setUp: 0,
    });
    const ask = (text: string) => {
      const filter = filterOf(text);
      return readSince(() => {
        const wanted = rows.filter(compilePredicate(filter)).length;
        expect(collection.count({ filter })).toBe(wanted);
      });
    };
    ask("contains(text,'risk model')");
    const letters = (id: number) => [1, 2, 3, 4, 5, 6].map((i) => (id * i * 7919 * 104_729 + i).toString(36));
    const later = notes(600, 9_000).map(({ id }) => ({ id, text: letters(id).join("") }));
    rows.push(...later);
    collection.insert(later);
    expect(ask(`contains(text,'${letters(9321)[3]!}')`)).toBeLessThan(50);
  });

  it("works without the index if a single byte of memory is missing", () => {
    const rows = notes(0, 5_000);
    const filter = filterOf("contains(text,'rolling median')");
    const wanted = rows.filter(compilePredicate(filter)).length;
    /** Peak memory while the index is built, and memory afterwards. */
    const ask = (limit: number) => {
      let most = 0;
      class Watched extends Budget {
        override reserve(bytes: number): void {
          super.reserve(bytes);
          most = Math.max(most, this.bytes);
        }
      }
      const budget = new Watched(limit);
      const collection = createWithKernels<Note>([...rows], { catalog }, make(budget), {
        ...tuning,
        indexedByte: 1 / 16,
      });
      const counts = [1, 2, 3].map(() => collection.count({ filter }));
      expect(counts).toEqual([wanted, wanted, wanted]);
      return { most, bytes: budget.bytes, by: collection.explain({ filter }).filter[0]!.by[0] };
    };
    const free = ask(Infinity);
    expect(free.by).toBe("trigram-index");
    // With little memory, strings are not encoded before the first search, which needs other memory at its peak.
    const scarce = ask(free.most + 100_000);
    expect(scarce.by).toBe("trigram-index");
    expect(ask(scarce.most)).toEqual(scarce);
    const bound = ask(scarce.most - 1);
    expect(bound.by).toBe("strings");
    expect(bound.bytes).toBeLessThan(scarce.bytes - 100_000);
  });
});
