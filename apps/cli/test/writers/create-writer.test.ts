import { Writable } from "node:stream";
import { spawn } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputClosed, OutputError } from "../../src/io/errors.ts";
import type { InputFormat, OutputFormat } from "../../src/formats/formats.ts";
import type { Row } from "../../src/formats/row.ts";
import { createWriter } from "../../src/writers/create-writer.ts";
import { writeAll, type WriteOptions } from "../../src/writers/row-writer.ts";
import { collect, Sink, sourceOf } from "../readers/streams.ts";

async function write(
  format: OutputFormat,
  rows: readonly Row[],
  options: WriteOptions = {},
): Promise<string> {
  const sink = new Sink();
  const writer = createWriter(format, sink, options);
  await writeAll(writer, rows);
  await writer.end();
  return sink.text;
}

const ROWS: Row[] = [
  { id: 1, owner: { name: "x", age: 3 }, tags: [{ k: "a", v: 1 }, 5, { k: "b" }] },
  { id: 9007199254740993n, owner: null, extra: [18446744073709551615n] },
];

describe("the output format", () => {
  it("json is an array with a row a line, also of no rows", async () => {
    expect(await write("json", ROWS)).toBe(
      '[\n{"id":1,"owner":{"name":"x","age":3},"tags":[{"k":"a","v":1},5,{"k":"b"}]},\n' +
        '{"id":9007199254740993,"owner":null,"extra":[18446744073709551615]}\n]\n',
    );
    expect(await write("json", [])).toBe("[]\n");
  });

  it("ndjson is a row a line, also of no rows", async () => {
    expect(await write("ndjson", [{ a: 1n }, { a: null, b: NaN }])).toBe('{"a":1}\n{"a":null,"b":null}\n');
    expect(await write("ndjson", [])).toBe("");
  });

  it("envelope is an object of items, with members in front and behind", async () => {
    const sink = new Sink();
    const writer = createWriter("envelope", sink, { envelope: { start: 0, limit: 2 } });
    await writeAll(writer, [{ a: 1 }, { a: 2 }]);
    await writer.end({ count: 5n });
    expect(sink.text).toBe('{"start":0,"limit":2,"items":[\n{"a":1},\n{"a":2}\n],"count":5}\n');
    expect(JSON.parse(await write("envelope", []))).toEqual({ items: [] });
  });

  it("csv has the members of the first rows for columns, nested values as JSON, null as nothing", async () => {
    expect(await write("csv", ROWS)).toBe(
      'id,owner,tags,extra\n1,"{""name"":""x"",""age"":3}","[{""k"":""a"",""v"":1},5,{""k"":""b""}]",\n' +
        "9007199254740993,,,[18446744073709551615]\n",
    );
    expect(await write("csv", [])).toBe("");
    expect(await write("csv", [], { select: ["a", "b.c"] })).toBe("a,b.c\n");
    expect(await write("tsv", [{ a: "x\ty", b: "p,q", c: true }])).toBe('a\tb\tc\n"x\ty"\tp,q\ttrue\n');
  });

  it("csv of one column never has an empty line, which would be no row", async () => {
    const text = await write("csv", [{ a: null }, { a: "x" }, { a: "" }]);
    expect(text).toBe('a\n""\nx\n""\n');
    expect((await collect(sourceOf([text]), { format: "csv" })).rows).toHaveLength(3);
  });

  it("csv and table report members that have no column, once", async () => {
    const rows: Row[] = [...Array.from({ length: 1_500 }, () => ({ a: 1 })), { a: 2, b: 3 }, { b: 4, c: 5 }];
    for (const format of ["csv", "table"] as const) {
      const lost: string[] = [];
      await write(format, rows, { onUnlistedMember: (name) => lost.push(name) });
      expect(lost).toEqual(["b", "c"]);
    }
  });
});

describe("select", () => {
  const select = ["owner.name", "id", "tags.k", "none.x"];

  it("keeps the nesting in JSON and leaves out what a row does not have", async () => {
    expect(await write("ndjson", ROWS, { select })).toBe(
      '{"owner":{"name":"x"},"id":1,"tags":[{"k":"a"},{"k":"b"}]}\n{"id":9007199254740993}\n',
    );
  });

  it("makes a column of each path in CSV", async () => {
    expect(await write("csv", ROWS, { select })).toBe(
      'owner.name,id,tags.k,none.x\nx,1,"[""a"",""b""]",\n,9007199254740993,,\n',
    );
  });

  it("takes a member whose own name has the dot first, and nothing from a prototype", async () => {
    const row = { "a.b": 1, a: { b: 2, c: 3 } };
    expect(await write("ndjson", [row], { select: ["a.b"] })).toBe('{"a.b":1}\n');
    expect(await write("ndjson", [row], { select: ["a.b", "a.c"] })).toBe('{"a.b":1,"a":{"c":3}}\n');
    expect(await write("csv", [row], { select: ["a.b"] })).toBe("a.b\n1\n");
    expect(await write("ndjson", [row], { select: ["constructor", "a.toString"] })).toBe('{"a":{}}\n');
    const own = JSON.parse('{"__proto__":{"x":1}}') as Row;
    expect(await write("ndjson", [own], { select: ["__proto__.x"] })).toBe('{"__proto__":{"x":1}}\n');
  });

  it("of a member and of a part of it is the member", async () => {
    const rows = [{ a: { b: 1, c: 2 } }];
    expect(await write("ndjson", rows, { select: ["a", "a.b"] })).toBe('{"a":{"b":1,"c":2}}\n');
    expect(await write("ndjson", rows, { select: ["a.b", "a"] })).toBe('{"a":{"b":1,"c":2}}\n');
  });
});

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 70n), max: -(2n ** 53n) }),
  fc.string({ unit: fc.constantFrom("a", '"', ",", "\t", "\n", "\r", "é", "漢", "😀", " ", "\\") }),
);
describe("what is written is read back the same", () => {
  it.each<[OutputFormat, InputFormat]>([
    ["json", "json"],
    ["ndjson", "ndjson"],
    ["envelope", "json"],
  ])("as %s", async (output, input) => {
    const nested = fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), fc.record({ k: scalar }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ a: nested, Имя: nested })), async (rows) => {
        const text = await write(output, rows);
        expect(await collect(sourceOf([text]), { format: input })).toEqual({ rows, error: undefined });
      }),
    );
  });

  it.each(["csv", "tsv"] as const)("as %s, with the types of its columns", async (format) => {
    const types = new Map([
      ["text", "string"],
      ["flag", "boolean"],
      ["n", "integer"],
      ["Имя", "json"],
    ] as const);
    const rowsWithTypes = fc.array(
      fc.record({
        text: fc.string({
          unit: fc.constantFrom("a", '"', ",", "\t", "\n", "\r", "é", "😀", "\uFEFF"),
          minLength: 1,
        }),
        flag: fc.option(fc.boolean()),
        n: fc.oneof(fc.constant(null), fc.integer(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n })),
        Имя: fc.option(fc.array(fc.string({ minLength: 1 }), { maxLength: 2 })),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(rowsWithTypes, async (rows) => {
        const text = await write(format, rows);
        expect(await collect(sourceOf([text]), { format, types })).toEqual({ rows, error: undefined });
      }),
    );
  });

  it("as csv with a header that looks like a byte order mark", async () => {
    const rows = [{ "\uFEFFa": "1", b: "2" }];
    expect((await collect(sourceOf([await write("csv", rows)]), { format: "csv" })).rows).toEqual(rows);
  });
});

describe("the stream", () => {
  it("is never given more while it is full", async () => {
    let pending: (() => void) | undefined;
    let pieces = 0;
    const slow = new Writable({
      highWaterMark: 1,
      write(_chunk, _encoding, done) {
        pieces++;
        pending = done;
        setImmediate(() => {
          pending = undefined;
          done();
        });
      },
    });
    const writer = createWriter("ndjson", slow);
    let waited = 0;
    for (let i = 0; i < 5_000; i++) {
      const full = writer.write({ text: "x".repeat(100) });
      if (full === undefined) continue;
      expect(slow.writableNeedDrain).toBe(true);
      await full;
      expect(slow.writableLength).toBe(0);
      waited++;
    }
    await writer.end();
    expect(pending).toBeUndefined();
    expect(waited).toBeGreaterThan(3);
    expect(pieces).toBeLessThan(20);
  });

  const failing = (code: string) =>
    new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error(`${code}: broken`), { code }));
      },
    });

  it.each(["json", "ndjson", "csv", "table", "envelope"] as const)(
    "%s ends with OutputClosed if its pipe is closed",
    async (format) => {
      const writer = createWriter(format, failing("EPIPE"));
      const run = async () => {
        for (let i = 0; i < 100_000; i++) await writer.write({ i });
        await writer.end();
      };
      await expect(run()).rejects.toThrow(OutputClosed);
      // At the end, too, and for output that was too small to be written before.
      await expect(createWriter(format, failing("EPIPE")).end()).rejects.toThrow(OutputClosed);
      const destroyed = new Sink();
      destroyed.destroy();
      await expect(createWriter(format, destroyed).end()).rejects.toThrow(OutputClosed);
    },
  );

  it("that fails otherwise is an OutputError", async () => {
    await expect(createWriter("json", failing("ENOSPC")).end()).rejects.toThrow(
      new OutputError("The output cannot be written: the disk is full."),
    );
    await expect(createWriter("json", failing("EIO")).end()).rejects.toMatchObject({ exitCode: 2 });
  });

  it("of a real process that goes away ends with OutputClosed", async () => {
    const reader = spawn(process.execPath, ["-e", "process.stdin.once('data', () => process.exit(0))"], {
      stdio: ["pipe", "ignore", "inherit"],
    });
    const writer = createWriter("ndjson", reader.stdin);
    const run = async () => {
      for (;;) await writer.write({ text: "x".repeat(1_000) });
    };
    await expect(run()).rejects.toThrow(OutputClosed);
    reader.kill();
  });
});
