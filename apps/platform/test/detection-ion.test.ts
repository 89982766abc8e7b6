import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeBinaryWriter, IonTypes } from "ion-js";
import { ION_LIMITS, IonError } from "../src/detection/ion/limits.ts";
import { readIonStruct, type IonValue } from "../src/detection/ion/read-ion.ts";
import { writeIon, type Writable } from "../src/detection/ion/write-ion.ts";
import { startDetection, toBinary, VALID } from "./detection-fixture.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Longest time for one message of the maximum length in milliseconds. Reading takes a few; a busy machine takes longer. */
const SLOW = 5_000;

/** Reads bytes, and returns "ok" or the message of the error. Other errors fail the test. */
function read(bytes: Uint8Array): string {
  const start = performance.now();
  try {
    readIonStruct(bytes);
    return "ok";
  } catch (error) {
    if (!(error instanceof IonError)) throw error;
    return error.message;
  } finally {
    expect(performance.now() - start).toBeLessThan(SLOW);
  }
}

const field = (bytes: Uint8Array, name: string) => readIonStruct(bytes).fields.get(name);

describe("a message in Ion", () => {
  it("has the same values in text and in binary", () => {
    const text = `{
      a: true, b: -9223372036854775808, c: 1.5e0, d: 12.50, e: "é", f: symbol, g: null.int,
      h: 2026-03-01T11:59:00.123+01:00, i: 2026-03-01, j: [1, [2]], k: {l: (x y)}, m: {{AAEC}}, n: 2026T,
      o: 2026-03-01T11:59-00:00, p: note::1,
    }`;
    const expected: Record<string, IonValue> = {
      a: true,
      b: -9223372036854775808n,
      c: 1.5,
      d: { kind: "decimal", text: "1250e-2" },
      e: "é",
      f: "symbol",
      g: null,
      h: { kind: "timestamp", text: "2026-03-01T11:59:00.123+01:00", hasTime: true },
      i: { kind: "timestamp", text: "2026-03-01", hasTime: false },
      j: { kind: "list", items: [1n, { kind: "list", items: [2n] }] },
      k: { kind: "struct", fields: new Map([["l", { kind: "list", items: ["x", "y"] }]]) },
      m: { kind: "bytes", length: 3 },
      n: { kind: "timestamp", text: "2026-01-01", hasTime: false },
      o: { kind: "timestamp", text: "2026-03-01T11:59Z", hasTime: true },
      p: 1n,
    };
    for (const bytes of [encode(text), toBinary(text)])
      expect(Object.fromEntries(readIonStruct(bytes).fields)).toEqual(expected);
  });

  it("is read again as it was written", () => {
    const value = fc.letrec<{ value: Writable }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constant(null),
        fc.boolean(),
        fc.maxSafeInteger(),
        fc.string({ unit: "grapheme" }).filter((text) => text.isWellFormed()),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), tie("value"), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(value, (each) => {
        for (const format of ["binary", "text"] as const)
          expect(plainOf(field(writeIon({ value: each }, format), "value")!)).toEqual(
            JSON.parse(JSON.stringify(each)),
          );
      }),
      { numRuns: 300 },
    );
  });
});

function plainOf(value: IonValue): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (value.kind === "list") return value.items.map(plainOf);
  if (value.kind === "struct")
    return Object.fromEntries([...value.fields].map(([name, each]) => [name, plainOf(each)]));
  return value;
}

/** Binary Ion: the version marker, and one struct with the field `name` (symbol 4) and a value. */
function binary(...value: readonly number[]): Uint8Array {
  const body = [0x84, ...value];
  return Uint8Array.from([0xe0, 1, 0, 0xea, 0xde, ...lengthOf(body.length), ...body]);
}

function lengthOf(length: number): readonly number[] {
  const bytes = [0x80 | (length & 0x7f)];
  for (let rest = length >> 7; rest > 0; rest >>= 7) bytes.unshift(rest & 0x7f);
  return bytes;
}

function nestedBinary(depth: number): Uint8Array {
  const writer = makeBinaryWriter();
  writer.stepIn(IonTypes.STRUCT);
  writer.writeFieldName("name");
  for (let i = 0; i < depth; i++) writer.stepIn(IonTypes.LIST);
  for (let i = 0; i <= depth; i++) writer.stepOut();
  writer.close();
  return writer.getBytes();
}

describe("limits of Ion", () => {
  it("are exact for the depth", () => {
    const nested = (depth: number) => encode(`{a:${"[".repeat(depth)}${"]".repeat(depth)}}`);
    for (const make of [nested, nestedBinary]) {
      expect(read(make(ION_LIMITS.depth - 1))).toBe("ok");
      expect(read(make(ION_LIMITS.depth))).toContain("levels deep");
    }
    expect(read(encode("{a:".repeat(20_000)))).toContain("levels deep");
    expect(read(encode("[".repeat(65_000)))).toContain("levels deep");
  });

  it("are exact for the number of values", () => {
    // The list and the struct are values, too.
    const list = (count: number) => `{a:[${"1,".repeat(count)}]}`;
    for (const make of [(count: number) => encode(list(count)), (count: number) => toBinary(list(count))]) {
      expect(read(make(ION_LIMITS.values - 10))).toBe("ok");
      expect(read(make(ION_LIMITS.values + 1))).toContain("values");
    }
    expect(read(encode(list(ION_LIMITS.values - 2)))).toBe("ok");
    expect(read(encode(list(ION_LIMITS.values - 1)))).toContain("values");
  });

  it("are exact for the length of numbers", () => {
    const digits = (count: number) => encode(`{a:${"9".repeat(count)}}`);
    expect(read(digits(ION_LIMITS.number))).toBe("ok");
    expect(read(digits(ION_LIMITS.number + 1))).toContain("characters");
    const integer = (count: number) => binary(0x2e, ...lengthOf(count), ...Array<number>(count).fill(0xff));
    expect(read(integer(ION_LIMITS.number))).toBe("ok");
    expect(read(integer(ION_LIMITS.number + 1))).toContain("bytes");
    expect(read(encode(`{a:"${"9".repeat(1_000)}"}`))).toBe("ok");
  });

  it("protect from a timestamp whose fraction would fill the memory", () => {
    // 2026-01-01T00:00:00 with the fraction 1e-134217727.
    const timestamp = [0xc0, 0x0f, 0xea, 0x81, 0x81, 0x80, 0x80, 0x80, 0x7f, 0x7f, 0x7f, 0xff, 0x01];
    expect(read(binary(0x6e, ...lengthOf(timestamp.length), ...timestamp))).toContain("fraction");
  });

  it.each([
    ["a decimal with a great exponent", "{a: 1d999999999, b: 1d-999999999}"],
    ["annotations without end", `{a: ${"b::".repeat(20_000)}1}`],
    ["a comment without end", "{a: 1 /*".padEnd(65_000, "*")],
    ["a string without end", `{a: "${"x".repeat(65_000)}`],
    ["a long string in three quotes without end", `{a: '''${"x' ".repeat(20_000)}`],
    ["long strings that are joined", `{a: ${"'''x''' ".repeat(5_000)}}`],
    [
      "many shared symbol tables",
      `$ion_symbol_table::{imports:[${'{name:"a",max_id:9},'.repeat(3_000)}]} {a:$1000}`,
    ],
    [
      "a shared symbol table of great size",
      '$ion_symbol_table::{imports:[{name:"a",max_id:2147483647}]} {a:1}',
    ],
    [
      "symbol tables that grow",
      `${'$ion_symbol_table::{imports:$ion_symbol_table,symbols:["a"]} '.repeat(1_000)}{a:1}`,
    ],
    ["a number of backslashes", `{a: "${"\\".repeat(60_000)}`],
    ["base64 without end", `{a: {{${"A".repeat(60_000)}`],
  ])("leave no way to keep the reader busy: %s", (_, text) => {
    read(encode(text));
  });
});

describe("bad bytes", () => {
  const samples = [encode(VALID), toBinary(VALID)];

  it("never make the reader fail in another way, or hang", () => {
    const changes = fc.array(
      fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom("set", "insert", "delete", "cut")),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    const mutated = fc.tuple(fc.constantFrom(...samples), changes).map(([bytes, list]) => {
      const copy = [...bytes];
      for (const [position, value, kind] of list) {
        const at = position % (copy.length + 1);
        if (kind === "set") copy[at] = value;
        else if (kind === "insert") copy.splice(at, 0, value);
        else copy.splice(at, kind === "delete" ? 1 : copy.length);
      }
      return Uint8Array.from(copy);
    });
    const random = fc.uint8Array({ maxLength: 200 });
    const marked = random.map((bytes) => Uint8Array.from([0xe0, 1, 0, 0xea, ...bytes]));
    const words = fc
      .array(
        fc.constantFrom(
          ..."{}[]():,\"'\\/*$_.0123456789abcdefnulltruexTZ+-|\n ".split(""),
          "'''",
          "::",
          "$ion_1_0",
          "$ion_symbol_table::",
          "{{",
          "}}",
        ),
        { maxLength: 60 },
      )
      .map((parts) => encode(parts.join("")));
    fc.assert(
      fc.property(fc.oneof(mutated, random, marked, words), (bytes) => void read(bytes)),
      {
        numRuns: 20_000,
      },
    );
  });

  it("are 400 over HTTP, or a message that is valid by chance", async () => {
    const { execute, validate } = await startDetection({ onError: (error) => expect(error).toBeUndefined() });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...samples), fc.nat(), fc.nat(255), async (bytes, position, value) => {
        const copy = Uint8Array.from(bytes);
        copy[position % copy.length] = value;
        for (const answer of [await execute(copy), await validate(copy)])
          expect([200, 400]).toContain(answer.status);
      }),
      { numRuns: 500 },
    );
  });
});
