import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { MAX_BLOCK_BYTES, RowKernel, type ReadRows } from "../../../../src/wasm/row-kernel.ts";
import { type InvalidRow, InvalidRowError, loadText } from "tamis/store";
import { csvTextOptions } from "../../../../src/engine/store/texts/csv-options.ts";
import { PARSE_ROW } from "../../../../src/engine/store/texts/loaded-rows.ts";
import { TextReader } from "../../../../src/engine/store/texts/text-reader.ts";
import { CsvFormat, MAX_COLUMNS } from "../../../../src/files/located/csv-format.ts";
import { JsonFormat, MAX_JSON_MEMBERS } from "../../../../src/files/located/json-format.ts";
import type { TextFormat } from "../../../../src/files/located/text-format.ts";
import { formatJson } from "../../../../src/values/json/exact-json.ts";
import { countOf } from "../../../effort.ts";
import { linePieces } from "./json-pieces.ts";
import { ANY_CHARACTER } from "../../../properties/any-character.ts";

/** Numbers of random texts of many lines, and of one line. */
const RUNS = countOf("engine/store/texts/row-kernel: runs");
const SHORT_RUNS = countOf("engine/store/texts/row-kernel: runs of one line");

const encode = (text: string) => new TextEncoder().encode(text);
const catalog = defineCatalog({ name: "things", key: "id", members: { id: "integer", a: "number" } });
const makeJson = () => new JsonFormat();
const makeCsv = (names = ["id", "a", "b"]) =>
  new CsvFormat(csvTextOptions(catalog, { columns: names.map((name) => ({ name })) }));
const columns = ["id", "a", "b"].map((name) => ({ name, kind: "string" as const }));
const kernel = RowKernel.get()!;

/** What a reader finds in a text: the values of each row by name, and all invalid rows. */
function read(format: TextFormat, text: Uint8Array, length: number, used?: RowKernel) {
  const invalid: InvalidRow[] = [];
  const reader = new TextReader(format, (row) => invalid.push(row), used);
  try {
    for (let i = 0; i < text.length; i += length) reader.push(text.subarray(i, i + length));
    reader.end();
  } catch (error) {
    if (!(error instanceof InvalidRowError)) throw error;
    return error.message;
  }
  const rows = reader.blocks.flatMap(({ texts, starts, offsets, width }) =>
    Array.from({ length: starts.length - 1 }, (_, row) => {
      const [start, end] = [starts[row]!, starts[row + 1]!];
      if (offsets[row * width] === PARSE_ROW) return Object.entries(format.read(texts.subarray(start, end)));
      return [...offsets.subarray(row * width + 1, (row + 1) * width)].flatMap((offset, i) =>
        offset === 0 ? [] : [[format.names[i], format.valueAt(texts, start + offset - 1, i) ?? null]],
      );
    }).map((entries) => Object.fromEntries(entries) as object),
  );
  return { rows, invalid, count: reader.rows };
}

const reads = [vi.spyOn(kernel, "readJson"), vi.spyOn(kernel, "readCsv")];

/** Expects the same from a reader with a kernel and one without. Returns the number of rows that the kernel read. */
function compare(make: () => TextFormat, text: Uint8Array, length = text.length): number {
  for (const each of reads) each.mockClear();
  expect(read(make(), text, length, kernel)).toEqual(read(make(), text, length));
  const calls = reads.flatMap(({ mock }) => mock.results);
  return calls.reduce((sum, { value }) => sum + (value as ReadRows).starts.length, 0);
}

const jsonPieces = fc.oneof({ weight: 19, arbitrary: linePieces }, fc.constantFrom("\n", "}\n{"));
const names = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("a", "b", "a longer name") },
  fc.string({ unit: "grapheme", maxLength: 20 }),
);
/** Most doubles of fast-check have more digits than the kernel reads. */
const values = fc.oneof(
  fc.jsonValue({ stringUnit: "grapheme" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom<unknown>(1, -2.5, true, null, [], {}, [1, { b: "é" }], [[], "]"]),
);
const jsonLines = fc.oneof(
  fc.array(jsonPieces, { maxLength: 8 }).map((parts) => parts.join("")),
  fc.array(jsonPieces, { maxLength: 8 }).map((parts) => `{"a":${parts.join("")}}`),
  fc.dictionary(names, values, { noNullPrototype: true }).map((row) => formatJson(row)),
);

describe("the kernel that reads rows of NDJSON", () => {
  it("finds what the parser finds, in valid and invalid lines", () => {
    let rows = 0;
    fc.assert(
      fc.property(
        fc.array(jsonLines, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 200 }),
        (lines, length) => {
          rows += compare(makeJson, encode(lines.join("\n")), length);
        },
      ),
      { numRuns: RUNS },
    );
    expect(rows).toBeGreaterThan(RUNS / 10);
  });

  it("accepts only valid UTF-8, at every place of a vector", () => {
    let rows = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.oneof(
          fc.uint8Array({ minLength: 1, maxLength: 5 }),
          fc.array(fc.integer({ min: 0x7f, max: 0xff }), { minLength: 1, maxLength: 5 }),
          fc.string({ unit: ANY_CHARACTER, maxLength: 8 }).map((text) => encode(text)),
        ),
        (before, bytes) => {
          const line = [...encode(`{"a":"${"x".repeat(before)}`), ...bytes, ...encode('"}')];
          rows += compare(makeJson, Uint8Array.of(...encode('{"a":1}\n'), ...line));
        },
      ),
      { numRuns: SHORT_RUNS },
    );
    expect(rows).toBeGreaterThan(SHORT_RUNS / 20);
  });

  it("accepts each lead and each second byte that UTF-8 allows, and no other", () => {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    for (let first = 0x80; first < 0x100; first++)
      for (let second = 0; second < 0x100; second++)
        for (const rest of [[], [0x80], [0xbf, 0xbf], [0x80, 0x20]]) {
          const character = Uint8Array.of(first, second, ...rest);
          const text = Uint8Array.of(...encode('{"a":"'), ...character, ...encode('"}\n'));
          kernel.load(text, text.length);
          kernel.addKey(encode('a"'));
          let isValid = second > 0x1f && second !== 0x22 && second !== 0x5c;
          try {
            decoder.decode(character);
          } catch {
            isValid = false;
          }
          const found = kernel.readJson(0, 2).starts.length;
          if (found !== (isValid ? 1 : 0))
            expect([...character, found]).toEqual([...character, isValid ? 1 : 0]);
        }
  });

  it.each([
    ["an empty row", "{}"],
    ["spaces", ' \t{ "a" : 1 ,\r"b":[ 1 , { "c" : null } ] } \r'],
    ["64 nested lists", `{"a":${"[".repeat(64)}${"]".repeat(64)}}`],
    ["a repeated name", '{"a":1,"b":2,"a":3}'],
    ["names in another order, and missing ones", '{"c":1,"a":2}'],
    ["a name of many bytes", `{"${"name".repeat(40)}":1,"${"name".repeat(40)}s":2,"${"name".repeat(4)}":3}`],
    ["escapes", '{"a":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uABCD"}'],
    ["numbers", '{"a":[0,-0,1.5,-1e5,1E+10,1e-99,123456789012345,0.1234567890123456789012345678901234567]}'],
    ["words", '{"a":[true,false,null],"b":true,"c":null}'],
    ["minus zero", '{"a":-0}'],
    ["decimals", '{"a":4.35,"b":-1.005,"c":0.000001,"d":0.30000000000000004,"e":1e22}'],
    ["escapes of surrogates", '{"a":"\\ud83d\\ude00\\"","b":"\\ud800"}'],
    ["brackets in strings", '{"a":[{"b":"}]"},"x"],"c":{}}'],
  ])("reads %s", (_what, line) => {
    // The first row teaches the names, and `{"a":1}` those that rows without names need.
    expect(compare(makeJson, encode(`{"a":1}\n${line}\n${line}\n`))).toBeGreaterThan(0);
    const format = makeJson();
    read(format, encode(`{"a":1}\n${line}`), 1_000);
    const text = encode(`${line}\n`);
    kernel.load(text, text.length);
    expect(format.readRows(kernel, 0, format.names.length + 1)).toMatchObject({ end: text.length, lines: 1 });
  });

  it("leaves deeper rows, higher offsets, long numbers, further members and names without room to the parser", () => {
    const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}\n`;
    expect(compare(makeJson, encode(nested(64).repeat(2)))).toBe(2);
    expect(compare(makeJson, encode(nested(65).repeat(2)))).toBe(0);
    // The value of `b` follows `{"a":"…","b":`.
    const long = (offset: number) => `{"a":"${"x".repeat(offset - '{"a":"","b":'.length - 1)}","b":1}\n`;
    expect(compare(makeJson, encode(long(PARSE_ROW - 1).repeat(2)))).toBe(2);
    expect(compare(makeJson, encode(long(PARSE_ROW).repeat(2)))).toBe(0);
    for (const [value, rows] of [
      ["999999999999999", 2],
      ["1000000000000000", 0],
      ["9007199254740993", 0],
      ["1e022", 0],
    ] as const)
      expect([value, compare(makeJson, encode(`{"a":${value}}\n`.repeat(2)))]).toEqual([value, rows]);
    expect(compare(makeJson, encode('{"a":1}\n{"\\u0061":1}\n'))).toBe(1);
    const named = (length: number, members = MAX_JSON_MEMBERS) =>
      `${formatJson(Object.fromEntries(Array.from({ length: members }, (_, i) => [`${i}${"n".repeat(length)}`, i])))}\n`;
    expect(compare(makeJson, encode(named(100).repeat(3)))).toBe(3);
    expect(compare(makeJson, encode(named(1_000).repeat(3)))).toBe(0);
    expect(compare(makeJson, encode(named(100, MAX_JSON_MEMBERS + 1).repeat(3)))).toBe(0);
  });

  it("reads more rows than it has room for at once, in texts of several blocks", () => {
    const rows = 40_000;
    const short = encode("{}\n".repeat(rows));
    expect(compare(makeJson, Uint8Array.of(...encode('{"a":1}\n'), ...short))).toBe(rows + 1);
    const wide = `${formatJson(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`m${i}`, i])))}\n`;
    const count = Math.ceil((3 * MAX_BLOCK_BYTES) / wide.length);
    expect(compare(makeJson, encode(wide.repeat(count)), 1 << 16)).toBe(count);
  });

  it("is not used for texts that are longer than its memory", () => {
    expect(kernel.load(new Uint8Array(MAX_BLOCK_BYTES + 1), MAX_BLOCK_BYTES)).toBeDefined();
    expect(kernel.load(new Uint8Array(MAX_BLOCK_BYTES + 1), MAX_BLOCK_BYTES + 1)).toBeUndefined();
    const long = encode(`{"a":1}\n{"b":2,"a":"${"x".repeat(MAX_BLOCK_BYTES)}"}\n{"a":3}\n{"a":4}\n`);
    expect(compare(makeJson, long, 1 << 16)).toBeLessThan(3);
  });
});

const cells = fc.constantFrom(
  ...["", '""', "1", "-2.5", "true", "é", "日本", "😀x", " 1 ", "a longer cell of text", "é".repeat(20)],
  ...[
    '"a,b"',
    '"a""b"',
    '""""',
    '"line\r\nend"',
    '"\n\n"',
    "a\rb",
    "\r",
    'a"b',
    '"x"y',
    '"',
    '"é","',
    "a longer cell\rof text",
  ],
);

describe("the kernel that reads rows of CSV", () => {
  it("finds what the parser finds, in valid and invalid rows", () => {
    let rows = 0;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.tuple(cells, cells, cells), fc.array(cells, { maxLength: 4 })), {
          maxLength: 20,
        }),
        fc.constantFrom("\n", "\r\n"),
        fc.integer({ min: 1, max: 100 }),
        (records, lineEnd, length) => {
          const text = records.map((each) => each.join(",")).join(lineEnd);
          rows += compare(() => makeCsv(), encode(text), length);
          const makeTsv = () => new CsvFormat(csvTextOptions(undefined, { delimiter: "\t", columns }));
          rows += compare(
            makeTsv,
            encode(text.replaceAll(/[,\t]/g, (each) => (each === "," ? "\t" : ","))),
            length,
          );
        },
      ),
      { numRuns: RUNS },
    );
    expect(rows).toBeGreaterThan(RUNS / 10);
  });

  it("accepts only valid UTF-8, in cells with and without quotes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 5 }), fc.constantFrom("", '"'), (bytes, quote) => {
        const text = [...encode(`1,2,${quote}`), ...bytes, ...encode(`${quote}\n2,x,\n`)];
        compare(() => makeCsv(), Uint8Array.from(text));
      }),
      { numRuns: SHORT_RUNS },
    );
  });

  it("counts the lines of quoted cells, and leaves a cell that has no end in the block to the parser", () => {
    const rows = `7,8,"${"line\n".repeat(5)}"\n`.repeat(1_000);
    expect(compare(() => makeCsv(), encode(`${rows}x\n`))).toBe(1_000);
    const long = `8,9,"${"cell,\n".repeat(MAX_BLOCK_BYTES / 12)}"\n`;
    compare(() => makeCsv(), encode(`${long.repeat(3)}x\n"`), 1 << 16);
  });

  it("reads as many columns as a text may have, and more rows than it has room for at once", () => {
    const names = Array.from({ length: MAX_COLUMNS }, (_, i) => `c${i}`);
    const row = [...names.keys()].join(",");
    expect(compare(() => makeCsv(names), encode(`${row}\n`.repeat(400)))).toBe(400);
    expect(compare(() => makeCsv(["id"]), encode("1\n".repeat(40_000)))).toBe(40_000);
  });
});

describe("loadText", () => {
  afterEach(() => void vi.unstubAllGlobals());
  const load = (text: string, kernels?: "auto" | "wasm" | "plain") =>
    loadText(encode(text), { format: "ndjson", kernels });

  it("reads rows with the kernel unless plain loops are requested", async () => {
    const [json] = reads;
    const short = '{"a":1}\n{"a":2}';
    const long = `{"a":1}\n{"a":"${"x".repeat(1_000)}"}\n`.repeat(1_000);
    for (const [text, kernels, isUsed] of [
      [short, "auto", true],
      [short, undefined, true],
      [short, "wasm", true],
      [short, "plain", false],
      [long, "auto", true],
      [long, undefined, true],
      [long, "plain", false],
    ] as const) {
      json!.mockClear();
      expect((await load(text, kernels)).length).toBe(text === short ? 2 : 2_000);
      expect([kernels, json!.mock.calls.length > 0]).toEqual([kernels, isUsed]);
    }
  });

  it("reads several texts at the same time with one kernel", async () => {
    const texts = Array.from({ length: 4 }, (_, i) =>
      Array.from(
        { length: 30_000 },
        (__, row) => `{"m${i}":${row},"n${row % (i + 2)}":"${"x".repeat(50)}"}\n`,
      ).join(""),
    );
    const loaded = await Promise.all(
      texts.map((text) => loadText(encode(text), { format: "ndjson", milliseconds: 0 })),
    );
    for (const [i, text] of texts.entries())
      expect([...loaded[i]!]).toEqual(
        text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as unknown),
      );
  });

  it("goes on with its own text if a function that is told of an invalid row loads another one", async () => {
    const members = Array.from({ length: 40 }, (_, i) => `"n${i}":${i}`).join(",");
    const inner = encode(`{${members}}\n`.repeat(4_000));
    const lines = Array.from({ length: 20_000 }, (_, row) =>
      row % 5_000 === 10 ? '{"m":}' : `{"m":${row},"text":"${"x".repeat(60)}"}`,
    );
    const counts: Promise<number>[] = [];
    const load = vi.spyOn(kernel, "load");
    let loadsInside = 0;
    const loaded = await loadText(encode(lines.join("\n")), {
      format: "ndjson",
      milliseconds: 10_000,
      onInvalidRow: () => {
        const before = load.mock.calls.length;
        const loading = loadText([inner], { format: "ndjson", milliseconds: 10_000 });
        loadsInside += load.mock.calls.length - before;
        counts.push(loading.then(({ length }) => length));
      },
    });
    expect(loadsInside).toBeGreaterThan(0);
    const valid = lines.filter((line) => line !== '{"m":}');
    expect([...loaded]).toEqual(valid.map((line) => JSON.parse(line) as unknown));
    expect(await Promise.all(counts)).toEqual([4_000, 4_000, 4_000, 4_000]);
  });

  it("works without WebAssembly, unless it is requested", async () => {
    vi.resetModules();
    vi.stubGlobal("WebAssembly", undefined);
    const fresh = await import("../../../../src/engine/store/index.ts");
    const long = encode('{"a":1}\n'.repeat(200_000));
    expect((await fresh.loadText(long, { format: "ndjson" })).length).toBe(200_000);
    await expect(fresh.loadText(long, { format: "ndjson", kernels: "wasm" })).rejects.toThrow(
      'kernels: "wasm" requires WebAssembly',
    );
  });
});
