import { describe, expect, it } from "vitest";
import { print, type Expression } from "tamis";
import { sqlBridge } from "tamis/bridges/sql";
import { countOf } from "../../effort.ts";
import { CATALOG, Random, randomFilter, randomRows, SEED } from "../random.ts";
import { contradiction, idsOf } from "../same-rows.ts";
import { openDuckdbRows, openSqliteRows } from "./databases.ts";

const BATCH = 50;

describe.each([
  ["SQLite", openSqliteRows, countOf("bridges/sql/rows: filters in SQLite")],
  ["DuckDB", openDuckdbRows, countOf("bridges/sql/rows: filters in DuckDB")],
])("conditions in %s", (_, open, count) => {
  it(`keep the rows of random filters, or the report names the difference (seed ${SEED})`, async () => {
    const random = new Random(SEED);
    const rows = randomRows(random, 80);
    const database = await open(rows);
    let exact = 0;
    try {
      for (let done = 0; done < count; done += BATCH) {
        const filters = Array.from({ length: BATCH }, () => randomFilter(random));
        const exports = filters.map((filter) => sqlBridge.exportQuery({ filter }, { catalog: CATALOG }));
        const found = await database.idsOf(exports.map(({ filter }) => filter!));
        filters.forEach((filter, i) => {
          const { filter: text, report } = exports[i]!;
          if (report.length === 0) exact++;
          const problem = contradiction(idsOf(filter, rows), found[i]!, report);
          if (problem !== undefined) throw new Error(describeCase(filter, text!, problem));
        });
      }
    } finally {
      database.close();
    }
    expect(exact).toBeGreaterThan(count / 10);
  });
});

function describeCase(filter: Expression, text: string, problem: string): string {
  return `seed ${SEED}: ${print(filter)}\nas ${text}\n${problem}`;
}
