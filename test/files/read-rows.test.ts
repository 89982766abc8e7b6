import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReadingFault } from "../../src/files/rows/reading-fault.ts";
import type { FileFormat } from "../../src/files/cells/file-options.ts";
import type { ReadOptions } from "../../src/files/reading/read-batches.ts";
import { readBatches } from "../../src/files/reading/read-batches.ts";
import { MAXIMUM_ROW_BYTES } from "../../src/files/rows/format-reader.ts";
import { collect, cut, sourceOf } from "./streams.ts";

const read = (text: string | Uint8Array, format: FileFormat, options: Partial<ReadOptions> = {}) =>
  collect(sourceOf([text]), { format, ...options });

/** Rows before an error, and its message. */
async function fault(text: string | Uint8Array, format: FileFormat): Promise<[number, string]> {
  const { rows, error } = await read(text, format);
  expect(error).toBeInstanceOf(ReadingFault);
  return [rows.length, error!.message];
}

describe("the NDJSON reader", () => {
  it("reads one object per line, with any line ends and blank lines", async () => {
    const { rows, error } = await read('{"a":1}\r\n\n  \n\r\n{"a":{"b":[2]}}\n{"a":null}', "ndjson");
    expect(error).toBeUndefined();
    expect(rows).toEqual([{ a: 1 }, { a: { b: [2] } }, { a: null }]);
  });

  it.each([
    ["a broken line", '{"a":1}\n\n{"é": x}\n', 1, "line 3, column 7, row 2: a value is expected, not 'x'"],
    ["a cut line", '{"a":1}\n{"a":', 1, "line 2, column 6, row 2: a value is expected, and the text ends"],
    ["a scalar", "12\n", 0, "line 1, column 1, row 1: a row must be a JSON object, but this is a number"],
    ["null", '{"a":1}\nnull\n', 1, "line 2, column 1, row 2: a row must be a JSON object, but this is null"],
    ["a list", "[1]", 0, "line 1, column 1, row 1: a row must be a JSON object, but this is a list"],
    [
      "two objects on a line",
      "{} {}\n",
      0,
      "line 1, column 4, row 1: the value is complete, and '{' follows",
    ],
    [
      "too many digits",
      `{"a":1${"0".repeat(1_000)}}`,
      0,
      "line 1, column 1, row 1: an integer has more than 1000 digits",
    ],
    [
      "a number beyond doubles",
      '{"a":1e308,"b":"1e400"}\n{"a":[{"b":1e309}]}',
      1,
      "line 2, column 1, row 2: a number is greater than 1.8e308",
    ],
  ])("returns the rows before %s, and reports its line", async (_what, text, before, message) => {
    expect(await fault(text, "ndjson")).toEqual([before, message]);
  });
});

describe("the JSON reader", () => {
  it("reports a number beyond doubles in the row that has it", async () => {
    const outcome = await fault('[{"a":1e308},\n{"a":1e309},{"a":2}]', "json");
    expect(outcome).toEqual([1, "line 2, column 1, row 2: a number is greater than 1.8e308"]);
  });

  it("reads an array of objects", async () => {
    expect((await read(' [ {"a":"]}\\""} ,\n{"a":[{}]}\n] ', "json")).rows).toEqual([
      { a: ']}"' },
      { a: [{}] },
    ]);
    expect(await read("[]", "json")).toEqual({ rows: [], error: undefined });
  });

  it("reads an envelope, and skips its other members", async () => {
    const text =
      '{"links":[{"items":[1]}],"count":2,"name":"items","\\u0069tems":[{"a":1},{"a":2}],"accept":"\\"]}"}';
    expect(await read(text, "json")).toEqual({ rows: [{ a: 1 }, { a: 2 }], error: undefined });
    expect(await read('{"items":[]}', "json")).toEqual({ rows: [], error: undefined });
  });

  it.each([
    ['{"name":"n","count":1,"items":[{"a":1}]}', [{ a: 1 }]],
    ['{"items":[{"a":1}],"version":2,"limit":10}', [{ a: 1 }]],
    ['{"items":[{"a":1},\n {"a":2}],"count":2}', [{ a: 1 }, { a: 2 }]],
    ['{"id":5,"items":[{"sku":1}]}', [{ id: 5, items: [{ sku: 1 }] }]],
    ['{"items":[{"sku":1}],"customer":"x"}', [{ items: [{ sku: 1 }], customer: "x" }]],
    ['{"name":"Order 5","items":[{"sku":1}]}', [{ name: "Order 5", items: [{ sku: 1 }] }]],
  ])(
    "reads an object as a collection only if its members are those of collections: %s",
    async (text, rows) => {
      expect(await read(text, "json")).toEqual({ rows, error: undefined });
    },
  );

  it("reads an object without a list of items as one row", async () => {
    expect((await read('{"a":{"items":[1]},"items":3,\n"b":["items"]}', "json")).rows).toEqual([
      { a: { items: [1] }, items: 3, b: ["items"] },
    ]);
  });

  it.each([
    ["", 0, "line 1, column 1: the input is empty; a JSON array of rows is expected"],
    ["12", 0, "line 1, column 1: a JSON array of rows, or an object, is expected at the start"],
    ['[{"a":1},\n\n {"é": x}]', 1, "line 3, column 8, row 2: a value is expected, not 'x'"],
    ['[{"é":1}, {"a"}]', 1, "line 1, byte 16, row 2: ':' is expected after a member name, not '}'"],
    ['[{"a":1},\n3]', 1, "line 2, column 1, row 2: a row must be a JSON object, but this is a number"],
    ['[{"a":1},null]', 1, "line 1, byte 10, row 2: a row must be a JSON object, but this is null"],
    ["[[1]]", 0, "line 1, column 2, row 1: a row must be a JSON object, but this is a list"],
    ['["a"]', 0, "line 1, column 2, row 1: a row must be a JSON object, but this is a string"],
    ["[{},\n]", 1, "line 2, column 1: there is a comma before ']', but no row follows it"],
    ["[{}\n{}]", 1, "line 2, column 1: ',' or ']' is expected after a row, not '{'"],
    ["[{}\nж]", 1, "line 2, column 1: ',' or ']' is expected after a row, not 'ж'"],
    ["[{}]\nx", 1, "line 2, column 1: the JSON value is complete, and 'x' follows it"],
    [
      '[{"a":1},\n{"a":"x',
      1,
      "line 2, byte 18, row 2: the input ends within this row, which begins on line 2",
    ],
    ['[{"a":1},', 1, "line 1, byte 10, row 2: the input ends before ']' closes the list of rows"],
    ['[{"a":1}\n', 1, "line 2, column 1: the input ends before ']' closes the list of rows"],
    [
      '{"items":[{"a":1}],',
      1,
      "line 1, byte 20: the input ends before the object that begins on line 1 is closed",
    ],
    ['{"items":[{}],\n"count":x}', 1, "line 2, byte 24: a value is expected, not 'x'"],
    ['{"items":[\n{},\n{}\n],\n\n"count":x}', 2, "line 6, byte 31: a value is expected, not 'x'"],
    ['{"items":"x"[{}]}', 0, "line 1, column 13, row 1: ',' or '}' is expected, not '['"],
    ['{"b":x,"items":[{}]}', 0, "line 1, column 6, row 1: a value is expected, not 'x'"],
    ['{"start":x,"items":[{}]}', 1, "line 1, column 10: a value is expected, not 'x'"],
    ['{"items":[{}],"items":[{}]}', 1, "line 1, byte 23: the object has two members named 'items'"],
    ['{"a":1\n"b":2}', 0, "line 2, column 1, row 1: ',' or '}' is expected, not '\"'"],
  ])("that is malformed is refused: %j", async (text, before, message) => {
    expect(await fault(text, "json")).toEqual([before, message]);
  });

  it("limits the nesting depth of rows, in every format", async () => {
    const deep = (n: number) => `{"n":12345678901234567890,"a":${"[".repeat(n - 1)}${"]".repeat(n - 1)}}`;
    const tooDeep = "the row nests more than 1000 objects and lists";
    expect((await read(deep(1_000), "ndjson")).rows).toHaveLength(1);
    for (const text of [deep(1_000), `[${deep(1_000)}]`])
      expect((await read(text, "json")).rows).toHaveLength(1);
    for (const n of [1_001, 100_000]) {
      expect(await fault(deep(n), "ndjson")).toEqual([0, `line 1, column 1, row 1: ${tooDeep}`]);
      expect(await fault(`[${deep(n)}]`, "json")).toEqual([0, `line 1, column 2, row 1: ${tooDeep}`]);
      expect(await fault(deep(n), "json")).toEqual([0, `line 1, column 1, row 1: ${tooDeep}`]);
    }
  });
});

describe("both JSON readers", () => {
  it("keep all digits of integers, but not of fractions", async () => {
    const text =
      '{"a":9007199254740993,"b":[-9223372036854775809],"c":9007199254740991,"d":0.30000000000000004,"e":"12345678901234567890","f":1e20,"g":12345678901234567.5}';
    const row = {
      a: 9007199254740993n,
      b: [-9223372036854775809n],
      c: 9007199254740991,
      d: 0.30000000000000004,
      e: "12345678901234567890",
      f: 1e20,
      g: 12345678901234567.5,
    };
    expect((await read(text, "ndjson")).rows).toEqual([row]);
    expect((await read(`[{"a":1},${text}]`, "json")).rows).toEqual([{ a: 1 }, row]);
    expect((await read(text, "json")).rows).toEqual([row]);
  });

  it("keep a member named __proto__", async () => {
    for (const format of ["ndjson", "json"] as const) {
      const row = (await read('{"__proto__":{"x":1}}', format)).rows[0]!;
      expect(Object.keys(row)).toEqual(["__proto__"]);
      expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
      expect(row["x"]).toBeUndefined();
    }
  });

  it.each(["json", "ndjson"] as const)(
    "reject a row of more than 64 MiB without buffering more: %s",
    async (format) => {
      let yieldedBytes = 0;
      const source = {
        name: "rows",
        bytes: (async function* () {
          yield Buffer.from(format === "json" ? '[{"a":"' : '{"a":"');
          for (const filler = Buffer.alloc(1 << 20, "x"); ; yieldedBytes += filler.length) {
            await Promise.resolve();
            yield filler;
          }
        })(),
      };
      const { error } = await collect(source.bytes, { format });
      expect(error?.message).toContain("row 1: the row is larger than 64 MiB");
      expect(yieldedBytes).toBeLessThan(MAXIMUM_ROW_BYTES + (2 << 20));
    },
  );
});

describe("input bytes", () => {
  it.each([
    ["ndjson", '\uFEFF{"a":1}\n{"b":', "line 2, column 6, row 2: byte 0xE9"],
    ["json", '\uFEFF[{"a":1},\n{"b":"', "line 2, byte 20, row 2: byte 0xE9"],
    ["csv", "a,b\n1,2\n", "line 3, byte 9, row 2: byte 0xE9"],
    ["csv", "\uFEFFa,b\r\n1,2\r\n3,", "line 3, byte 16, row 2: byte 0xE9"],
  ] as const)(
    "that are not UTF-8 are reported with their position in %s, after the rows before them",
    async (format, text, message) => {
      const bytes = Buffer.concat([Buffer.from(text), Buffer.from([0xe9]), Buffer.from('"}\n')]);
      const [rows, reason] = await fault(bytes, format);
      expect(reason).toBe(`${message} is not valid UTF-8`);
      expect(rows).toBe(1);
    },
  );

  it("that end within a character are reported", async () => {
    const { error } = await read(Buffer.from('{"a":1}\n{"a":"é').subarray(0, -1), "ndjson");
    expect(error?.message).toBe("line 2, column 7, row 2: byte 0xC3 is not valid UTF-8");
  });

  it("after a byte order mark are counted from the start of the file", async () => {
    const { error } = await read('\uFEFF{"a":x}', "ndjson");
    const place = { line: 1, column: 6, byte: 9, row: 1 };
    expect((error as ReadingFault).position).toEqual(place);
    const bytes = Buffer.from('\uFEFF{"a":x}');
    const parts = await collect(sourceOf(cut(bytes, [...bytes.keys()])), { format: "ndjson" });
    expect((parts.error as ReadingFault).position).toEqual(place);
  });
});

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((n) => !Number.isInteger(n) || Number.isSafeInteger(n))
      .map((n) => (Object.is(n, -0) ? 0 : n)),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }),
    fc.string({ unit: fc.constantFrom(...'a"\\{}[],\né漢😀\u0000', "1234567890") }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "items", "ключ", "__proto__", 'q"', "b\\"), tie("value"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).value;
const rowsOfJson = fc.array(
  fc.dictionary(fc.constantFrom("id", "name", "Имя", "items", 'q"]'), value, {
    maxKeys: 4,
    noNullPrototype: true,
  }),
  { maxLength: 6 },
);
const places = fc.array(fc.nat(5_000), { maxLength: 20 });

const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };
const print = (data: unknown, indent?: number) =>
  JSON.stringify(data, (_, v: unknown) => (typeof v === "bigint" ? rawJSON(v.toString()) : v), indent);

describe("splitting the input into chunks", () => {
  it("does not change the rows of valid JSON", async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsOfJson,
        places,
        fc.constantFrom(undefined, 1),
        fc.boolean(),
        async (rows, places, indent, mark) => {
          const bom = mark ? "\uFEFF" : "";
          const forms: [FileFormat, string][] = [
            ["json", bom + print(rows, indent)],
            ["json", bom + print({ links: [], items: rows, count: rows.length }, indent)],
            ["ndjson", bom + rows.map((row) => print(row)).join("\n")],
          ];
          for (const [format, text] of forms) {
            const result = await collect(sourceOf(cut(Buffer.from(text), places)), { format });
            expect(result).toEqual({ rows, error: undefined });
          }
        },
      ),
    );
  });

  it("changes neither the rows nor the error of invalid JSON", async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        rowsOfJson,
        fc.nat(),
        fc.constantFrom("", "{", "}", "[", "]", ",", '"', "\\", "x", "\n", "0"),
        fc.nat(2),
        places,
        fc.constantFrom("json", "ndjson", "envelope"),
        async (rows, at, insert, drop, places, form) => {
          const text =
            form === "ndjson"
              ? rows.map((row) => print(row)).join("\n")
              : print(form === "json" ? rows : { count: 1, items: rows, name: "é" }, 1);
          const place = at % (text.length + 1);
          const bytes = Buffer.from(text.slice(0, place) + insert + text.slice(place + drop));
          const format = form === "ndjson" ? "ndjson" : "json";
          const whole = await collect(sourceOf([bytes]), { format });
          const inParts = await collect(sourceOf(cut(bytes, places)), { format });
          const outcome = ({ rows, error }: typeof whole) => [
            ...[rows, error?.message, (error as ReadingFault | undefined)?.position],
          ];
          expect(outcome(inParts)).toEqual(outcome(whole));
          // Without handlers, invalid rows are left out, and the others are the same.
          const others = await collect(sourceOf([bytes]), { format, onFault: () => undefined });
          expect(await collect(sourceOf([bytes]), { format, strict: false })).toEqual(others);
          if (whole.error !== undefined) {
            expect(whole.error).toBeInstanceOf(ReadingFault);
            refused++;
          }
          // The reader rejects exactly what JSON.parse rejects.
          if (form === "json" && whole.error === undefined)
            expect(JSON.parse(bytes.toString())).toHaveLength(whole.rows.length);
        },
      ),
      { numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(100);
  });
});

describe("reading", () => {
  it("yields batches of at most 1,000 rows and reports its progress", async () => {
    const text = Array.from({ length: 2_500 }, (_, i) => `{"a":${i}}`).join("\n");
    const sizes: number[] = [];
    const seen: { rows: number; bytes?: number }[] = [];
    for await (const batch of readBatches(sourceOf([text]), {
      format: "ndjson",
      onProgress: (p) => seen.push(p),
    })) {
      sizes.push(batch.length);
    }
    expect(sizes.reduce((a, b) => a + b)).toBe(2_500);
    expect(Math.max(...sizes)).toBe(1_000);
    expect(seen.at(-1)).toEqual({ rows: 2_500, bytes: text.length });
  });

  it("stops with the reason of an abort signal", async () => {
    const controller = new AbortController();
    const reason = new Error("stopped");
    const rows: unknown[] = [];
    const run = async () => {
      for await (const batch of readBatches(sourceOf(['{"a":1}\n', '{"a":2}\n']), {
        format: "ndjson",
        signal: controller.signal,
      })) {
        rows.push(...batch);
        controller.abort(reason);
      }
    };
    await expect(run()).rejects.toBe(reason);
    expect(rows).toEqual([{ a: 1 }]);
  });
});
