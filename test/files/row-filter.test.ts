import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlaceholder, MATCHING_ROW, REJECTED_ROW, type RowFilter } from "../../src/files/rows/row.ts";
import { CELL_TYPES, type CellType } from "../../src/files/cells/cell-types.ts";
import { DATE_ORDERS } from "../../src/files/cells/written-dates.ts";
import type { FileRow as Row } from "../../src/files/rows/row.ts";
import { readBatches, type ReadOptions } from "../../src/files/reading/read-batches.ts";
import { cut, sourceOf } from "./streams.ts";

interface Reading {
  /** Rows that the filter keeps. */
  readonly kept: readonly unknown[];
  /** Number of rows, including rejected ones. */
  readonly rows: number;
  readonly placeholders: number;
  readonly errors: readonly string[];
}

const MEMBERS = ["a", "b"] as const;

/** Compares the JSON of two members, so that every difference between values is found. */
function describeRow(row: Row): string {
  return MEMBERS.map((name) => {
    const value = row[name];
    return Object.is(value, -0) ? "-0" : typeof value === "bigint" ? `${value}n` : JSON.stringify(value);
  }).join("|");
}

/** Reads rows and filters them: early if there is a filter, and otherwise afterwards. */
async function read(
  text: string,
  places: readonly number[],
  options: Omit<ReadOptions, "onFault">,
  filter: RowFilter | undefined,
  keeps: (row: Row) => boolean,
): Promise<Reading> {
  const kept: unknown[] = [];
  const errors: string[] = [];
  let rows = 0;
  let placeholders = 0;
  const source = sourceOf(cut(Buffer.from(text), places));
  try {
    for await (const batch of readBatches(source, {
      ...options,
      rowFilter: () => filter,
      filterFrom: 0,
      onProblem: ({ kind, ...problem }) => errors.push(`${kind} ${JSON.stringify(problem)}`),
      onFault: (error) => errors.push(error.message),
    })) {
      rows += batch.length;
      for (const row of batch) {
        if (isPlaceholder(row)) placeholders++;
        if (row === REJECTED_ROW) continue;
        if (row === MATCHING_ROW) kept.push("match");
        else if (keeps(row)) kept.push(filter?.countsOnly === true ? "match" : row);
      }
    }
  } catch (error) {
    errors.push((error as Error).message);
  }
  return { kept, rows, placeholders, errors };
}

/** Reads a text with and without an early filter. Returns the number of rows for which no row was built. */
async function expectSame(
  text: string,
  places: readonly number[],
  options: Omit<ReadOptions, "onFault">,
  isReadable?: (row: Row) => boolean,
): Promise<number> {
  const seen: string[] = [];
  // Depends on all values that the filter reads.
  const matches = (row: Row) => describeRow(row).length % 2 === 0;
  const early = (countsOnly: boolean): RowFilter => ({
    members: new Map(MEMBERS.map((name) => [name, name])),
    matches: (row) => {
      seen.push(describeRow(row));
      return matches(row);
    },
    isReadable,
    countsOnly,
  });
  const all = await read(text, places, options, undefined, () => true);
  const whole = new Set(all.kept.map((row) => describeRow(row as Row)));
  const plain = await read(text, places, options, undefined, matches);
  const filtered = await read(text, places, options, early(false), matches);
  const counted = await read(text, places, options, early(true), matches);
  expect({ ...filtered, placeholders: 0 }).toEqual(plain);
  expect({ ...counted, placeholders: 0 }).toEqual({ ...plain, kept: plain.kept.map(() => "match") });
  // The filter sees only rows that exist, with the same values.
  expect(seen.filter((row) => !whole.has(row))).toEqual([]);
  if (isReadable !== undefined) {
    const readable = all.kept.filter((row) => isReadable(row as Row));
    expect(counted.placeholders).toBeLessThanOrEqual(readable.length);
  }
  return counted.placeholders;
}

const cell = fc.oneof(
  fc.constantFrom(
    "",
    ..."0 -0 1.50 1.0 +1 007 1e3 1e-3 9007199254740993 0.1 -12.25 123456789012345".split(" "),
  ),
  fc.constantFrom("1234567890123456", "0.30000000000000004", "true", "false", "tru", "1.", ".5", "-", "--1"),
  fc.constantFrom('"x"', '"x,y"', '"say ""hi"""', '""', '"two\nlines"', '"12"', 'x"y', '"open', '"x"y'),
  fc.string({ unit: fc.constantFrom("a", "é", "😀", " ", "\t", "1"), maxLength: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);
const delimiters = fc.constantFrom(",", ";", "\t", "|");
const ends = fc.constantFrom("\n", "\n", "\n", "\r\n", "\r", "\n\n");

describe("filtering rows while they are read", () => {
  it("gives the same rows, values and errors as filtering CSV afterwards", async () => {
    let scanned = 0;
    const record = fc.tuple(
      fc.array(cell, { minLength: 1, maxLength: 4 }),
      cell,
      cell,
      cell,
      ends,
      fc.nat(6),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 12 }),
        delimiters,
        fc.array(fc.nat(400), { maxLength: 6 }),
        fc.constantFrom("number", "integer", "boolean", "string", "date"),
        async (records, delimiter, places, type) => {
          const texts = records.map(
            ([other, a, b, c, end, ragged]) => (ragged === 0 ? other : [a, b, c]).join(delimiter) + end,
          );
          const head = `${["a", "b", "c"].join(delimiter)}\n`;
          // Empty cells match every type, and exist in all chunks that the filter scans.
          const empty = `${delimiter.repeat(2)}\n`.repeat(30);
          const text = head + empty + texts.join("") + empty;
          const ofC = type === "string" ? "number" : "string";
          const types = new Map(Object.entries({ a: type, c: ofC } as const));
          const options = { format: "csv", dialect: { delimiter }, types } as const;
          scanned += await expectSame(text, [head.length + 2, head.length + 85, ...places], options);
        },
      ),
      { numRuns: 400 },
    );
    expect(scanned).toBeGreaterThan(100);
  });

  const typedCell = fc.oneof(
    fc.constantFrom(..."1,5 1.234,50 1.234 12,345 -0,0 1, ,5 1.2345 1,5e3 01,5 -1".split(" ")),
    fc.constantFrom(
      "5/1/2024 13:00",
      ..."05.01.2024 31.02.2024 2024-01-05 2024-01-05T10:00:00 soon".split(" "),
    ),
    fc.constantFrom("10:30:00", "25:00:00", '{"a":1}', '[1,"x"]', "{", "", "true", '"1,5"', '"05.01.2024"'),
    cell,
  );

  it("gives the same rows, values and errors for cells of all types, and with a catalog", async () => {
    let scanned = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(typedCell, typedCell, typedCell), { maxLength: 12 }),
        fc.record({
          a: fc.constantFrom(...CELL_TYPES),
          c: fc.constantFrom(...CELL_TYPES),
          isRequired: fc.boolean(),
          decimalComma: fc.boolean(),
          dates: fc.constantFrom(undefined, ...DATE_ORDERS),
          isReadable: fc.constantFrom(undefined, (row: Row) => describeRow(row).length % 3 > 0),
        }),
        async (records, { a, c, isRequired, decimalComma, dates, isReadable }) => {
          const empty = ";;\n".repeat(30);
          const lines = records.map((cells) => `${cells.join(";")}\n`);
          const types = new Map(Object.entries({ a, c }));
          const options = {
            format: "csv",
            dialect: { delimiter: ";" },
            style: { decimalComma, dates },
            ...(isRequired ? { requiredTypes: types } : { types }),
          } as const;
          scanned += await expectSame(`a;b;c\n${empty}${lines.join("")}`, [10, 90], options, isReadable);
        },
      ),
      { numRuns: 400 },
    );
    expect(scanned).toBeGreaterThan(100);
  });

  const value = fc.oneof(
    { weight: 6, arbitrary: fc.nat(99).map(String) },
    { weight: 6, arbitrary: cell.map((text) => JSON.stringify(text)) },
    fc.constantFrom(..."0 -0 1.50 01 1e3 9007199254740993 0.1 1. - true null nul".split(" ")),
    fc.constantFrom(
      ...String.raw`"a\u00e9" "a\"b" "a\x" "\\" "\/" "open [1] {"a":2}`.split(" "),
      '"tab\there"',
    ),
    fc.constantFrom('{"a":"x","b":[true]}', "[]", "{}", '["a",{"b":null}]', '"é😀"', '"\\"'),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  );
  const lineEnds = fc.constantFrom("\n", "\n", "\n", "\r\n", "\n\n");
  const shapes = fc.constantFrom(
    (a: string, b: string, c: string) => `{"a":${a},"b":${b},"c":${c}}`,
    (a: string, b: string, c: string) => `{"a": ${a}, "b": ${b}, "c": ${c}}`,
    (a: string, b: string, c: string) => `{"b":${a},"c":{"a":${b}},"a":${c}}`,
    (a: string, b: string) => `{"b":${a},"b":${b}}`,
    (a: string) => `{"a":${a}} `,
    (a: string, b: string) => `{"c":${a}}${b}`,
  );

  it("gives the same rows, values and errors as filtering NDJSON afterwards", async () => {
    let scanned = 0;
    await fc.assert(
      fc.asyncProperty(
        shapes,
        fc.array(fc.tuple(value, value, value, lineEnds, shapes), { maxLength: 12 }),
        fc.array(fc.nat(400), { maxLength: 6 }),
        async (shape, rows, places) => {
          const text = rows
            .map(([a, b, c, end, other]) => (c.length === 1 ? other : shape)(a, b, c) + end)
            .join("");
          scanned += await expectSame(text, places, { format: "ndjson" });
        },
      ),
      { numRuns: 600 },
    );
    expect(scanned).toBeGreaterThan(100);
  });

  it("gives the same rows, values and errors as filtering NDJSON rows at a path afterwards", async () => {
    const wrappers = fc.constantFrom(
      (row: string) => `{"x":${row},"p":{"q":${row},"a":1}}`,
      (row: string) => `{"p":{"a":2,"q":${row}},"q":{"a":3}}`,
      (row: string) => `{"p":{"q":[${row}]}}`,
      (row: string) => `{"p":{"q":[${row},${row}]}}`,
      (row: string) => `{"p":{"q":${row}},"p":{"q":{"a":4}}}`,
      (row: string) => `{"p":{"q":${row},"q":{"b":5}}}`,
      (row: string) => `{"p":[{"q":${row}}]}`,
      (row: string) => `{"\\u0070":{"q":${row}},"y":[{"p":{"q":${row}}}]}`,
      (row: string) => `{"p":${row}}`,
    );
    let scanned = 0;
    await fc.assert(
      fc.asyncProperty(
        shapes,
        wrappers,
        fc.array(fc.tuple(value, value, value, lineEnds, wrappers), { maxLength: 12 }),
        async (shape, wrap, rows) => {
          const text = rows
            .map(([a, b, c, end, other]) => (c.length === 1 ? other : wrap)(shape(a, b, c)) + end)
            .join("");
          scanned += await expectSame(text, [], { format: "ndjson", path: ["p", "q"] });
        },
      ),
      { numRuns: 600 },
    );
    expect(scanned).toBeGreaterThan(100);
  });

  it("builds no row for regular files of which rows are counted", async () => {
    const csv = `a,b,c\n${'x1,"y,""z",5\n'.repeat(1_000)}`;
    const ndjson = '{"a":"x\\n","b":1.5,"c":{"d":[1,true]}}\n'.repeat(1_000);
    expect(await expectSame(csv, [400, 500], { format: "csv" })).toBeGreaterThan(950);
    expect(await expectSame(ndjson, [], { format: "ndjson" })).toBe(999);
    const inner = '{"x":[1],"p":{"a":"x","b":1.5},"b":2}\n'.repeat(1_000);
    expect(await expectSame(inner, [], { format: "ndjson", path: ["p"] })).toBe(999);
    const german = `a;b;c\n${"1.234,5;05.01.2024;x\n".repeat(1_000)}`;
    const style = { decimalComma: true, dates: "day-first" } as const;
    const types = new Map<string, CellType>(Object.entries({ a: "number", b: "date" }));
    const options = { format: "csv", dialect: { delimiter: ";" }, style, requiredTypes: types } as const;
    expect(await expectSame(german, [800, 900], options)).toBeGreaterThan(950);
  });

  it("takes linear time for rows that alternate between many shapes", async () => {
    const texts = Array.from({ length: 20_000 }, (_, i) => `{"a":${i},"x${i % 7}":1}\n`).join("");
    const start = performance.now();
    await expectSame(texts, [], { format: "ndjson" });
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
