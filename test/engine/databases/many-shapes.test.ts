import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { rawSql, toStatement } from "../../../src/sql/fragments/fragment.ts";
import { filterOf } from "../../sql/checked-query.ts";
import { useOpened } from "./collection-suite.ts";
import { DATABASES, type OpenedDatabase, type Product } from "./opened-databases.ts";

/** Filters of many shapes have statements of many texts. */

const catalog = defineCatalog({
  name: "shapes",
  key: "id",
  members: { id: { type: "integer", nullable: false }, n: "integer", s: "string" },
});
const ROWS = 500;
const SHAPES = 800;
/** Maximum number of prepared statements that the drivers keep for a connection: 256 in `mariadb`, 200 in `mysql2`. */
const MAX_PREPARED = 260;

/** Statements that count the prepared statements of a connection. Undefined where none are kept. */
const PREPARED: Readonly<Partial<Record<Product, string>>> = {
  postgres: "SELECT count(*) FROM pg_prepared_statements",
  mariadb:
    "SELECT sum(CASE VARIABLE_NAME WHEN 'COM_STMT_PREPARE' THEN CAST(VARIABLE_VALUE AS SIGNED) WHEN 'COM_STMT_CLOSE' THEN -CAST(VARIABLE_VALUE AS SIGNED) END) FROM information_schema.SESSION_STATUS",
};

describe.each(DATABASES)("$name", (entry) => {
  const { product } = entry;
  let database: OpenedDatabase;
  let collection: Collection;
  useOpened(entry, async (opened) => {
    database = opened;
    await database.run("CREATE TABLE shapes (id INTEGER PRIMARY KEY, n INTEGER, s VARCHAR(20))");
    const values = Array.from({ length: ROWS }, (_, i) => `(${(i * 7_919) % ROWS}, 1, 'same')`);
    await database.run(`INSERT INTO shapes VALUES ${values.join(", ")}`);
    const { source } = database;
    collection = sqlCollection({ source, catalog, table: { table: "shapes" } });
  });

  it("keeps a bounded number of prepared statements for filters of many shapes", async () => {
    const prepared = async () => {
      const text = PREPARED[product];
      if (text === undefined) return 0;
      const rows = await database.source.snapshot((session) => session.all(toStatement(rawSql(text))));
      return Number(rows[0]![0]);
    };
    for (let shape = 0; shape < SHAPES; shape++) {
      // Each binary digit of the number is one condition, so that no two statements are equal.
      const digits = shape.toString(2).padStart(10, "0");
      const conditions = [...digits].map((digit) => (digit === "0" ? "gt(n,0)" : "lt(id,1000)"));
      const filter = filterOf(`and(${conditions.join(",")})`, catalog);
      expect(await collection.count({ filter })).toEqual({ ok: true, count: ROWS });
    }
    expect(await prepared()).toBeLessThanOrEqual(MAX_PREPARED);
  }, 120_000);
});
