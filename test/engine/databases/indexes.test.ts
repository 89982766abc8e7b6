import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection, type SqlSource } from "tamis/databases";
import { filterOf, sortByOf } from "../../sql/checked-query.ts";
import { CURSOR_KEY, pageOf, useOpened } from "./collection-suite.ts";
import { DATABASES, type Product } from "./opened-databases.ts";

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

describe.each(DATABASES.filter(({ product }) => NUMBERS[product] !== undefined))("$name", (entry) => {
  const { product } = entry;
  let collection: Collection;
  let dates: Collection;
  const plans: string[] = [];
  useOpened(entry, async (opened) => {
    const { source: plain, run } = opened;
    await run("CREATE TABLE many (id BIGINT NOT NULL, n BIGINT NOT NULL)");
    await run(`INSERT INTO many ${NUMBERS[product]!}`);
    await run("CREATE INDEX many_n ON many (n, id)");
    // The key that breaks ties ascends in either direction.
    await run("CREATE INDEX many_n_down ON many (n DESC, id)");
    await run(product === "mariadb" ? "ANALYZE TABLE many" : "ANALYZE");
    await run(`CREATE TABLE spans (id BIGINT NOT NULL, until ${product === "sqlite" ? "TEXT" : "DATE"})`);
    await run(`INSERT INTO spans ${DATES[product]!}`);
    await run("CREATE INDEX spans_until ON spans (until, id)");
    await run(product === "mariadb" ? "ANALYZE TABLE spans" : "ANALYZE");
    const source = explained(plain, product, plans);
    dates = sqlCollection({ source, catalog: spans, table: { table: "spans" } });
    collection = sqlCollection({ source, catalog, table: { table: "many" }, cursorKey: CURSOR_KEY });
  });

  it.for(["n", "n:descending"])("%s", async (text) => {
    const sortBy = sortByOf(text, catalog);
    let cursor: string | undefined;
    for (const limit of [20_000, 5]) {
      plans.length = 0;
      const query = { sortBy, limit: Math.min(limit, catalog.maximumLimit) };
      const { next } = await pageOf(collection, query, { count: false, cursor });
      expect(plans).toHaveLength(1);
      expect(plans[0]).toContain("many_n");
      expect(plans[0]).not.toMatch(WHOLE);
      expect(next).toBeDefined();
      cursor = next;
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
      if (text.startsWith("isNull") && product === "mariadb") return skip("no index finds days of month 0");
      const filter = filterOf(text, spans);
      plans.length = 0;
      await pageOf(dates, { filter, limit: 1000 }, { count: false });
      expect(plans).toHaveLength(1);
      expect(plans[0]).toContain("spans_until");
      expect(plans[0]).not.toMatch(/SCAN t|Seq Scan|"access_type": "(?:ALL|index)"/);
    },
  );
});

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
