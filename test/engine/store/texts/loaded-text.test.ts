import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { createCollection, loadText } from "../../../../src/engine/store/index.ts";
import { readRow } from "../../../../src/engine/store/file/row-format.ts";
import { LoadedRows } from "../../../../src/engine/store/texts/loaded-rows.ts";
import { TextReader } from "../../../../src/engine/store/texts/text-reader.ts";
import { JsonFormat } from "../../../../src/files/located/json-format.ts";
import { formatJson, parseJson } from "../../../../src/values/json/exact-json.ts";
import { RowKernel } from "../../../../src/wasm/row-kernel.ts";
import { countOf } from "../../../effort.ts";
import { checking } from "../../../sql/checked-query.ts";
import { words } from "../../../words.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const catalog = defineCatalog({ name: "rows", key: "id", members: { id: "integer", name: "string" } });
const { filterOf } = checking(catalog);
const ndjson = (rows: readonly unknown[]) => encode(rows.map((row) => `${formatJson(row)}\n`).join(""));

describe("loadText", () => {
  const rows = [
    { id: 1, name: "a" },
    { id: 9007199254740993n, size: 1.5, note: null },
    { id: 3, name: null, constructor: 4 },
    { "na\\me": { x: [1] }, id: "3" },
    JSON.parse('{ "__proto__": 5, "id": -0.5 }') as object,
  ];

  it("returns rows, and values of a property of each row", async () => {
    const text = await loadText(ndjson(rows), { format: "ndjson" });
    expect(text.length).toBe(rows.length);
    expect([...text]).toEqual(rows);
    expect(rows.map((_, i) => text.at(i))).toEqual(rows);
    expect([text.at(-1), text.at(rows.length), text.at(0.5)]).toEqual([undefined, undefined, undefined]);
    for (const name of [...words("id name size note constructor __proto__ toString"), "na\\me", "missing"])
      expect([...text.values(name)]).toEqual(
        rows.map((row) => Object.getOwnPropertyDescriptor(row, name)?.value as unknown),
      );
    // Names with escapes and integers of 16 digits are found by parsing the row.
    expect(text.parsedRows).toBe(2);
  });

  it("returns the first row of each name", async () => {
    const text = await loadText(ndjson(rows), { format: "ndjson" });
    expect(Object.fromEntries([...text.firstRows()].filter(([name]) => name !== "__proto__"))).toEqual({
      id: 0,
      name: 0,
      size: 1,
      note: 1,
      constructor: 2,
      "na\\me": 3,
    });
    expect(text.firstRows().get("__proto__")).toBe(4);
  });

  it("finds the first row of each name in any rows", async () => {
    const names = fc.constantFrom("a", "b", "c", "d", "e", "\\", "é");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.dictionary(names, fc.integer())), fc.nat(3), async (some, invalid) => {
        const lines = some.map((row) => JSON.stringify(row));
        // The names of an invalid row are not those of a row.
        lines.splice(invalid, 0, '{"a":1,"z":}');
        const text = await loadText(encode(lines.join("\n")), { format: "ndjson", onInvalidRow: () => {} });
        const first = new Map<string, number>();
        for (const [i, row] of some.entries())
          for (const name of Object.keys(row)) if (!first.has(name)) first.set(name, i);
        expect(new Map([...text.firstRows()].sort())).toEqual(new Map([...first].sort()));
      }),
      { numRuns: countOf("engine/store/texts/loaded-text: runs") },
    );
  });

  it("has names and values of more than one block of text", async () => {
    const many = Array.from({ length: 30_000 }, (_, i) => ({ id: i, [`name${i >> 12}`]: "x".repeat(90) }));
    const text = await loadText(ndjson(many), { format: "ndjson" });
    expect([...text.values("id")]).toEqual(many.map(({ id }) => id));
    expect(text.firstRows().get("name3")).toBe(3 << 12);
    expect(text.at(29_999)).toEqual(many[29_999]);
  });

  it("gives its rows to collections that change independently", async () => {
    const many = ndjson(Array.from({ length: 100 }, (_, id) => ({ id, name: `n${id}` })));
    const text = await loadText<{ id: number; name: string }>(many, { format: "ndjson" });
    const one = createCollection<{ id: number; name: string }>(text, { catalog });
    const other = createCollection(text);
    one.insert([{ id: 100, name: "new" }]);
    one.delete([1, 2]);
    expect([one.size, other.size, text.length]).toEqual([99, 100, 100]);
    expect(other.catalog.key).toBe("id");
    expect(one.page({ filter: filterOf("ge(id,99)") }).items).toEqual([
      { id: 99, name: "n99" },
      { id: 100, name: "new" },
    ]);
  });

  it("keeps parsed rows up to a number of bytes, and parses others again", async () => {
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: "n" }));
    for (const [maxKeptBytes, maxBytes, calls] of [
      [undefined, undefined, 100],
      [undefined, 1 << 24, 200],
      [0, undefined, 200],
      [ndjson(rows.slice(0, 40)).length, undefined, 160],
    ] as const) {
      const text = await loadText(ndjson(rows), { format: "ndjson", maxKeptBytes });
      const collection = createCollection<unknown>(text, { catalog, maxBytes });
      const read = vi.spyOn(JsonFormat.prototype, "read");
      expect([...collection.stream({})]).toEqual(rows);
      // Rows that nobody uses may be collected as garbage.
      const weakly = vi.spyOn(WeakRef.prototype, "deref").mockReturnValue(undefined);
      expect([...collection.stream({})]).toEqual(rows);
      expect(read).toHaveBeenCalledTimes(calls);
      weakly.mockRestore();
      read.mockRestore();
    }
  });

  it("reports progress with the number of rows that are parsed", async () => {
    const told: unknown[] = [];
    const source = ndjson(rows);
    await loadText(source, { format: "ndjson", onProgress: (progress) => told.push(progress) });
    expect(told.at(-1)).toEqual({ rows: 5, parsedRows: 2 });
    const failing = loadText(source, {
      format: "ndjson",
      onProgress: () => {
        throw new Error("enough");
      },
    });
    await expect(failing).rejects.toThrow("enough");
    const signal = AbortSignal.abort(new Error("stop"));
    await expect(loadText(source, { format: "ndjson", signal })).rejects.toThrow("stop");
  });
});

describe("the text with which a row of JSON is saved", () => {
  it("is the text of the row, or none", () => {
    const number = fc.oneof(
      fc.tuple(fc.constantFrom("", "-"), fc.nat(999_999), fc.stringMatching(/^(\.\d{1,9})?$/)),
      fc.tuple(fc.constantFrom("", "-"), fc.constant(0), fc.stringMatching(/^\.0{3,9}[0-9]{1,3}$/)),
    );
    const scalar = fc.oneof(
      number.map((parts) => parts.join("")),
      fc.string({ unit: "grapheme" }).map((each) => JSON.stringify(each)),
      fc.constantFrom("true", "null", '"\\u0041"', '"\\t"', "1e5", "123456789.123456"),
    );
    const name = fc.oneof(
      { weight: 9, arbitrary: fc.stringMatching(/^[a-z]{1,3}$/).map((each) => `"${each}"`) },
      fc.constantFrom('"a"', '"\\u006e"', '"é"', '"1"', '"$"', '"__proto__"'),
    );
    const space = fc.constantFrom("", "", "", " ", "\t", "\r");
    const { row } = fc.letrec<{ row: string; value: string }>((tie) => ({
      row: fc
        .array(fc.tuple(space, name, space, tie("value")), { maxLength: 4 })
        .map((members) => `{${members.map(([a, key, b, value]) => `${a}${key}${b}:${value}`).join(",")}}`),
      value: fc.oneof(
        { depthSize: "small" },
        scalar,
        tie("row"),
        fc.array(tie("value"), { maxLength: 3 }).map((each) => `[${each.join(" ,")}]`),
      ),
    }));
    let texts = 0;
    const invalid = fc.constantFrom("", "{", ' \n{"a":}\r');
    const rows = fc.array(fc.tuple(row, invalid), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(rows, (lines) => {
        const reader = new TextReader(new JsonFormat(), () => undefined, RowKernel.get());
        reader.push(encode(lines.flat().join("\n")));
        reader.end();
        const loaded = new LoadedRows(new JsonFormat(), reader.blocks, 0);
        for (const [i, [json]] of lines.entries()) {
          const text = loaded.jsonOf(i);
          if (text === undefined) continue;
          texts++;
          expect(decode(text)).toBe(json.trim());
          expect(readRow(decode(text))).toStrictEqual(parseJson(json));
        }
      }),
      { numRuns: countOf("engine/store/texts/loaded-text: saved rows") },
    );
    expect(texts).toBeGreaterThan(300);
  });
});
