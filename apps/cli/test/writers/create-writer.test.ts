import { Writable } from "node:stream";
import { spawn } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputClosed, OutputError } from "../../src/io/errors.ts";
import type { FileFormat, Row } from "tamis/files";
import type { OutputFormat } from "../../src/formats/formats.ts";
import { createWriter } from "../../src/writers/create-writer.ts";
import { writeAll, type WriteOptions } from "../../src/writers/row-output.ts";
import { collect, Sink, sourceOf } from "../io/streams.ts";

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

describe("the writer", () => {
  it("writes json as an array with one row per line, also without rows", async () => {
    expect(await write("json", ROWS)).toBe(
      '[\n{"id":1,"owner":{"name":"x","age":3},"tags":[{"k":"a","v":1},5,{"k":"b"}]},\n' +
        '{"id":9007199254740993,"owner":null,"extra":[18446744073709551615]}\n]\n',
    );
    expect(await write("json", [])).toBe("[]\n");
  });

  it("writes a table of Markdown whose cells show the values as they are", async () => {
    const rows = [
      { id: 1, "a|b": "x|y *z* <b> `c`", n: -1.5 },
      { id: 2n, "a|b": "l1\r\nl2 \\ a_b _c_ \u001b[1m", n: null },
    ];
    expect(await write("markdown", rows)).toBe(
      "| id | a\\|b | n |\n| ---: | --- | ---: |\n| 1 | x\\|y \\*z\\* \\<b\\> \\`c\\` | -1.5 |\n" +
        "| 2 | l1<br>l2 \\\\ a_b \\_c\\_ \\<U+001B\\>\\[1m |  |\n",
    );
    expect(await write("markdown", [], { select: ["a"] })).toBe("| a |\n| --- |\n");
    expect(await write("markdown", [])).toBe("");
  });

  it("writes ndjson with one row per line, also without rows", async () => {
    expect(await write("ndjson", [{ a: 1n }, { a: null, b: NaN }])).toBe('{"a":1}\n{"a":null,"b":null}\n');
    expect(await write("ndjson", [])).toBe("");
  });

  it("writes an envelope with members before and after the items", async () => {
    const sink = new Sink();
    const writer = createWriter("envelope", sink, { envelope: { start: 0, limit: 2 } });
    await writeAll(writer, [{ a: 1 }, { a: 2 }]);
    await writer.end({ count: 5n });
    expect(sink.text).toBe('{"start":0,"limit":2,"items":[\n{"a":1},\n{"a":2}\n],"count":5}\n');
    expect(JSON.parse(await write("envelope", []))).toEqual({ items: [] });
  });

  it("writes csv with the members of the first rows as columns, nested values as JSON and null as an empty cell", async () => {
    expect(await write("csv", ROWS)).toBe(
      'id,owner,tags,extra\n1,"{""name"":""x"",""age"":3}","[{""k"":""a"",""v"":1},5,{""k"":""b""}]",\n' +
        "9007199254740993,,,[18446744073709551615]\n",
    );
    expect(await write("csv", [])).toBe("");
    expect(await write("csv", [], { select: ["a", "b.c"] })).toBe("a,b.c\n");
    expect(await write("tsv", [{ a: "x\ty", b: "p,q", c: true }])).toBe('a\tb\tc\n"x\ty"\tp,q\ttrue\n');
  });

  it("never writes an empty line in csv with one column, because readers would skip it", async () => {
    const text = await write("csv", [{ a: null }, { a: "x" }, { a: "" }]);
    expect(text).toBe('a\n""\nx\n""\n');
    expect((await collect(sourceOf([text]), { format: "csv" })).rows).toHaveLength(3);
  });

  it("reports each member without a column once, in csv and table", async () => {
    const rows: Row[] = [...Array.from({ length: 1_500 }, () => ({ a: 1 })), { a: 2, b: 3 }, { b: 4, c: 5 }];
    for (const format of ["csv", "table"] as const) {
      const lost: string[] = [];
      await write(format, rows, { onUnlistedMember: (name) => lost.push(name) });
      expect(lost).toEqual(["b", "c"]);
    }
  });
});

describe("--select", () => {
  const select = ["owner.name", "id", "tags.k", "none.x"];

  it("keeps the nesting in JSON and omits missing members", async () => {
    expect(await write("ndjson", ROWS, { select })).toBe(
      '{"owner":{"name":"x"},"id":1,"tags":[{"k":"a"},{"k":"b"}]}\n{"id":9007199254740993}\n',
    );
  });

  it("writes a CSV column for each path", async () => {
    expect(await write("csv", ROWS, { select })).toBe(
      'owner.name,id,tags.k,none.x\nx,1,"[""a"",""b""]",\n,9007199254740993,,\n',
    );
  });

  it("prefers a member whose own name contains the dot, and ignores prototypes", async () => {
    const row = { "a.b": 1, a: { b: 2, c: 3 } };
    expect(await write("ndjson", [row], { select: ["a.b"] })).toBe('{"a.b":1}\n');
    expect(await write("ndjson", [row], { select: ["a.b", "a.c"] })).toBe('{"a.b":1,"a":{"c":3}}\n');
    expect(await write("csv", [row], { select: ["a.b"] })).toBe("a.b\n1\n");
    expect(await write("ndjson", [row], { select: ["constructor", "a.toString"] })).toBe('{"a":{}}\n');
    const own = JSON.parse('{"__proto__":{"x":1}}') as Row;
    expect(await write("ndjson", [own], { select: ["__proto__.x"] })).toBe('{"__proto__":{"x":1}}\n');
  });

  it("selects the whole member if a part of it is selected too", async () => {
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
  fc.string({ unit: fc.constantFrom(...'a",\t\n\ré漢😀 \\') }),
);
describe("rows that are written and read again are unchanged", () => {
  it.each<[OutputFormat, FileFormat]>([
    ["json", "json"],
    ["ndjson", "ndjson"],
    ["envelope", "json"],
  ])("in the format %s", async (output, input) => {
    const nested = fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), fc.record({ k: scalar }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ a: nested, Имя: nested })), async (rows) => {
        const text = await write(output, rows);
        expect(await collect(sourceOf([text]), { format: input })).toEqual({ rows, error: undefined });
      }),
    );
  });

  it.each(["csv", "tsv"] as const)("in the format %s, with the types of its columns", async (format) => {
    const members = { text: "string", flag: "boolean", n: "integer", Имя: "json" } as const;
    const types = new Map(Object.entries(members));
    const unit = fc.constantFrom(...'a",\t\n\ré😀\uFEFF');
    const rowsWithTypes = fc.array(
      fc.record({
        text: fc.string({ unit, minLength: 1 }),
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

  it("in csv with a header that looks like a byte order mark", async () => {
    const rows = [{ "\uFEFFa": "1", b: "2" }];
    expect((await collect(sourceOf([await write("csv", rows)]), { format: "csv" })).rows).toEqual(rows);
  });
});

describe("the output stream", () => {
  it("receives nothing while it is full", async () => {
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
    "makes the %s writer fail with OutputClosed if its pipe is closed",
    async (format) => {
      const writer = createWriter(format, failing("EPIPE"));
      const run = async () => {
        for (let i = 0; i < 100_000; i++) await writer.write({ i });
        await writer.end();
      };
      await expect(run()).rejects.toThrow(OutputClosed);
      // Also at the end, for output that was still buffered.
      for (const code of ["EPIPE", "EOF"])
        await expect(createWriter(format, failing(code)).end()).rejects.toThrow(OutputClosed);
      const destroyed = new Sink();
      destroyed.destroy();
      await expect(createWriter(format, destroyed).end()).rejects.toThrow(OutputClosed);
    },
  );

  it("makes the writer fail with OutputError for other errors", async () => {
    await expect(createWriter("json", failing("ENOSPC")).end()).rejects.toThrow(
      new OutputError("The output cannot be written. The disk is full."),
    );
    await expect(createWriter("json", failing("EIO")).end()).rejects.toMatchObject({ exitCode: 2 });
  });

  it("makes the writer fail with OutputClosed if the reading process exits", async () => {
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
