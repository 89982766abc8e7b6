import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { JsonPathReader } from "../../src/files/json/read-json-path.ts";
import { collect, cut, sourceOf } from "./streams.ts";

const path = ["data", "é"];
const read = (text: string, places: readonly number[] = []) =>
  collect(sourceOf(cut(Buffer.from(text), places)), { format: "json", path });

describe("reading the rows at a path", () => {
  it.each([
    '{"x":[{"data":{"é":[]}}],\n"data":{"s":"\\"é\\":[",\n"é":[{"a":1},\n{"b":"]}"}],"n":[1]},"m":{}}',
    '{"data":{"\\u00e9":{"start":0,"items":[{"a":1},{"b":2}]}}}',
    '{"data":{"é":[{"a":1},\n {"a":x}]}}',
    '{"data":{"é":[{"a":1}',
    '{"data":{"é":[{"a":1}]}',
    '{"data":[1]}',
    '{"data":{}}',
    "[]",
    "",
  ])("does not depend on the chunks: %s", async (text) => {
    const whole = await read(text);
    for (let i = 0; i < Buffer.byteLength(text); i++) expect(await read(text, [i, i + 2])).toEqual(whole);
  });

  it("holds neither the rows nor the skipped parts in memory", async () => {
    const reader = new JsonPathReader(path, {});
    const chunks: WeakRef<Buffer>[] = [];
    let rows = 0;
    const push = (text: string) => {
      const bytes = Buffer.from(text);
      chunks.push(new WeakRef(bytes));
      reader.push(bytes);
      rows += reader.rows.length;
      expect(reader.rows.length).toBeLessThanOrEqual(FILLER_ROWS + 1);
      reader.rows.length = 0;
    };
    const pushFillers = (times: number) => {
      for (let i = 0; i < times; i++) push('{"a":1},'.repeat(FILLER_ROWS));
    };
    push('{"data":{"x":[');
    pushFillers(50);
    expect({ rows, held: await heldOf(chunks) }).toEqual({ rows: 0, held: expect.toSatisfy(isFew) });
    push('{}],"é":[');
    pushFillers(50);
    push("{}");
    expect({ rows: rows >= 49 * FILLER_ROWS, held: await heldOf(chunks) }).toEqual({
      rows: true,
      held: expect.toSatisfy(isFew),
    });
    push("]}}");
    reader.end();
    expect(rows + reader.rows.length).toBe(50 * FILLER_ROWS + 1);
  });
});

/** Rows in one chunk. */
const FILLER_ROWS = 2_000;

/** The reader may hold the chunks of a row that has not ended. */
const isFew = (held: number) => held <= 3;

/** Returns the number of chunks that are still referenced. */
async function heldOf(chunks: readonly WeakRef<Buffer>[]): Promise<number> {
  setFlagsFromString("--expose-gc");
  // Weak references keep their chunks until the current task ends.
  await setImmediate();
  (runInNewContext("gc") as () => void)();
  return chunks.filter((chunk) => chunk.deref() !== undefined).length;
}
