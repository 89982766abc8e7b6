import { createConnection } from "mariadb";
import { describe, expect, it } from "vitest";
import { defineCatalog } from "tamis/catalog";
import { fromPg, sqlCollection, type SqlSource } from "tamis/databases";
import { findTable, listTables } from "../../../../src/engine/databases/introspect/find-table.ts";
import { MARIADB, mariadbAnswers, mariadbSourceOf } from "../../../sql/engines/mariadb.ts";
import { embeddedPool } from "../../../sql/engines/postgres.ts";
import { filterOf } from "../../../sql/checked-query.ts";
import { succeeded } from "../../../succeeded.ts";

async function ask(source: SqlSource, table: readonly string[]) {
  const result = await findTable(source, table);
  const collection = sqlCollection({ source, catalog: result.catalog, table: result.table });
  const types = Object.fromEntries(
    [...result.catalog.members.byName.values()].map(({ name, type, nullable }) => [
      name,
      nullable ? `${type}?` : type,
    ]),
  );
  const rows = async (filter: string) => {
    const page = succeeded(await collection.page({ filter: filterOf(filter, result.catalog) }));
    return page.items;
  };
  return { ...result, types, rows };
}

describe("a table of PostgreSQL", () => {
  it("becomes a catalog by the types of its columns", async () => {
    const pool = await embeddedPool();
    const schema = `tamis_find_${process.pid}`;
    await pool.query(`CREATE SCHEMA ${schema}`);
    try {
      await pool.query(`CREATE TYPE ${schema}.mood AS ENUM ('good', 'bad')`);
      await pool.query(`CREATE DOMAIN ${schema}.amount AS numeric(12,2)`);
      await pool.query(`CREATE TABLE ${schema}.things (id bigint PRIMARY KEY, small smallint NOT NULL, name varchar(20),
        code char(5), price numeric(10,2), whole numeric(9,0), rate real, double double precision, yes boolean, u uuid,
        mood ${schema}.mood, amount ${schema}.amount, day date, clock time, at timestamptz, "local" timestamp(3), doc jsonb,
        tags text[], counts integer[], bytes bytea, "First Name" text, net inet)`);
      await pool.query(`INSERT INTO ${schema}.things VALUES (9007199254740993, 1, 'a', 'b', 1.10, 12, 0.1, 0.1, true,
        '00000000-0000-0000-0000-000000000001', 'bad', 2.5, '2020-01-31', '10:11:12.5', '2020-01-31T10:00:00Z',
        '2020-01-31T10:00:00.123', '{"a":{"b":1},"l":["x"]}', '{p,NULL,q}', '{1,2}', '\\x00', 'Ann', '10.0.0.1')`);
      const source = fromPg(pool);
      expect(await listTables(source)).toContainEqual([schema, "things"]);
      const { types, notes, catalog, rows } = await ask(source, [schema, "things"]);
      expect(catalog.key).toBe("id");
      expect(notes).toEqual(["bytes: its values are bytes. The column is omitted."]);
      expect(types).toMatchObject({ id: "integer", small: "integer", code: "string?", price: "number?" });
      expect(types).toMatchObject({
        whole: "integer?",
        mood: "string?",
        amount: "number?",
        local: "dateTime?",
      });
      expect(types).toMatchObject({ doc: "object?", tags: "list?", First_Name: "string?", net: "string?" });
      const [row] = await rows(
        "and(eq(mood,'bad'),eq(price,1.1),eq(amount,2.5),contains(tags,'q'),gt(doc.a.b,0),eq(First_Name,'Ann'),gt(at,2020-01-31T09:00:00Z),startsWith(u,'0000'))",
      );
      expect(row).toMatchObject({
        id: 9007199254740993n,
        code: "b",
        price: 1.1,
        whole: 12,
        yes: true,
        tags: ["p", null, "q"],
        counts: [1, 2],
        local: "2020-01-31T10:00:00.123Z",
        doc: { a: { b: 1 }, l: ["x"] },
        "First Name": "Ann",
      });
    } finally {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
    }
  });
});

it("a column of PostgreSQL that the user is not allowed to read is omitted", async () => {
  const pool = await embeddedPool();
  const user = `tamis_reader_${process.pid}`;
  const table = [user, "granted"];
  await pool.query(`CREATE SCHEMA ${user}; CREATE TABLE ${user}.granted (id integer PRIMARY KEY, pay numeric, doc jsonb);
    CREATE ROLE ${user} LOGIN; GRANT USAGE ON SCHEMA ${user} TO ${user}; GRANT SELECT (id) ON ${user}.granted TO ${user}`);
  const readers = await embeddedPool({ user });
  try {
    const { catalog, types, notes } = await ask(fromPg(readers), table);
    expect([catalog.key, types]).toEqual(["id", { id: "integer" }]);
    const omitted = (name: string) => `${name}: the user is not allowed to read it. The column is omitted.`;
    expect(notes).toEqual(["pay", "doc"].map(omitted));
    const pay = defineCatalog({ name: "granted", members: { pay: "number" } });
    await expect(findTable(fromPg(readers), table, { catalog: pay })).rejects.toThrow(
      "The catalog's member pay cannot be the column pay: the user is not allowed to read it.",
    );
    await pool.query(`REVOKE SELECT (id) ON ${user}.granted FROM ${user}`);
    await expect(findTable(fromPg(readers), table)).rejects.toThrow(
      "granted has no column that can become a member, because the user is not allowed to read it.",
    );
  } finally {
    await readers.end();
    await pool.query(`DROP SCHEMA ${user} CASCADE; DROP ROLE ${user}`);
    await pool.end();
  }
});

describe("a CHECK constraint of PostgreSQL", () => {
  const isDeclaredFinite = async (definition: string, column: string) => {
    const pool = await embeddedPool();
    const schema = `tamis_check_${process.pid}`;
    await pool.query(`CREATE SCHEMA ${schema}`);
    try {
      await pool.query(`CREATE TABLE ${schema}.held (id bigint PRIMARY KEY, ${definition})`);
      const { table } = await findTable(fromPg(pool), [schema, "held"]);
      const storage = table.members?.[column];
      return typeof storage === "object" && storage.finite === true;
    } finally {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
    }
  };

  it.each([
    ["day", "day date CHECK (day BETWEEN '0001-01-01' AND '9999-12-31')"],
    ["at", "at timestamptz CHECK (at >= '1970-01-01Z' AND at < '10000-01-01Z')"],
    ["local", "local timestamp CHECK (local > '2000-01-01') CHECK (local <= '2100-01-01 10:00:00.5')"],
    ["A b", `"A b" date CHECK ("A b" >= '2000-01-01' AND "A b" <= '2100-01-01')`],
    ["weight", "weight double precision CHECK (weight > '-Infinity' AND weight < 'Infinity')"],
  ])("that excludes infinity declares %s finite", async (column, definition) => {
    const name = column === "A b" ? "A_b" : column;
    expect(await isDeclaredFinite(definition, name)).toBe(true);
  });

  it.each([
    ["allows infinity", "day date CHECK (day >= '2000-01-01')"],
    ["allows BC", "day date CHECK (day > '0044-03-15 BC' AND day < '2100-01-01')"],
    ["allows the year 10000", "day date CHECK (day >= '2000-01-01' AND day <= '10000-01-01')"],
    ["has an alternative", "day date CHECK (day BETWEEN '2000-01-01' AND '2100-01-01' OR day = 'infinity')"],
    ["is inverted", "day date CHECK (NOT (day >= '2000-01-01' AND day <= '2100-01-01'))"],
    [
      "does not apply to inheriting tables",
      "day date, CONSTRAINT c CHECK (day BETWEEN '2000-01-01' AND '2100-01-01') NO INHERIT",
    ],
  ])("that %s declares no column finite", async (_what, definition) => {
    expect(await isDeclaredFinite(definition, "day")).toBe(false);
  });
});

describe("a table of MariaDB", () => {
  it("becomes a catalog by the types of its columns", async () => {
    if (!(await mariadbAnswers())) return;
    const admin = await createConnection(MARIADB);
    const { source, end } = mariadbSourceOf("mariadb");
    const name = `tamis_find_${process.pid}`;
    try {
      await admin.query(`CREATE TABLE ${name} (id BIGINT PRIMARY KEY, yes BOOLEAN, few TINYINT(1) NOT NULL, name VARCHAR(20)
        CHARACTER SET latin1, plain TEXT CHARACTER SET utf8mb4, price DECIMAL(10,2), rate FLOAT, day DATE, at DATETIME(3),
        stamp TIMESTAMP(3) NULL, clock TIME, y YEAR, mood ENUM('good','bad'), doc JSON, bytes BLOB)`);
      await admin.query(
        `INSERT INTO ${name} VALUES (9007199254740993, 1, 7, 'é', 'x ', 1.10, 0.5, '2020-01-31', '2020-01-31 10:00:00.125',
        NULL, '10:11:12', 2020, 'bad', '{"a":1}', x'00')`,
      );
      expect(await listTables(source)).toContainEqual([name]);
      const { types, notes, catalog, rows } = await ask(source, [name]);
      expect(catalog.key).toBe("id");
      expect(notes).toEqual(["bytes: its values are bytes. The column is omitted."]);
      expect(types).toMatchObject({ id: "integer", yes: "boolean?", few: "integer", name: "string?" });
      expect(types).toMatchObject({ price: "number?", mood: "string?", doc: "object?", y: "integer?" });
      const [row] = await rows(
        "and(eq(name,'é'),eq(plain,'x '),eq(price,1.1),eq(mood,'bad'),eq(doc.a,1),gt(at,2020-01-31T09:00:00Z),yes)",
      );
      expect(row).toMatchObject({
        id: 9007199254740993n,
        yes: true,
        few: 7,
        price: 1.1,
        doc: { a: 1 },
        y: 2020,
      });
    } finally {
      await admin.query(`DROP TABLE IF EXISTS ${name}`);
      await admin.end();
      await end();
    }
  });
});
