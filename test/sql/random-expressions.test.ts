import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { conditions, orders, TYPED } from "../properties/evaluable.ts";
import { locales } from "../properties/hostile-values.ts";
import { typedCatalog, typedRows } from "../properties/typed-catalog.ts";
import { compareFilter, compareOrders, type Disagreement } from "./against-memory.ts";
import { canonicalRow } from "./canonical-row.ts";
import type { EngineUnderTest } from "./engine-under-test.ts";
import { duckdbUnderTest } from "./engines-duckdb.ts";
import { mariadbEngines } from "./engines-mariadb.ts";
import { sqliteUnderTest } from "./engines-sqlite.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const tables = process.env["TAMIS_TESTS"] === "full" ? 200 : 15;

interface Found extends Disagreement {
  readonly expression: string;
  readonly locale: string | undefined;
}

const ENGINES: readonly (readonly [string, () => Promise<EngineUnderTest>])[] = [
  ["SQLite", () => sqliteUnderTest()],
  ["SQLite without functions", () => sqliteUnderTest({ functions: false })],
  ["DuckDB", () => duckdbUnderTest()],
  ["DuckDB with native lists and maps", () => duckdbUnderTest({ native: true })],
  ["DuckDB without functions", () => duckdbUnderTest({ functions: false })],
  ...(await mariadbEngines()),
];

describe.each(ENGINES)("%s", (_name, open) => {
  let engine: EngineUnderTest;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine.close());

  it(`keeps the same rows in the same order as memory (seed ${seed})`, async () => {
    const found: Found[] = [];
    let expressions = 0;
    let exact = 0;
    for (let table = 0; table < tables; table++) {
      const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
        fc.sample(arbitrary, { numRuns, seed: seed + table });
      const rows = sample(fc.array(typedRows, { minLength: 30, maxLength: 30 }), 1)[0]!.map((row, id) => {
        const canonical = canonicalRow({ ...row, id }, typedCatalog, engine.precision);
        return engine.settle?.(canonical, typedCatalog) ?? canonical;
      });
      await engine.load(typedCatalog, rows);
      const tags = sample(locales, 100);
      for (const [i, expression] of sample(conditions(TYPED), 100).entries()) {
        const { filter } = check(expression, typedCatalog);
        if (filter === undefined) continue;
        expressions++;
        const { isExact, disagreement } = await compareFilter(engine, filter, rows, tags[i]);
        if (isExact) exact++;
        if (disagreement !== undefined)
          found.push({ ...disagreement, expression: print(filter.expression), locale: tags[i] });
      }
      for (const [i, order] of sample(orders(TYPED), 20).entries()) {
        const { sortBy } = checkSortBy(order, typedCatalog);
        if (sortBy === undefined) continue;
        const { disagreement } = await compareOrders(engine, sortBy, rows, tags[i]);
        if (disagreement !== undefined)
          found.push({ ...disagreement, expression: print(order), locale: tags[i] });
      }
    }
    expect(found).toEqual([]);
    expect(expressions).toBeGreaterThan(tables * 90);
    expect(exact).toBeGreaterThan(expressions * 0.3);
  });
});
