import { describe, expect, it } from "vitest";
import type { DataError } from "../../src/io/errors.ts";
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

  it("reports the position of an invalid row in the file", async () => {
    const { rows, error } = await read('{"data":{"é":[{"a":1},\n {"a":x}]}}');
    expect(rows).toEqual([{ a: 1 }]);
    expect((error as DataError).position).toMatchObject({ line: 2, row: 2 });
  });

  it("holds neither the rows nor the skipped parts in memory", async () => {
    const filler = Buffer.from('{"a":1},'.repeat(8_192));
    let given = 0;
    const source = {
      name: "rows",
      bytes: (async function* () {
        yield Buffer.from('{"data":{"x":[');
        for (; given < 2_000; given++) yield filler;
        yield Buffer.from('{}],"é":[');
        for (; given < 2_100; given++) yield filler;
        yield Buffer.from("{}]}}");
        await Promise.resolve();
      })(),
    };
    const before = process.memoryUsage().rss;
    const { rows, error } = await collect(source, { format: "json", path });
    expect({ rows: rows.length, error }).toEqual({ rows: 100 * 8_192 + 1, error: undefined });
    expect(process.memoryUsage().rss - before).toBeLessThan(400 << 20);
  });
});
