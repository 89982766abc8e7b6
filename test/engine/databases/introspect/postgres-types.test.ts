import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Catalog, compilePredicate } from "tamis";
import { findTable, type FoundTable, fromPg, sqlCollection, type SqlSource } from "tamis/databases";
import { createShadows, hostileOptions } from "../../../sql/engines/postgres-hostile-session.ts";
import { embeddedPool } from "../../../sql/engines/postgres.ts";
import { filterOf, sortByOf } from "../../../sql/checked-query.ts";
import { words } from "../../../words.ts";
import { CURSOR_KEY, pageOf, throughPages } from "../collection-suite.ts";

/** Tables of PostgreSQL with types that have no counterpart, read through sessions with unusual settings. */

const SCHEMA = `tamis_types_${process.pid}`;

let pool: pg.Pool;
let sessions: pg.Pool;
let source: SqlSource;
beforeAll(async () => {
  pool = await embeddedPool();
  await createShadows(pool);
  sessions = await embeddedPool({ options: hostileOptions() });
  source = fromPg(sessions);
  await pool.query(`CREATE SCHEMA ${SCHEMA}`);
});
afterAll(async () => {
  await pool.query(`DROP SCHEMA ${SCHEMA} CASCADE`);
  await Promise.all([pool.end(), sessions.end()]);
});

/** Creates a table `name` after the statements that it needs, and finds it. `$` stands for the schema. */
async function create(name: string, ...statements: readonly string[]): Promise<FoundTable> {
  for (const statement of statements) await pool.query(statement.replaceAll("$.", `${SCHEMA}.`));
  return findTable(source, [SCHEMA, name]);
}

function typesOf(catalog: Catalog): Record<string, string> {
  return Object.fromEntries(
    [...catalog.members.byName.values()].map((member) => {
      const { name, type, nullable } = member;
      const items = (member as { items?: { type: string } }).items?.type;
      return [name, `${type}${items === undefined ? "" : ` of ${items}`}${nullable ? "?" : ""}`];
    }),
  );
}

/**
 * Returns all rows in order. First checks that each filter returns exactly the rows whose displayed values match it.
 */
async function rowsOf(
  { catalog, table }: FoundTable,
  order: string,
  filters: readonly string[] = [],
): Promise<readonly Record<string, unknown>[]> {
  const collection = sqlCollection({ source, catalog, table });
  const sortBy = sortByOf(order, catalog);
  const rows = (await pageOf(collection, { sortBy, limit: 100 })).items;
  for (const text of filters) {
    const filter = filterOf(text, catalog);
    const { items } = await pageOf(collection, { filter, sortBy, limit: 100 });
    expect(items, text).toEqual(rows.filter(compilePredicate(filter)));
    expect(await collection.explain({ filter }), text).toMatchObject({ verdict: "exact" });
  }
  return rows;
}

describe("a column of PostgreSQL", () => {
  it("of a domain is read as its base type, at any depth and around or inside arrays", async () => {
    const found = await create(
      "domains",
      "CREATE DOMAIN $.positive AS integer CHECK (VALUE > 0)",
      "CREATE DOMAIN $.more AS $.positive",
      "CREATE DOMAIN $.price AS numeric(9,0)",
      "CREATE DOMAIN $.price2 AS $.price",
      "CREATE DOMAIN $.counts AS integer[]",
      "CREATE DOMAIN $.counts2 AS $.counts",
      "CREATE DOMAIN $.label AS varchar(5)",
      "CREATE TYPE $.mood AS ENUM ('so so', 'good')",
      "CREATE TABLE $.domains (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, more $.more, price $.price2, counts $.counts2, mores $.more[], prices $.price2[], nested $.counts[], label $.label, moods $.mood[], at $.label[])",
      "INSERT INTO $.domains (more, price, counts, mores, prices, nested, label, moods, at) VALUES (10, 10, '{1,2}', '{10,9}', '{5,NaN}', NULL, 'b', '{good,\"so so\"}', '{a}'), (5, 5, '{}', '{5}', '{}', NULL, 'B', '{}', '{A}'), (9, 'NaN', NULL, '{9,NULL}', NULL, NULL, 'a', NULL, NULL)",
    );
    expect(typesOf(found.catalog)).toEqual({
      id: "integer",
      more: "integer?",
      price: "integer?",
      counts: "list of integer?",
      mores: "list of integer?",
      prices: "list of integer?",
      label: "string?",
      moods: "list of string?",
      at: "list of string?",
    });
    expect(found.notes).toEqual([
      "nested: its values are arrays of arrays. The column is omitted.",
      "price: 1 of the values in its 3 rows is NaN or out of range, and read as null.",
    ]);
    const filters = [
      ...["gt(more,5)", "in(more,5,10)", "eq(price,10)", "isNull(price)", "eq(counts,1)", "gt(mores,9)"],
      ...["eq(prices,5)", "isNull(prices)", "eq(length(prices),2)", "eq(label,'b')", "startsWith(label,'B')"],
      ...["contains(moods,'so so')", "eq(at,'A')", "in(mores,9,10)", "ne(counts,1)"],
    ];
    const rows = await rowsOf(found, "more", filters);
    expect(rows.map(({ more }) => more)).toEqual([5, 9, 10]);
    expect(rows[2]).toMatchObject({
      counts: [1, 2],
      mores: [10, 9],
      prices: [5, null],
      moods: ["good", "so so"],
    });
    expect((await rowsOf(found, "price,label")).map(({ price }) => price)).toEqual([null, 5, 10]);
  });

  it("with arrays of several dimensions reads them as null, and those with another first index as lists", async () => {
    const found = await create(
      "arrays",
      "CREATE TABLE $.arrays (id integer PRIMARY KEY, n integer[], t text[][], d double precision[3])",
      `INSERT INTO $.arrays VALUES (1, '{{1,2},{3,4}}', '{{a,b},{c,d}}', '{{1},{2}}'), (2, '[0:1]={1,2}', '[5:6]={a,b}', '{NaN,1}'), (3, '{}', '{}', '{}'), (4, NULL, NULL, NULL), (5, '{{3}}', '{{{c}}}', '{3}')`,
    );
    const filters = words(`
      isNull(n) eq(n,1) ne(n,1) ne(n,7) gt(n,1) eq(length(n),2) eq(length(n),0) eq(t,'a') in(t,'a','c')
      not(contains(t,'c')) isNull(t) startsWith(t,'c') eq(d,1) ne(d,1) in(d,1,3) isNull(d)
    `);
    const rows = await rowsOf(found, "id", filters);
    expect(rows.map(({ n }) => n)).toEqual([null, [1, 2], [], null, null]);
    expect(rows.map(({ t }) => t)).toEqual([null, ["a", "b"], [], null, null]);
    expect(rows.map(({ d }) => d)).toEqual([null, [null, 1], [], null, [3]]);
  });

  it("with decimals reads NaN, infinity and decimals beyond doubles as null or zero, without an error", async () => {
    const found = await create(
      "decimals",
      "CREATE TABLE $.decimals (id integer PRIMARY KEY, n numeric, w numeric(9,0), big numeric(30,0), p numeric(10,2), ns numeric[], ws numeric(9,0)[])",
      "INSERT INTO $.decimals VALUES (1, 'NaN', 'NaN', 'NaN', 'NaN', '{NaN,1e400,2}', '{NaN,3}'), (2, 1e400, 5, 123456789012345678901234567890, 2.5, '{}', '{}'), (3, -1e400, -5, 9007199254740993, -0.01, '{1e-400}', '{5}'), (4, 'Infinity', 10, 0, 10, NULL, NULL), (5, '1e-400', 9, 9, 9, '{Infinity}', '{10}'), (6, 0.1, 0, 10, 0.1, '{0.1}', '{0}')",
    );
    const members = ["n", "w", "big", "p"];
    const rows = await rowsOf(found, "id", [
      ...members.flatMap((n) => [
        `isNull(${n})`,
        `gt(${n},1)`,
        `le(${n},5)`,
        `ne(${n},9)`,
        `not(gt(${n},0))`,
      ]),
      ...words(`
        eq(n,0.1) eq(n,0) lt(n,p) ge(w,p) eq(big,9007199254740992) eq(p,2.5) in(w,5,10) contains(p,'.')
        eq(ns,2) gt(ns,0) ne(ns,2) eq(ws,3) in(ws,5,10) ne(ws,3)
      `),
    ]);
    expect(rows.map(({ n }) => n)).toEqual([null, null, null, null, 0, 0.1]);
    expect(rows.map(({ w }) => w)).toEqual([null, 5, -5, 10, 9, 0]);
    expect(rows.map(({ ns }) => ns)).toEqual([[null, null, 2], [], [0], null, [null], [0.1]]);
    for (const name of members) {
      const sorted = (await rowsOf(found, `${name},id`)).map((row) => row[name]);
      const numbers = sorted.filter((value) => value !== null) as number[];
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
  });

  it("of the type uuid can be the key, and continues pages after a cursor", async () => {
    const found = await create(
      "identified",
      "CREATE TABLE $.identified (id uuid PRIMARY KEY, n integer)",
      "INSERT INTO $.identified SELECT CAST(md5(CAST(i AS text)) AS uuid), i % 3 FROM generate_series(1, 50) AS i",
    );
    expect(found.catalog.key).toBe("id");
    const collection = sqlCollection({ source, ...found, cursorKey: CURSOR_KEY });
    const sortBy = sortByOf("n:descending", found.catalog);
    const rows = await throughPages(collection, { sortBy, limit: 7 });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(50);
    const ids = rows.filter(({ n }) => n === 2).map(({ id }) => String(id));
    expect(ids).toEqual([...ids].sort());
  });

  it("with another type is read as a string, a number, or not at all", async () => {
    const found = await create(
      "others",
      `CREATE TABLE $.others (id integer PRIMARY KEY, o oid, x xid, m money, "char" "char", c char(3), v varchar(3), r int4range, row pg_catalog.pg_class, u uuid, u2 uuid[], j jsonb[], i interval, f real, fs real[], ts timestamp[], bits bit(2))`,
      `INSERT INTO $.others VALUES (1, 10, '10', '10.5', 'a', 'a', 'a ', '[1,2)', NULL, '00000000-0000-0000-0000-00000000000a', '{00000000-0000-0000-0000-00000000000a}', NULL, '1 day -01:00:00', 0.1, '{0.1,NaN}', '{2024-05-01 10:00:00,infinity}', '01'), (2, 9, '9', '9', 'A', 'A  ', 'a', NULL, NULL, NULL, '{}', NULL, '24 hours', 'NaN', '{}', '{}', '10')`,
    );
    const strings = Object.fromEntries(
      ["x", "char", "c", "v", "u", "i", "bits"].map((name) => [name, "string?"]),
    );
    const numbers = { id: "integer", o: "integer?", m: "number?", f: "number?" };
    const lists = { u2: "list of string?", fs: "list of number?", ts: "list of dateTime?" };
    expect(typesOf(found.catalog)).toEqual({ ...strings, ...numbers, ...lists });
    expect(found.notes).toEqual([
      "r: its values are ranges. The column is omitted.",
      "row: its values are rows. The column is omitted.",
      "j: its values are arrays of JSON. The column is omitted.",
      "f: 1 of the values in its 2 rows is NaN or infinite, and read as null.",
    ]);
    const rows = await rowsOf(found, "o", [
      ...["eq(c,'a  ')", "eq(v,'a ')", "eq(i,'1 day -01:00:00')"],
      ...words(`
        gt(o,9) eq(x,'10') gt(m,9.5) eq(char,'a') eq(c,'a') eq(v,'a') startsWith(u,'0000')
        eq(u2,'00000000-0000-0000-0000-00000000000a')
      `),
      ...words(
        "contains(i,'day') eq(f,0.1) isNull(f) gt(f,0.1) gt(fs,0.1) eq(ts,2024-05-01T10:00:00Z) eq(bits,'01')",
      ),
    ]);
    const numeric = { o: 10, m: 10.5, f: Math.fround(0.1) };
    const others = { c: "a", v: "a ", i: "1 day -01:00:00", ts: ["2024-05-01T10:00:00Z", null] };
    expect(rows[1]).toMatchObject({ ...numeric, ...others });
  });

  it("with a collation that equates different strings compares and searches code points", async () => {
    const found = await create(
      "collated",
      "CREATE COLLATION $.folding (provider = icu, locale = 'und-u-ks-level1', deterministic = false)",
      "CREATE EXTENSION IF NOT EXISTS citext SCHEMA public",
      "CREATE TABLE $.collated (id integer PRIMARY KEY, s text COLLATE $.folding, v varchar(4) COLLATE $.folding, ci public.citext, l text[] COLLATE $.folding)",
      "INSERT INTO $.collated SELECT i, s, s, s, ARRAY[s] FROM unnest(ARRAY['a', 'A', 'á', 'ab', 'AB', 'b', '', ' a']) WITH ORDINALITY AS t(s, i)",
      "CREATE INDEX ON $.collated (s)",
      "CREATE INDEX ON $.collated USING gin (l)",
    );
    for (const name of ["s", "v", "ci"]) {
      const rows = await rowsOf(found, "id", [
        ...["eq", "ne", "contains", "startsWith", "endsWith"].map((each) => `${each}(${name},'a')`),
        ...[`in(${name},'a','b')`, `match(${name},'[a-z]')`, `blank(${name})`, `eq(length(${name}),1)`],
        ...["eq(l,'a')", "in(l,'a','B')", "ne(l,'a')", `eq(${name},s)`],
      ]);
      expect(rows.map((row) => row[name])).toEqual(["a", "A", "á", "ab", "AB", "b", "", " a"]);
    }
  });
});

describe("a column of PostgreSQL that is never null", () => {
  it("is nullable if some of its values are read as null", async () => {
    const found = await create(
      "never",
      "CREATE TABLE $.never (id integer PRIMARY KEY, n numeric NOT NULL, w numeric(9,0) NOT NULL, p numeric(9,2) NOT NULL, f real NOT NULL, d date NOT NULL, o oid NOT NULL)",
      "INSERT INTO $.never VALUES (1, 'NaN', 'NaN', 'NaN', 'NaN', 'infinity', 1), (2, 1, 1, 1, 1, '2024-05-01', 2)",
    );
    expect(typesOf(found.catalog)).toMatchObject({ n: "number?", w: "integer?", o: "integer" });
    const filters = ["n", "w", "p", "f", "d"].flatMap((name) => [`isNull(${name})`, `not(isNull(${name}))`]);
    for (const name of ["n", "w", "p", "f", "d"]) {
      const rows = await rowsOf(found, name, filters);
      expect(rows.map(({ id }) => id)).toEqual([1, 2]);
      expect(rows[0]![name]).toBeNull();
    }
  });
});

describe("a key of PostgreSQL", () => {
  it("is a primary key whose values are all readable", async () => {
    for (const [name, key, ...statements] of [
      ["k1", "id", "CREATE TABLE $.k1 (id varchar(5) PRIMARY KEY)"],
      ["k2", "id", "CREATE DOMAIN $.id AS bigint", "CREATE TABLE $.k2 (id $.id PRIMARY KEY)"],
      ["k3", "id", "CREATE TABLE $.k3 (id integer, n integer, PRIMARY KEY (id) INCLUDE (n))"],
      ["k4", undefined, "CREATE TABLE $.k4 (id integer, n integer, PRIMARY KEY (id, n))"],
      ["k5", "id", "CREATE TABLE $.k5 (id float8 PRIMARY KEY)", "INSERT INTO $.k5 VALUES (1)"],
      ["k5", undefined, "INSERT INTO $.k5 VALUES ('NaN')"],
      ["k6", "id", "CREATE TABLE $.k6 (id date PRIMARY KEY)", "INSERT INTO $.k6 VALUES ('2024-05-01')"],
    ] as const)
      expect((await create(name, ...statements)).catalog.key, statements.join()).toBe(key);
    const found = await create("k6", "INSERT INTO $.k6 VALUES ('infinity')");
    expect(found.catalog.key).toBeUndefined();
    expect(found.notes).toEqual([
      "id: it is not used as the key, because some of its values are read as null.",
      "id: 1 of the values in its 2 rows is no day of the years 0001 to 9999, such as infinity or 0000-00-00, and read as null.",
    ]);
  });

  it("is not a column that is read through a conversion, as a note says", async () => {
    const { catalog, notes } = await create("k7", "CREATE TABLE $.k7 (id char(3) PRIMARY KEY)");
    expect([catalog.key, ...notes]).toEqual([
      undefined,
      "id: it is not used as the key, because it is read through a conversion.",
    ]);
  });

  it("of a table with child tables is neither unique nor never null", async () => {
    for (const [name, key, types, ...statements] of [
      [
        "parent",
        "id",
        { id: "integer", n: "integer" },
        "CREATE TABLE $.parent (id integer PRIMARY KEY, n integer NOT NULL)",
      ],
      [
        "parent",
        undefined,
        { id: "integer?", n: "integer?" },
        "CREATE TABLE $.child () INHERITS ($.parent)",
        "INSERT INTO $.parent VALUES (1, 1)",
        "INSERT INTO $.child VALUES (1, 1)",
      ],
      [
        "parts",
        "id",
        { id: "integer", n: "integer" },
        "CREATE TABLE $.parts (id integer PRIMARY KEY, n integer NOT NULL) PARTITION BY RANGE (id)",
        "CREATE TABLE $.part PARTITION OF $.parts DEFAULT",
      ],
    ] as const) {
      const { catalog } = await create(name, ...statements);
      expect([statements, catalog.key, typesOf(catalog)]).toEqual([statements, key, types]);
    }
  });
});

describe("a NOT NULL constraint of PostgreSQL", () => {
  it("counts only if the server enforces it for every row", async () => {
    const loose = await create(
      "loose",
      "CREATE TABLE $.loose (n integer)",
      "INSERT INTO $.loose VALUES (NULL)",
      "ALTER TABLE $.loose ADD CONSTRAINT later NOT NULL n NOT VALID",
    );
    expect(typesOf(loose.catalog)).toEqual({ n: "integer?" });
    const foreign = await create(
      "remote",
      "CREATE EXTENSION IF NOT EXISTS postgres_fdw",
      `CREATE SERVER ${SCHEMA} FOREIGN DATA WRAPPER postgres_fdw`,
      `CREATE FOREIGN TABLE $.remote (n integer NOT NULL) SERVER ${SCHEMA}`,
    );
    expect(typesOf(foreign.catalog)).toEqual({ n: "integer?" });
  });
});
