import { expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { check } from "../../src/checker/check.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { compareMany, storableRows } from "./against-memory.ts";
import { describeBackends } from "./engines/describe-engines.ts";
import { countOf } from "../effort.ts";
import { everyExpression, everyRow } from "./fuzz/exhaustive.ts";

/** Of this many expressions, one is tried on a fast database and a quarter of that on a slow one. The proof tries all. */
const EVERY = countOf("sql/exhaustive: every");
const SLOWER = countOf("sql/exhaustive: slower");
/** The first expression that is tried changes from run to run. */
const start = Math.floor(Math.random() * SLOWER);

const all = [...everyExpression()];

describeBackends((engine, { speed, isFirst }) => {
  const every = Math.min(SLOWER, speed > 4 && isFirst ? EVERY : speed > 1 && isFirst ? 2 * EVERY : SLOWER);
  const from = start % every;

  it(`every expression of three nodes has the same result as in memory (every ${every}th from ${from})`, async () => {
    const filters = all
      .filter((_, i) => i % every === from)
      .flatMap((expression) => check(expression, typedCatalog).filter ?? []);
    const rows = storableRows(engine(), typedCatalog, everyRow());
    await engine().load(typedCatalog, rows);
    const answers = await compareMany(
      engine(),
      filters.map((filter) => ({ filter, locale: undefined })),
      rows,
    );
    const found = answers.flatMap(({ disagreement }, i) =>
      disagreement === undefined ? [] : [{ ...disagreement, filter: print(filters[i]!.expression) }],
    );
    const exact = answers.filter(({ isExact }) => isExact).length;
    console.log(`${engine().name}: ${filters.length} expressions of three nodes, ${exact} of them exact`);
    expect(found).toEqual([]);
    expect(filters.length).toBeGreaterThan(10_000 / every);
  }, 600_000);
});
