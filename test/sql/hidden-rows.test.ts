import fc from "fast-check";
import { expect, it } from "vitest";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { countOf } from "../effort.ts";
import { settledRows } from "../engine/databases/fixed-rows-source.ts";
import { conditions, orders, TYPED } from "../properties/evaluable.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import type { EngineUnderTest, StoredRow } from "./engines/engine-under-test.ts";
import { describeEngines } from "./engines/describe-engines.ts";

/** Rows that a rule hides change no answer and no error of any request. */

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const QUERIES = countOf("sql/hidden-rows: queries");
const ROWS = 12;
const FIRST_HIDDEN_ID = 1_000;
const rule = parseFilter(`lt(id,${FIRST_HIDDEN_ID})`).expression!;

/** Values on which conversions of databases fail. */
const HOSTILE: readonly StoredRow[] = [
  { s: "9".repeat(400), n: 1.7976931348623157e308, i: 9223372036854775807n, d: "9999-12-31" },
  { s: "-1e999", n: 5e-324, i: -9223372036854775808n, dt: "0001-01-01T00:00:00Z" },
  { s: "(", m: { a: "[" }, tags: ["", "\\"], o: { x: "%", n: 0 } },
];

describeEngines((engine) => {
  it(`answers as if hidden rows did not exist (seed ${seed})`, async () => {
    const visible = settledRows(engine(), seed, ROWS);
    const hidden = [
      ...settledRows(engine(), seed + 1, ROWS),
      ...HOSTILE.map((row) => settled(engine(), row)),
    ];
    const renumbered = hidden.map((row, i) => ({ ...row, id: FIRST_HIDDEN_ID + i }));
    const alone = await answers(engine(), visible);
    expect(await answers(engine(), [...renumbered, ...visible])).toEqual(alone);
    expect(alone.filter((each) => each.startsWith('{"ok":true')).length).toBeGreaterThan(QUERIES);
  });
}, "first");

function settled(engine: EngineUnderTest, row: StoredRow): StoredRow {
  const complete = { ...settledRows(engine, seed + 2, 1)[0]!, ...row };
  return engine.settle?.(complete, typedCatalog) ?? complete;
}

/** Answers to random requests, or their errors. */
async function answers(engine: EngineUnderTest, rows: readonly StoredRow[]): Promise<string[]> {
  await engine.load(typedCatalog, rows);
  const { source } = engine;
  const table = engine.tableOf(typedCatalog);
  const collection = sqlCollection({
    source,
    catalog: typedCatalog,
    table,
    rule,
    cursorKey: new Uint8Array(32).fill(7),
  });
  const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: QUERIES, seed });
  const orderings = sample(orders(TYPED));
  const found: string[] = [];
  for (const [i, expression] of sample(conditions(TYPED)).entries()) {
    const { filter } = check(expression, typedCatalog);
    const { sortBy } = checkSortBy(orderings[i]!, typedCatalog);
    if (filter === undefined || sortBy === undefined) continue;
    const query = { filter, sortBy, start: i % 3, limit: 5 };
    for (const ask of [
      () => collection.page(query),
      () => collection.page(query, { select: ["id", "s"], count: false }),
      () => collection.count({ filter }),
      () => collection.explain(query, { values: true }),
    ])
      found.push(await ask().then(toText, String));
  }
  return found;
}

function toText(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
}
