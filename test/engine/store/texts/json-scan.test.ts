import fc from "fast-check";
import { expect, it } from "vitest";
import { JsonFormat } from "../../../../src/files/located/json-format.ts";
import { isRecord } from "../../../../src/values/is-object.ts";
import { parseJson } from "../../../../src/values/json/exact-json.ts";
import { RowKernel } from "../../../../src/wasm/row-kernel.ts";
import { countOf } from "../../../effort.ts";
import { linePieces } from "./json-pieces.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const kernel = RowKernel.get()!;

/** Reads a line with the kernel. Returns the values that were found, by name, or undefined for an unusual row. */
function scan(line: Uint8Array): Record<string, unknown> | undefined {
  const text = Uint8Array.of(...line, 0x0a);
  const format = new JsonFormat();
  format.learn(format.parse(text, 0).row ?? { a: 1, b: 2, c: 3 });
  if (format.names.length === 0) format.learn({ a: 1 });
  kernel.load(text, text.length);
  const { starts, records } = format.readRows(kernel, 0, format.names.length + 1);
  if (starts.length === 0) return undefined;
  const read = [...format.names.entries()].filter(([i]) => records[i + 1] !== 0);
  return Object.fromEntries(read.map(([i, name]) => [name, format.valueAt(text, records[i + 1]! - 1)]));
}

it("the kernel that reads rows of NDJSON accepts only lines that JSON.parse accepts, and finds the same values", () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(linePieces, { maxLength: 12 }), fc.boolean(), (parts, isObject) => {
      const line = isObject ? `{${parts.join("")}}` : parts.join("");
      const values = scan(encode(line));
      if (values === undefined) return;
      accepted++;
      const row = parseJson(line.toWellFormed());
      expect(isRecord(row)).toBe(true);
      expect(values).toEqual(Object.fromEntries(Object.entries(row as object)));
    }),
    { numRuns: countOf("engine/store/texts/json-scan: runs") },
  );
  expect(accepted).toBeGreaterThan(20);
});
