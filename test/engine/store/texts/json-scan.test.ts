import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonFormat, MAX_JSON_MEMBERS } from "../../../../src/files/located/json-format.ts";
import { isRecord } from "../../../../src/values/is-object.ts";
import { formatJson, parseJson } from "../../../../src/values/json/exact-json.ts";
import { RowKernel } from "../../../../src/wasm/row-kernel.ts";
import { countOf } from "../../../effort.ts";
import { linePieces } from "./json-pieces.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const kernel = RowKernel.get()!;
/** Maximum number of nested lists and objects that the kernel reads. */
const MAX_DEPTH = 64;

/** Reads a line with the kernel. Returns the values that were found, by name, or undefined for an unusual row. */
function scan(line: Uint8Array): Record<string, unknown> | undefined {
  const text = Uint8Array.of(...line, 0x0a);
  const format = new JsonFormat();
  format.learn(format.parse(text, 0).row ?? { a: 1, b: 2, c: 3 });
  if (format.names.length === 0) format.learn({ a: 1 });
  kernel.load(text, text.length);
  const { starts, records } = format.readRows(kernel, 0, format.names.length + 1);
  if (starts.length === 0) return undefined;
  const found = [...format.names.entries()].filter(([i]) => records[i + 1] !== 0);
  return Object.fromEntries(found.map(([i, name]) => [name, format.valueAt(text, records[i + 1]! - 1)]));
}

describe("values of NDJSON rows that the kernel finds", () => {
  it("accepts only lines that JSON.parse accepts, and finds the same values", () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(linePieces, { maxLength: 12 }), fc.boolean(), (parts, isObject) => {
        const line = isObject ? `{${parts.join("")}}` : parts.join("");
        const found = scan(encode(line));
        if (found === undefined) return;
        accepted++;
        const row = parseJson(line.toWellFormed());
        expect(isRecord(row)).toBe(true);
        expect(found).toEqual(Object.fromEntries(Object.entries(row as object)));
      }),
      { numRuns: countOf("engine/store/texts/json-scan: runs") },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  it("accepts only valid UTF-8", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 5 }), (bytes) => {
        const line = Uint8Array.of(...encode('{"a":"'), ...bytes, ...encode('"}'));
        if (scan(line) === undefined) return;
        const text = new TextDecoder("utf-8", { fatal: true }).decode(line);
        expect(scan(line)).toEqual(JSON.parse(text));
      }),
      { numRuns: countOf("engine/store/texts/json-scan: random bytes") },
    );
  });

  it("finds all values of what JSON.stringify writes", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ stringUnit: "grapheme" })),
        (row) => {
          const text = JSON.stringify(row);
          fc.pre(!/[{,]"(?:[^"\\]|\\.)*\\/.test(text) && !/\d{16}|e[+-]?\d{3}/.test(text));
          expect(scan(encode(text))).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it.each([
    ["a bigint", '{"a":9007199254740993}', undefined],
    ["15 digits", '{"a":999999999999999}', { a: 999_999_999_999_999 }],
    ["16 digits", '{"a":1000000000000000}', undefined],
    ["many decimals", '{"a":0.30000000000000004}', { a: 0.30000000000000004 }],
    ["an exponent", '{"a":1e22}', { a: 1e22 }],
    ["an exponent of three digits", '{"a":1e022}', undefined],
    ["the smallest steps", '{"a":4.35,"b":-1.005,"c":0.000001}', { a: 4.35, b: -1.005, c: 0.000001 }],
    ["minus zero", '{"a":-0}', { a: -0 }],
    ["a repeated name", '{"a":1,"b":2,"a":3}', { a: 3, b: 2 }],
    ["an escape in a name", '{"\\u0061":1}', undefined],
    ["escapes in strings", '{"a":"\\ud83d\\ude00\\"","b":"\\ud800"}', { a: '😀"', b: "\ud800" }],
    ["nested values", '{"a":[{"b":"}]"},"x"],"c":{}}', { a: [{ b: "}]" }, "x"], c: {} }],
    ["no members", " { } ", {}],
  ])("reads %s", (_what, line, expected) => {
    expect(scan(encode(line))).toEqual(expected);
  });

  it("leaves deeper rows and further members to JSON.parse", () => {
    const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect(scan(encode(nested(MAX_DEPTH)))).toBeDefined();
    expect(scan(encode(nested(MAX_DEPTH + 1)))).toBeUndefined();
    const wide = (members: number) =>
      formatJson(Object.fromEntries(Array.from({ length: members }, (_, i) => [`m${i}`, i])));
    expect(scan(encode(wide(MAX_JSON_MEMBERS)))).toEqual(JSON.parse(wide(MAX_JSON_MEMBERS)));
    expect(scan(encode(wide(MAX_JSON_MEMBERS + 1)))).toBeUndefined();
  });
});
