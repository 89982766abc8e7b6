import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../../src/checker/check.ts";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import type { SqlSource } from "../../../src/engine/databases/source.ts";
import { parseFilter, parseSortBy } from "../../../src/parser/parse.ts";
import { DATABASES, type OpenedDatabase, type Product } from "./opened-databases.ts";

/** The first page of an order, and a page by cursor in the middle, are found by an index of many rows. */

const ROWS = 50_000;
const catalog = defineCatalog({
  name: "many",
  members: { id: { type: "integer", nullable: false }, n: { type: "integer", nullable: false } },
  key: "id",
});

const NUMBERS: Readonly<Partial<Record<Product, string>>> = {
  sqlite: `WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s LIMIT ${ROWS}) SELECT i, i * 7919 % 10007 FROM s`,
  postgres: `SELECT i, i * 7919 % 10007 FROM generate_series(1, ${ROWS}) AS s(i)`,
  mariadb: `SELECT seq, seq * 7919 % 10007 FROM seq_1_to_${ROWS}`,
};
const EXPLAIN: Readonly<Partial<Record<Product, string>>> = {
  sqlite: "EXPLAIN QUERY PLAN",
  postgres: "EXPLAIN (COSTS OFF)",
  mariadb: "EXPLAIN FORMAT=JSON",
};
const DATES: Readonly<Partial<Record<Product, string>>> = {
  sqlite: `WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s LIMIT ${ROWS}) SELECT i, date('2000-01-01', i || ' days') FROM s`,
  postgres: `SELECT i, CASE WHEN i % 1000 = 0 THEN 'infinity' ELSE date '2000-01-01' + i END FROM generate_series(1, ${ROWS}) AS s(i)`,
  mariadb: `SELECT seq, '2000-01-01' + INTERVAL seq DAY FROM seq_1_to_${ROWS}`,
};
const spans = defineCatalog({
  name: "spans",
  members: { id: { type: "integer", nullable: false }, until: "date" },
  key: "id",
});
/** What says that rows are looked through, or sorted. */
const WHOLE = /SCAN t(?! USING (?:COVERING )?INDEX)|TEMP B-TREE|Seq Scan|Sort|filesort|"access_type": "ALL"/;

describe.each(DATABASES.filter(({ product }) => NUMBERS[product] !== undefined))(
  "$name",
  ({ name, product, open }) => {
    let database: OpenedDatabase | undefined;
    let collection: Collection;
    let dates: Collection;
    const plans: string[] = [];
    beforeAll(async () => {
      database = await open();
      if (database === undefined) return;
      await database.run("CREATE TABLE many (id BIGINT NOT NULL, n BIGINT NOT NULL)");
      await database.run(`INSERT INTO many ${NUMBERS[product]!}`);
      await database.run("CREATE INDEX many_n ON many (n, id)");
      // The key that breaks ties ascends in either direction.
      await database.run("CREATE INDEX many_n_down ON many (n DESC, id)");
      await database.run(product === "mariadb" ? "ANALYZE TABLE many" : "ANALYZE");
      await database.run(
        `CREATE TABLE spans (id BIGINT NOT NULL, until ${product === "sqlite" ? "TEXT" : "DATE"})`,
      );
      await database.run(`INSERT INTO spans ${DATES[product]!}`);
      await database.run("CREATE INDEX spans_until ON spans (until, id)");
      await database.run(product === "mariadb" ? "ANALYZE TABLE spans" : "ANALYZE");
      const source = explained(database.source, product, plans);
      dates = sqlCollection({ source, catalog: spans, table: { table: "spans" } });
      collection = sqlCollection({
        source,
        catalog,
        table: { table: "many" },
        cursorKey: new Uint8Array(32).fill(7),
      });
    }, 60_000);
    afterAll(() => database?.end());

    it.for(["n", "n:descending"])("%s", async (text, { skip }) => {
      if (database === undefined) return skip(`${name} is not here`);
      const { sortBy } = checkSortBy(parseSortBy(text).expression!, catalog);
      let cursor: string | undefined;
      for (const limit of [20_000, 5]) {
        plans.length = 0;
        const page = await collection.page(
          { sortBy, limit: Math.min(limit, catalog.maximumLimit) },
          { count: false, cursor },
        );
        if (!page.ok) throw new Error(JSON.stringify(page));
        expect(plans).toHaveLength(1);
        expect(plans[0]).toContain("many_n");
        expect(plans[0]).not.toMatch(WHOLE);
        cursor = page.next;
        expect(cursor).toBeDefined();
      }
    });

    it.for([
      "gt(until,2136-01-01)",
      "lt(until,2000-01-20)",
      "in(until,2000-01-20,2001-01-20)",
      "isNull(until)",
    ])(
      "the rows of %s, without dates that are read as null, are found by a plain index",
      async (text, { skip }) => {
        if (database === undefined) return skip(`${name} is not here`);
        if (text.startsWith("isNull") && product === "mariadb") return skip("no index finds days of month 0");
        const { filter } = check(parseFilter(text).expression!, spans);
        plans.length = 0;
        const page = await dates.page({ filter, limit: 1000 }, { count: false });
        if (!page.ok) throw new Error(JSON.stringify(page));
        expect(plans).toHaveLength(1);
        expect(plans[0]).toContain("spans_until");
        expect(plans[0]).not.toMatch(/SCAN t|Seq Scan|"access_type": "(?:ALL|index)"/);
      },
    );
  },
);

/** A source that asks for the plan of each statement before it runs. */
function explained(source: SqlSource, product: Product, plans: string[]): SqlSource {
  return {
    ...source,
    snapshot: (work, options) =>
      source.snapshot(
        (session) =>
          work({
            ...session,
            async all(statement) {
              const [first = "", ...rest] = statement.segments;
              const rows = await session.all({
                ...statement,
                segments: [`${EXPLAIN[product]!} ${first}`, ...rest],
              });
              plans.push(rows.map((row) => row.join(" ")).join("\n"));
              return session.all(statement);
            },
          }),
        options,
      ),
  };
}
