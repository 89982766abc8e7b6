import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compilePredicate, defineCatalog } from "tamis";
import { createWithKernels } from "../../../../src/engine/store/collections/create-collection.ts";
import { loadCollection } from "../../../../src/engine/store/collections/load-collection.ts";
import { wasmKernels } from "../../../../src/engine/store/kernels/wasm/wasm-kernels.ts";
import { JsonFormat } from "../../../../src/files/located/json-format.ts";
import { TUNING } from "../../../../src/engine/store/tasks/unit-costs.ts";
import { parseJson } from "../../../../src/values/json/exact-json.ts";
import { isPlanned, strictKernels } from "../strict-kernels.ts";
import { filterOf } from "../../../sql/checked-query.ts";
import { words } from "../../../words.ts";
import { collectionOfText } from "./collection-of-text.ts";
import { countOf } from "../../../effort.ts";

const catalog = defineCatalog({
  name: "things",
  members: {
    word: "string",
    number: "number",
    integer: "integer",
    flag: "boolean",
    at: "dateTime",
    words: { type: "list", items: "string" },
    numbers: { type: "list", items: "number" },
    owner: { type: "object", members: { name: "string", age: "integer" } },
    parts: { type: "list", items: { type: "object", members: { name: "string", size: "number" } } },
    labels: { type: "map", values: "string" },
  },
});

const filters = [
  "eq(word,'a')",
  "contains(word,'\"')",
  ...words(`
    contains(word,'y') gt(word,'b') isNull(word) eq(number,0.1) gt(number,1) isNull(number) gt(integer,1)
    eq(integer,9007199254740991) isNull(integer) flag isNull(flag) eq(at,2026-01-31T23:59:59Z)
    gt(at,2000-02-29T00:00:00Z) lt(at,1900-03-01T00:00:00Z) isNull(at) eq(words,'a') contains(words,'é')
    isNull(words) eq(length(words),2) gt(numbers,1) eq(owner.name,'a') isNull(owner.name) gt(owner.age,1)
    eq(parts.name,'a') isNull(parts.name) gt(parts.size,1) eq(labels.word,'a') match(labels,'w.*','a')
    match(labels,'[0-9]','x*')
  `),
].map((text) => filterOf(text, catalog));

const text = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    "ab",
    "é",
    "日本",
    "😀",
    "\ufffd",
    "\0",
    '"',
    "\\",
    "/\n\t\r\b\f",
    "\u0001",
    "\ud800",
  ),
  fc.string({ unit: fc.constantFrom("x", "y", "é", "日", "😀", '"', "\\", "\n"), maxLength: 40 }),
);
const number = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    1,
    -1.5,
    0.1,
    1e21,
    1e-7,
    123_456_789_012_345,
    9_007_199_254_740_991,
    0.123_456_789_012_345_67,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.integer({ max: 99_999 }).map((each) => each / 1000),
);
const instant = fc.oneof(
  fc.constantFrom(
    "2026-01-31T23:59:59Z",
    "2000-02-29T00:00:00.123Z",
    "1900-02-28T12:00:00Z",
    "1900-02-29T12:00:00Z",
    "2026-06-31T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-01-31T24:00:00Z",
    "2026-01-31T23:60:59Z",
    "2026-01-31T23:59:59.1234567Z",
    "2026-01-31T23:59:5xZ",
    "2026-01-31T23:59:59.12aZ",
    "2026-01-31 10:00:00",
    "2026-01-31T10:00:00+02:00",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
  ),
  fc
    .date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((each) => each.toISOString()),
);
const anything = fc.oneof(
  fc.constantFrom(null, undefined, true, false, [], {}, [["a"]], [1, "a"], { name: "a" }),
  text,
  number,
  instant,
);
const mostly = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: anything });
const listOf = (value: fc.Arbitrary<unknown>) => fc.array(value, { maxLength: 4 });
const row = fc.record({
  word: mostly(text),
  number: mostly(number),
  integer: mostly(fc.integer()),
  flag: mostly(fc.boolean()),
  at: mostly(instant),
  words: mostly(listOf(mostly(text))),
  numbers: mostly(listOf(mostly(number))),
  owner: mostly(fc.record({ name: mostly(text), age: mostly(fc.nat(9)) })),
  parts: mostly(listOf(mostly(fc.record({ name: mostly(text), size: mostly(number) })))),
  labels: mostly(fc.dictionary(fc.constantFrom("word", "w", "1", "0", 'w"', "é"), mostly(text))),
});

/** Rows that JSON can represent. */
const rows = fc
  .array(row, { minLength: 1, maxLength: 60 })
  .map((all) => all.map((each) => parseJson(JSON.stringify(each))));

describe("columns of texts", () => {
  it("find the same rows as predicates, whatever the values are", { timeout: 60_000 }, () => {
    const predicates = filters.map((filter) => compilePredicate(filter));
    fc.assert(
      fc.property(rows, fc.boolean(), (all, hasFewStrings) => {
        const strict = strictKernels(wasmKernels()!);
        // Without a sample, strings that mostly differ get no dictionary.
        const tuning = { ...TUNING, stringSampleRows: hasFewStrings ? 8192 : 1 };
        const collection = collectionOfText(all, catalog, strict.kernels, tuning);
        const counts = filters.map((filter) => collection.count({ filter }));
        expect(counts).toEqual(predicates.map((holds) => all.filter(holds).length));
      }),
      { numRuns: countOf("engine/store/texts/token-columns: runs") },
    );
  });

  it("read repeated names of a map like JSON.parse", async () => {
    const lines = [
      `{"labels":{"w":"b","w":"a"}}`,
      `{"labels":{"w":"a","x":"c","w":"b"}}`,
      `{"labels":{"w":"a"}}`,
    ];
    // Many rows, so that they are read from the text together.
    const ndjson = new TextEncoder().encode(Array.from({ length: 300 }, (_, i) => lines[i % 3]).join("\n"));
    const collection = await loadCollection(ndjson, { format: "ndjson", catalog });
    const countOf = (condition: string) => collection.count({ filter: filterOf(condition, catalog) });
    expect(countOf("match(labels,'w','a')")).toBe(200);
    expect(countOf("match(labels,'w','b')")).toBe(100);
  });

  it("have the same rows when an allocation fails, or fail with its error", () => {
    const all = Array.from({ length: 40 }, (_, i) => ({ word: `w${i}`, number: i, words: ["a", `b${i}`] }));
    const conditions = ["contains(word,'1')", "gt(number,3)", "eq(words,'b7')"].map((each) =>
      filterOf(each, catalog),
    );
    for (let slabs = 0; slabs < 60; slabs++) {
      const strict = strictKernels(wasmKernels()!);
      const tuning = { ...TUNING, stringSampleRows: 1 };
      const collection = collectionOfText(all, catalog, strict.kernels, tuning);
      const count = () => conditions.map((filter) => collection.count({ filter }));
      const before = strict.held();
      strict.failAfter(slabs);
      try {
        expect(count()).toEqual([13, 36, 1]);
      } catch (error) {
        if (!isPlanned(error)) throw error;
        strict.failAfter(Infinity);
        expect(count()).toEqual([13, 36, 1]);
      }
      expect(strict.held()).toBeGreaterThanOrEqual(before);
    }
  });

  it("read no value of usual rows one by one", () => {
    const all = Array.from({ length: 5_000 }, (_, i) => ({
      word: i % 5 === 3 ? `word "${i}"` : `wörd ${i % 40}`,
      number: i / 8,
      integer: i,
      flag: i % 3 === 0,
      at: new Date(i * 1e8).toISOString(),
      words: i % 4 === 0 ? [] : ["a", `b${i % 7}`],
      owner: { age: 3, name: i % 9 === 0 ? null : `name ${i % 30}` },
      parts: [{ name: "x", size: 1 }, { size: i }],
    }));
    const tuning = { ...TUNING, stringSampleRows: 64 };
    const collection = collectionOfText(all, catalog, wasmKernels()!, tuning, (row) => JSON.stringify(row));
    const added = vi.spyOn(JsonFormat.prototype, "valueAt");
    const found = vi.spyOn(JsonFormat.prototype, "find");
    const conditions = [
      ...words(
        "contains(word,'1') gt(number,3) gt(integer,70) flag gt(at,1971-01-01T00:00:00Z) eq(words,'b3')",
      ),
      "eq(owner.name,'name 7')",
      "eq(owner.age,3)",
      "eq(parts.name,'x')",
      "gt(parts.size,3)",
    ].map((each) => filterOf(each, catalog));
    const counts = conditions.map((filter) => collection.count({ filter }));
    const plain = createWithKernels(all, { catalog }, wasmKernels()!);
    expect(counts).toEqual(conditions.map((filter) => plain.count({ filter })));
    // The samples of strings, and the first batch of strings that mostly differ.
    expect(added.mock.calls.length).toBeLessThan(1_200);
    expect(found.mock.calls.length).toBeLessThan(100);
    vi.restoreAllMocks();
  });
});
