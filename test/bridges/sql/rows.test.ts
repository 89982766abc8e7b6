import { describe, it } from "vitest";
import { sqlBridge } from "tamis/bridges/sql";
import { countOf } from "../../effort.ts";
import { Random, randomRows, SEED } from "../random.ts";
import { exportsKeepRows } from "../same-rows.ts";
import { openDuckdbRows, openSqliteRows } from "./databases.ts";

describe.each([
  ["SQLite", openSqliteRows, countOf("bridges/sql/rows: filters in SQLite")],
  ["DuckDB", openDuckdbRows, countOf("bridges/sql/rows: filters in DuckDB")],
])("conditions in %s", (_, open, count) => {
  it(`keep the rows of random filters, or the report names the difference (seed ${SEED})`, async () => {
    const rows = randomRows(new Random(SEED), 80);
    const database = await open(rows);
    try {
      const idsIn = async (text: string) => (await database.idsOf([text]))[0];
      await exportsKeepRows(sqlBridge, rows, idsIn, count, count / 10);
    } finally {
      database.close();
    }
  });
});
