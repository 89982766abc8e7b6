import * as driver from "@duckdb/node-api";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compilePattern } from "../../../../src/pattern/pattern.ts";
import { re2Pattern } from "../../../../src/sql/dialects/shared/re2-pattern.ts";
import { pattern, shaped, text } from "../../../pattern/random-patterns.ts";
import { countOf } from "../../../effort.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const runs = countOf("sql/dialects/duckdb/pattern: runs");

let instance: driver.DuckDBInstance;
let connection: driver.DuckDBConnection;
beforeAll(async () => {
  instance = await driver.DuckDBInstance.create(":memory:");
  connection = await instance.connect();
  await connection.run("CREATE TABLE texts (id INTEGER, value VARCHAR)");
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

async function matching(written: string, texts: readonly string[]): Promise<readonly number[]> {
  await connection.run("DELETE FROM texts");
  const places = texts.map((_, i) => `(${i}, CAST($${i + 1} AS VARCHAR))`).join(", ");
  await connection.run(
    `INSERT INTO texts VALUES ${places}`,
    [...texts],
    texts.map(() => driver.VARCHAR),
  );
  const result = await connection.run(
    "SELECT id FROM texts WHERE regexp_full_match(value, CAST($1 AS VARCHAR)) ORDER BY id",
    [written],
    [driver.VARCHAR],
  );
  return (await result.getRows()).map(([id]) => Number(id));
}

const inMemory = (source: string, texts: readonly string[]) => {
  const compiled = compilePattern(source);
  if (!compiled.ok) throw new Error(compiled.reason);
  return texts.flatMap((each, i) => (compiled.pattern.matches(each) ? [i] : []));
};

it(`a rewritten pattern matches in DuckDB what the original matches in memory (seed ${seed})`, async () => {
  let written = 0;
  let matches = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(pattern, shaped),
      fc.array(
        text.map((each) => each.toWellFormed()),
        { minLength: 15, maxLength: 15 },
      ),
      async (source, texts) => {
        if (!compilePattern(source).ok) return;
        const anew = re2Pattern(source);
        if (anew === undefined) return;
        const expected = inMemory(source, texts);
        expect([source, anew, await matching(anew, texts)]).toEqual([source, anew, expected]);
        written++;
        matches += expected.length;
      },
    ),
    { numRuns: runs, seed },
  );
  expect(written).toBeGreaterThan(runs * 0.5);
  expect(matches).toBeGreaterThan(runs * 0.7);
}, 600_000);

it("an anchor inside a pattern is not matched literally", async () => {
  const texts = ["az", "z", "ab", "a$b", "a", "$a", "a\nb", ""];
  for (const source of ["z^", "a$b", "$a", "a^b", "(?m)a$\n^b", "^^a$$", "a\\bz", "\\Ba"]) {
    expect([source, await matching(re2Pattern(source)!, texts)]).toEqual([source, inMemory(source, texts)]);
  }
});

it("all characters of a pattern except letters and digits are escaped", () => {
  expect(re2Pattern("a'\\Q$\\E-é")).toBe("(?:a\\x{27}\\x{24}\\x{2D}\\x{E9})");
  expect(re2Pattern("[^\\x{0}-\\x{10FFFF}]")).toBe("(?:[^\\x{0}-\\x{10FFFF}])");
});

it("DuckDB compiles the largest patterns that the dialect accepts", async () => {
  for (const source of ["[^a]{300}", "(?:[^é😀]|[α-ω]){50}", "(?s:.{800})", "a{1000}", "(?:a?){500}"]) {
    const anew = re2Pattern(source);
    const texts = ["a".repeat(300), "b".repeat(300), "a".repeat(1000), "é".repeat(800)];
    if (anew !== undefined) expect(await matching(anew, texts)).toEqual(inMemory(source, texts));
  }
  expect(re2Pattern("[^é😀]{1000}")).toBeUndefined();
  expect(re2Pattern("\\p{L}")).toBeUndefined();
});
