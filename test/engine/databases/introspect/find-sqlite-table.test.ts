import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findTable, type FoundTable, fromNodeSqlite, sqlCollection } from "tamis/databases";
import { compileComparator, compilePredicate, defineCatalog } from "tamis";
import { filterOf, sortByOf } from "../../../sql/checked-query.ts";
import { words } from "../../../words.ts";
import { succeeded } from "../../../succeeded.ts";

/** Number of rows beyond the sample from which the types of columns are inferred. */
const ROWS = 10_200;

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(":memory:");
});
afterEach(() => database.close());

async function found(table: string, catalog?: FoundTable["catalog"]) {
  const source = fromNodeSqlite(database);
  await source.prepare({ locales: [] });
  const result = await findTable(source, [table], { catalog });
  const collection = sqlCollection({
    source,
    catalog: result.catalog,
    table: result.table,
    maximumLimit: 100_000,
  });
  return { ...result, collection };
}

function idsOf(rows: readonly Record<string, unknown>[]): string {
  return rows.map(({ id }) => id).join();
}

function typesOf({ catalog }: FoundTable): Record<string, string> {
  const members = [...catalog.members.byName.values()];
  return Object.fromEntries(members.map(({ name, type, nullable }) => [name, nullable ? `${type}?` : type]));
}

/** Returns `count` rows, made by SQLite, with a column `i` that counts from 1. */
const numbered = (count: number) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) `;

describe("the types of a table of SQLite", () => {
  it("are found without reading all rows", async () => {
    database.exec(`CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS id, 'name ' || i AS name, i / 2.0 AS half FROM n`);
    expect(typesOf(await found("endless"))).toEqual({ id: "integer?", name: "string?", half: "number?" });
  });

  it("are those of the sampled values, and other values are null in rows, filters and orders", async () => {
    database.exec(`CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, x REAL, d NUMERIC, s TEXT, u, day TEXT, yes BOOLEAN);
      INSERT INTO t ${numbered(ROWS)} SELECT i, i % 7, i / 8.0, i / 4.0, 's' || (i % 5), i % 3, '2024-05-0' || (1 + i % 9), i % 2 FROM n;
      UPDATE t SET n = 'many', x = 'much', d = 'few', s = x'00', u = 'unit', day = 'someday', yes = 'maybe' WHERE id = ${ROWS};
      UPDATE t SET n = 1.5, x = x'01', d = x'02', u = 2.5, day = x'03', yes = 2 WHERE id = ${ROWS - 1};
      UPDATE t SET n = x'00', d = 9007199254740993, u = x'04', day = '2024-05-01T00:00', yes = 1.5 WHERE id = ${ROWS - 2}`);
    const table = await found("t");
    const { catalog, collection } = table;
    expect(typesOf(table)).toEqual({
      id: "integer",
      n: "integer?",
      x: "number?",
      d: "number?",
      s: "string?",
      u: "integer?",
      day: "date?",
      yes: "boolean?",
    });
    const all = succeeded(await collection.page({ limit: ROWS }));
    const rows = all.items;
    for (const row of rows.slice(-3)) expect(row).toMatchObject({ n: null, day: null, yes: null });
    for (const text of FILTERS) {
      const filter = filterOf(text, catalog);
      const page = await collection.page({ filter, limit: ROWS });
      expect(await collection.explain({ filter }), text).toMatchObject({ verdict: "exact" });
      expect(page.ok && idsOf(page.items), text).toBe(idsOf(rows.filter(compilePredicate(filter))));
    }
    for (const member of ["n", "x", "d", "s:identical", "u", "day", "yes"]) {
      const sortBy = sortByOf(`${member}:descending`, catalog);
      const page = await collection.page({ sortBy, limit: ROWS });
      expect(page.ok && idsOf(page.items), member).toBe(idsOf(rows.toSorted(compileComparator(sortBy))));
    }
  });

  it("leave the index of a column in use", async () => {
    database.exec(`CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, x DECIMAL(9,2), s TEXT, day DATE);
      CREATE INDEX by_n ON t (n); CREATE INDEX by_x ON t (x); CREATE INDEX by_s ON t (s); CREATE INDEX by_day ON t (day);
      INSERT INTO t VALUES (1, 2, 2.5, 'a', '2024-05-01')`);
    const { catalog, collection } = await found("t");
    for (const [text, index] of [
      ["eq(n,2)", "by_n"],
      ["gt(n,1)", "by_n"],
      ["not(gt(n,2))", "by_n"],
      ["in(n,2,3)", "by_n"],
      ["lt(x,2.75)", "by_x"],
      ["eq(s,'a')", "by_s"],
      ["in(s,'a','b')", "by_s"],
      ["startsWith(s,'a')", "by_s"],
      ["ge(day,2024-01-01)", "by_day"],
    ] as const) {
      const filter = filterOf(text, catalog);
      const explained = await collection.explain({ filter, limit: 0 }, { values: true });
      const { text: statement, parameters } = explained.statements.find(
        ({ purpose }) => purpose === "count",
      )!;
      const plan = database
        .prepare(`EXPLAIN QUERY PLAN ${statement}`)
        .all(...parameters.map(({ value }) => value as number));
      expect(plan.map(({ detail }) => detail).join(), text).toMatch(
        new RegExp(`SEARCH t USING (COVERING )?INDEX ${index} `),
      );
      expect(await collection.count({ filter }), text).toEqual({ ok: true, count: 1 });
    }
  });

  it("can be declared by a catalog, also where the sample shows another type", async () => {
    database.exec(`CREATE TABLE t (id INTEGER PRIMARY KEY, price NUMERIC, flag INTEGER, day TEXT, note TEXT);
      INSERT INTO t VALUES (1, 2, 1, '2024-05-01', '2024-05-01'), (2, 3, 2, '2024-05-02', 'b')`);
    const catalog = defineCatalog({
      name: "t",
      key: "id",
      members: { id: "integer", price: "number", flag: "boolean", day: "string", note: "date" },
    });
    const { collection } = await found("t", catalog);
    const page = await collection.page({ filter: filterOf("gt(price,0.5)", catalog) });
    expect(page.ok && page.items).toEqual([
      { id: 1, price: 2, flag: true, day: "2024-05-01", note: "2024-05-01" },
      { id: 2, price: 3, flag: null, day: "2024-05-02", note: null },
    ]);
    expect(await collection.count({ filter: filterOf("isNull(flag)", catalog) })).toMatchObject({
      count: 1,
    });
  });
});

const FILTERS = words(`
  isNull(n) gt(n,3) not(gt(n,3)) ne(n,2) in(n,1,2) le(x,2) not(le(x,2)) isNull(x) gt(d,9007199254740991)
  eq(d,9007199254740992) isNull(d) eq(s,'s1') ne(s,'s1') startsWith(s,'s') not(startsWith(s,'s1')) isNull(s)
  lt($primary,s,'S2') eq(u,2) gt(u,1) isNull(u) gt(day,2024-05-03) eq(day,2024-05-01)
  not(eq(day,2024-05-01)) isNull(day) yes not(yes) eq(yes,true) isNull(yes)
`);
