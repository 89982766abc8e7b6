import { Readable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import {
  InvalidRowError,
  loadCollection,
  type InvalidRow,
  type TextLoadOptions,
  type TextSource,
} from "tamis/store";
import { JsonFormat } from "../../../../src/files/located/json-format.ts";
import { PARSE_ROW } from "../../../../src/engine/store/texts/loaded-rows.ts";
import { ReadingFault } from "../../../../src/files/rows/reading-fault.ts";
import { MAXIMUM_ROW_BYTES } from "../../../../src/files/rows/row.ts";
import { UNITS_PER_STEP } from "../../../../src/engine/store/tasks/task.ts";
import { formatJson } from "../../../../src/values/json/exact-json.ts";
import { largestTurn } from "../largest-turn.ts";
import { checking } from "../../../sql/checked-query.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: {
    id: "integer",
    name: "string",
    size: "number",
    at: "dateTime",
    tags: { type: "list", items: "string" },
    owner: { type: "object", members: { city: "string" } },
  },
});
const rows = Array.from({ length: 5_000 }, (_, id) => ({
  id,
  name: id % 3 === 0 ? `straße ${id}` : `thing "${id}"`,
  size: (id * 7919) % 1_009,
  at: new Date(id * 86_400_000).toISOString(),
  tags: id % 2 === 0 ? ["a", "é"] : [],
  owner: { city: id % 5 === 0 ? "Kraków" : "Łódź" },
}));
const text = `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
const encode = (each: string) => new TextEncoder().encode(each);
const { filterOf } = checking(catalog);
const load = (source: TextSource, options: Partial<TextLoadOptions> = {}) =>
  loadCollection(source, { format: "ndjson", catalog, ...options });

function* inParts(bytes: Uint8Array, length: number) {
  for (let i = 0; i < bytes.length; i += length) yield bytes.subarray(i, i + length);
}

describe("loadCollection of NDJSON", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("reads all bytes at once, and parts of any length, from iterables and streams", async () => {
    const sources = [
      encode(text),
      encode(`\u{feff}${text.trimEnd()}`),
      encode(text.replaceAll("\n", " \r\n\n")),
      ...[1, 7, 4_096].map((length) => inParts(encode(text), length)),
      Readable.from(inParts(encode(text), 1_000)),
    ];
    for (const source of sources) {
      const told: number[] = [];
      const collection = await load(source, {
        milliseconds: 0,
        onProgress: (progress) => told.push(progress.rows),
      });
      expect(collection.size).toBe(rows.length);
      expect([...collection.stream({})]).toEqual(rows);
      expect(told.at(-1)).toBe(rows.length);
    }
  });

  it("parses only the rows that it returns", async () => {
    const parse = vi.spyOn(JsonFormat.prototype, "read");
    const collection = await load(encode(text));
    const filter = filterOf(
      "and(contains($primary,name,'STRASSE'),lt(size,100),gt(at,1971-01-01T00:00:00Z),eq(tags,'é'),eq(owner.city,'Łódź'))",
    );
    expect(collection.count({ filter })).toBeGreaterThan(20);
    expect(collection.update([{ ...rows[7], size: -1 }]).ok).toBe(true);
    expect(parse).toHaveBeenCalledTimes(0);
    const { items } = collection.page({ filter, limit: 20 });
    expect(items).toHaveLength(20);
    const calls = parse.mock.calls.length;
    expect(calls).toBeLessThanOrEqual(collection.count({ filter }));
    expect(collection.page({ filter, limit: 20 }).items[3]).toBe(items[3]);
    expect(parse).toHaveBeenCalledTimes(calls);
  });

  it("infers a catalog from the rows", async () => {
    const collection = await loadCollection(encode(text), { format: "ndjson" });
    expect(collection.catalog.key).toBe("id");
    const names = ["id", "name", "size", "at", "tags", "owner"];
    expect([...collection.catalog.members.byName.keys()]).toEqual(names);
    await expect(loadCollection(encode("\n \n"), { format: "ndjson" })).rejects.toThrow("There are no rows");
  });

  it("rejects an invalid row with its line, or leaves it out", async () => {
    const lines = ['{"id":1}', "", '{"id":2', '{"id":3}', "[4]", "nonsense", '{"id":7}', '{"id":"\u{1}"}'];
    const source = Buffer.concat([encode(`${lines.join("\n")}\n{"id":"`), Buffer.from([0xff]), encode('"}')]);
    await expect(load(source)).rejects.toThrow(
      new InvalidRowError({ line: 3, row: 2, message: "',' or '}' is expected, and the text ends" }),
    );
    const invalid: InvalidRow[] = [];
    const collection = await load(source, { onInvalidRow: (row) => invalid.push(row) });
    expect([...collection.stream({})]).toEqual([{ id: 1 }, { id: 3 }, { id: 7 }]);
    expect(collection.count({ filter: filterOf("gt(id,2)") })).toBe(2);
    expect(invalid.map(({ line, row, message }) => ({ line, row, message }))).toEqual([
      { line: 3, row: 2, message: "',' or '}' is expected, and the text ends" },
      { line: 5, row: 4, message: "a row must be a JSON object, but this is a list" },
      { line: 6, row: 5, message: "a value is expected, not 'n'" },
      { line: 8, row: 7, message: "U+0001 in a string must be written as an escape" },
      { line: 9, row: 8, message: "the row is not valid UTF-8" },
    ]);
    for (const { text, byte, line } of invalid) {
      expect([...text]).toEqual([...source.subarray(byte, byte + text.length)]);
      expect([0x0a, undefined]).toContain(source[byte + text.length]);
      expect(source.subarray(0, byte).filter((each) => each === 0x0a)).toHaveLength(line - 1);
    }
  });

  it("states the offset of invalid rows of texts in parts, after a byte order mark", async () => {
    const source = encode(`\u{feff}${`${" ".repeat(3_000)}{"id":1}\n`.repeat(900)}{"id":}\r\n{"id":2}`);
    for (const length of [7_919, 1 << 16, source.length]) {
      const invalid: InvalidRow[] = [];
      const onInvalidRow = (row: InvalidRow) => invalid.push(row);
      await load(inParts(source, length), { onInvalidRow });
      const [line, row, byte, message] = [901, 901, 3 + 900 * 3_009, "a value is expected, not '}'"];
      const fault = new ReadingFault({ line, column: 7, byte: byte + 7, row }, message);
      expect(invalid).toEqual([{ line, row, byte, text: encode('{"id":}\r'), message, fault }]);
    }
  });

  it("rejects numbers beyond doubles, and rows with more than 1,000 nested lists and objects", async () => {
    const nested = (depth: number) => `{"x":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    const numbers = ['{"x":1e308}', '{"x":[-1e309]}', `{"x":${"9".repeat(400)}.5}`];
    const lines = [...numbers, nested(1_000), nested(1_001)];
    const messages: string[] = [];
    const collection = await load(encode(lines.join("\n")), {
      onInvalidRow: ({ line, message }) => messages.push(`${line}: ${message}`),
    });
    expect(collection.size).toBe(2);
    expect(messages).toEqual([
      "2: a number is greater than 1.8e308",
      "3: a number is greater than 1.8e308",
      "5: the row nests more than 1000 objects and lists",
    ]);
  });

  it("reads values behind the highest offset, and rows of more than a block, by parsing the row", async () => {
    const long = (length: number) => ({ name: "x".repeat(length), id: 5 });
    // The value of `id` follows `{"name":"…","id":`.
    const before = '{"name":"","id":'.length + 1;
    for (const [length, calls] of [
      [PARSE_ROW - 1 - before, 0],
      [PARSE_ROW - before, 1],
      // The kernel has no room for such a row, and does not read the row after it either.
      [3_000_000, 2],
    ] as const) {
      const source = encode(`{"id":4}\n${formatJson(long(length))}\n{"id":6}`);
      const collection = await load(inParts(source, 1 << 16));
      const parse = vi.spyOn(JsonFormat.prototype, "read");
      expect(collection.count({ filter: filterOf("eq(id,5)") })).toBe(1);
      expect(parse).toHaveBeenCalledTimes(calls);
      vi.restoreAllMocks();
      expect(collection.count({ filter: filterOf(`eq(length(name),${length})`) })).toBe(1);
    }
  });

  it("accepts a row of 64 MB, and rejects a longer one", async () => {
    const longest = encode(`{"name":"${"x".repeat(MAXIMUM_ROW_BYTES - '{"name":""}'.length)}"}`);
    expect(longest).toHaveLength(MAXIMUM_ROW_BYTES);
    expect((await load([encode("{}\n"), longest])).size).toBe(2);
    await expect(load([encode("{}\n "), longest])).rejects.toThrow("The row in line 2 is longer than 64 MB.");
  });

  it("divides the work between turns of the event loop", async () => {
    const source = encode(text.repeat(20));
    const { turns } = await largestTurn(() => load(source, { milliseconds: 0 }));
    expect(turns).toBeGreaterThan(source.length / (1 << 20));
  });

  it("divides reading rows that must be parsed between turns of the event loop", async () => {
    const long = "x".repeat(70_000);
    const lines = Array.from({ length: 200 }, (_, id) =>
      formatJson({ note: long, id, owner: { note: long, city: "Łódź" } }),
    );
    const collection = await load(encode(lines.join("\n")));
    for (const [filter, count] of [
      ["gt(id,99)", 100],
      ["eq(owner.city,'Łódź')", 200],
    ] as const) {
      const { units, turns } = await largestTurn(async () => {
        const options = { milliseconds: 0 };
        const page = await collection.asCollection(options).page({ filter: filterOf(filter) });
        expect(page).toMatchObject({ count });
      });
      expect(turns).toBeGreaterThan(20);
      // A step ends after the row with which it exceeds its limit.
      expect(units).toBeLessThan(UNITS_PER_STEP + 2 * 150_000);
    }
  });

  it("can be changed like other collections", async () => {
    const collection = await load(encode(text));
    collection.count({ filter: filterOf("lt(size,100)") });
    expect(collection.delete([1, 2])).toMatchObject({ ok: true, deleted: 2 });
    expect(collection.insert([{ id: 9_999, name: "new", size: 3 }])).toMatchObject({ ok: true, inserted: 1 });
    expect(collection.upsert([{ ...rows[3]!, size: 3 }])).toMatchObject({ ok: true, updated: 1 });
    expect(collection.size).toBe(rows.length - 1);
    const sizes = rows.filter(({ id }) => id !== 1 && id !== 2 && id !== 3).map(({ size }) => size);
    const expected = sizes.filter((size) => size === 3).length + 2;
    expect(collection.count({ filter: filterOf("eq(size,3)") })).toBe(expected);
  });

  it("rejects text that is no bytes", async () => {
    for (const source of ['{"id":1}', ['{"id":1}'], [{ id: 1 }]] as unknown as Uint8Array[][])
      await expect(load(source)).rejects.toThrow("A text must be a Uint8Array");
  });

  it("rejects an unknown format", async () => {
    await expect(load(encode(text), { format: "yaml" as "ndjson" })).rejects.toThrow(
      "format must be 'ndjson', 'csv' or 'tsv', not 'yaml'.",
    );
  });
});
