import { afterAll, describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { check } from "../../src/checker/check.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { storableRows } from "./against-memory.ts";
import { openEngines } from "./engines.ts";
import { compareMany } from "./fuzz/batch.ts";
import { everyExpression, everyRow } from "./fuzz/exhaustive.ts";

/** In the usual run one of so many; in the full one all of them. Which, changes from run to run. */
const every = process.env["TAMIS_TESTS"] === "full" ? 1 : 12;
const offset = Math.floor(Math.random() * every);

const engines = await openEngines();
afterAll(() => Promise.all(engines.map((engine) => engine.close())));

const filters = [...everyExpression()]
  .filter((_, i) => i % every === offset)
  .flatMap((expression) => check(expression, typedCatalog).filter ?? []);

describe.each(engines.map((engine) => [engine.name, engine] as const))("%s", (engineName, engine) => {
  it(`every expression of three nodes means what it means in memory (every ${every}th from ${offset})`, async () => {
    const rows = storableRows(engine, typedCatalog, everyRow());
    await engine.load(typedCatalog, rows);
    const answers = await compareMany(
      engine,
      filters.map((filter) => ({ filter, locale: undefined })),
      rows,
    );
    const found = answers.flatMap(({ disagreement }, i) =>
      disagreement === undefined ? [] : [{ ...disagreement, filter: print(filters[i]!.expression) }],
    );
    const exact = answers.filter(({ isExact }) => isExact).length;
    console.log(`${engineName}: ${filters.length} expressions of three nodes, ${exact} of them exact`);
    expect(found).toEqual([]);
    expect(filters.length).toBeGreaterThan(10_000 / every);
  }, 600_000);
});
