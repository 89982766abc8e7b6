import { afterAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { fromBunSqlite, fromPostgresJs, openTable, sqlCollection, type SqlSource } from "tamis/databases";
import { fromLibsql, type LibsqlClient } from "../../../../src/engine/databases/adapters/sqlite/libsql.ts";
import { showPlan } from "../../../../src/engine/explain.ts";
import { filterOf } from "../../../sql/checked-query.ts";
import { embeddedPool } from "../../../sql/engines/postgres.ts";
import { DATABASES, type OpenedDatabase } from "../opened-databases.ts";
import { succeeded } from "../../../succeeded.ts";
import { HAS_DRIVERS, openLibsql, openPostgresJs, sharedFile } from "./drivers.ts";

/** Drivers that cannot do everything say so, and their results stay exact. */

const catalog = defineCatalog({
  name: "numbers",
  members: { id: { type: "integer", nullable: false }, name: "string" },
  key: "id",
});
/** Rows in addition to four: more than a stream reads in a batch. */
const OTHERS = 500;
const WIDE = 2n ** 53n + 1n;

describe.each(DATABASES)("$name", ({ name, limits = [], open }) => {
  let database: OpenedDatabase | undefined;
  const opened = async () => {
    database ??= await open();
    if (database === undefined) return undefined;
    await database.run("CREATE TABLE numbers (id bigint NOT NULL PRIMARY KEY, name varchar(20))");
    await database.run(`INSERT INTO numbers VALUES (1, 'ä'), (2, 'b'), (${WIDE}, 'b'), (${-WIDE}, NULL)`);
    const others = Array.from({ length: OTHERS }, (_, i) => `(${1000 + i}, 'z')`);
    await database.run(`INSERT INTO numbers VALUES ${others.join()}`);
    return sqlCollection({ source: database.source, catalog, table: { table: "numbers" } });
  };
  afterAll(() => database?.end());

  it("explains what its driver cannot do, keeps wide integers, and ends a stream of an aborted request", async ({
    skip,
  }) => {
    const collection = (await opened()) ?? skip(`${name} is not here`);
    const explained = await collection.explain({});
    expect(explained.limits ?? []).toEqual(limits);
    expect(showPlan(explained).match(/^driver: /gm) ?? []).toHaveLength(limits.length);

    for (const id of [WIDE, -WIDE]) {
      const page = await collection.page({ filter: filterOf(`eq(id,${id})`, catalog) });
      expect(page).toMatchObject({ ok: true, count: 1, items: [{ id }] });
    }
    expect(await collection.page({ filter: filterOf(`eq(id,${WIDE - 1n})`, catalog) })).toMatchObject({
      count: 0,
    });
    const sum = { function: "sum", member: "id" } as const;
    const found = succeeded(
      await collection.aggregate(
        { filter: filterOf("not(eq(name,'z'))", catalog) },
        { by: ["name"], measures: [sum], order: "key" },
      ),
    );
    expect(found.groups.map(({ values }) => values[0])).toEqual([1, WIDE + 2n]);

    // More strings than D1 has parameters.
    const names = Array.from({ length: 150 }, (_, i) => `eq(name,'b${i === 70 ? "" : i}')`);
    expect(await collection.count({ filter: filterOf(`or(${names.join()})`, catalog) })).toMatchObject({
      count: 2,
    });

    const controller = new AbortController();
    const stream = await collection.stream({}, { signal: controller.signal });
    const read = async () => {
      if (stream.ok) for await (const row of stream.rows) controller.abort(row);
    };
    await expect(read()).rejects.toMatchObject({ failure: "canceled" });
    expect(await collection.count({})).toMatchObject({ count: 4 + OTHERS });
    await expect(collection.count({}, { signal: controller.signal })).rejects.toMatchObject({
      failure: "canceled",
    });
  });
});

it("a driver without functions evaluates in memory what SQLite lacks, and the verdict says so", async () => {
  const { database, end } = sharedFile();
  database.exec("CREATE TABLE numbers (id INTEGER NOT NULL PRIMARY KEY, name TEXT) STRICT");
  database.exec("INSERT INTO numbers VALUES (1, 'Ärger'), (2, 'b')");
  // As in versions of Bun without functions.
  const source = fromBunSqlite({
    exec: (sql) => database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        columnNames: statement.columns().map(({ name }) => name),
        iterate: (...values) => statement.iterate(...values),
        values: (...values) => statement.all(...values).map((row) => Object.values(row)),
        safeIntegers: (enabled) => statement.setReadBigInts(enabled),
      };
    },
  });
  expect(source.limits).toEqual(["functions", "cancellation", "timeout"]);
  const collection = sqlCollection({ source, catalog, table: { table: "numbers" } });
  const filter = filterOf("match(name,'Ä.*')", catalog);
  expect((await collection.explain({ filter })).verdict).toBe("superset");
  expect(await collection.page({ filter })).toMatchObject({ count: 1, items: [{ id: 1 }] });
  end();
});

describe.runIf(HAS_DRIVERS)("a driver", () => {
  it.each(["number", "bigint", "string"] as const)("libSQL keeps wide integers as %s", async (intMode) => {
    const { path, database, end } = sharedFile();
    database.exec(
      `CREATE TABLE numbers (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO numbers VALUES (${WIDE}, 'a')`,
    );
    const client = await openLibsql(path, intMode);
    const table = await openTable(client, "numbers");
    expect(await table.page({})).toMatchObject({ items: [{ id: WIDE, name: "a" }] });
    client.close();
    end();
  });

  it("libSQL reports its errors by kind", async () => {
    const { path, end } = sharedFile();
    const client = await openLibsql(path);
    const source = fromLibsql(client);
    const run = (text: string) =>
      source.snapshot((session) => session.all({ segments: [text], parameters: [], requires: [] }));
    await expect(run("SELECT 1 FROM absent")).rejects.toMatchObject({ failure: "missing-table" });
    await expect(run("SELECT absent")).rejects.toMatchObject({ failure: "missing-column" });
    const own = new Error("of the caller");
    await expect(source.snapshot(() => Promise.reject(own))).rejects.toBe(own);
    client.close();
    await expect(fromLibsql(client as LibsqlClient).prepare({ locales: [] })).rejects.toMatchObject({
      name: "StatementError",
    });
    end();
  });

  it("postgres.js reads and writes the same values whatever the types of the program are", async () => {
    const pool = await embeddedPool();
    const sql = await openPostgresJs(pool);
    const changed = await openPostgresJs(pool, {}, { transform: "camel" });
    const text =
      "SELECT CAST($1 AS boolean), CAST($2 AS timestamptz), CAST($3 AS bytea), CAST($4 AS text[]), CAST($5 AS json)";
    const values = [
      "true",
      "2024-02-29T12:00:00.123456Z",
      new Uint8Array([0, 255]),
      ["a,b", 'c"\\', ""],
      '{"a":1}',
    ];
    const read = (source: SqlSource) =>
      source.snapshot((session) =>
        session.all({
          segments: text.split(/\$\d/),
          parameters: values.map((value, i) => ({
            kind: "parameter",
            type: (["boolean", "dateTime", "bytes", "texts", "text"] as const)[i]!,
            value: i === 0 ? true : value,
          })),
          requires: [],
        }),
      );
    const wanted = [
      true,
      "2024-02-29 12:00:00.123456+00",
      new Uint8Array([0, 255]),
      '{"a,b","c\\"\\\\",""}',
      '{"a":1}',
    ];
    for (const each of [sql, changed]) expect(await read(fromPostgresJs(each))).toEqual([wanted]);
    // One pool can cancel the statements of another one whose connections are all in use.
    const single = await openPostgresJs(pool, {}, { max: 1 });
    const controller = new AbortController();
    const asked = fromPostgresJs(single, { canceler: sql }).snapshot(
      (session) => session.all({ segments: ["SELECT pg_sleep(30)"], parameters: [], requires: [] }),
      { signal: controller.signal },
    );
    setTimeout(() => controller.abort(), 200);
    await expect(asked).rejects.toMatchObject({ failure: "canceled" });
    await Promise.all([sql, changed, single].map((each) => each.end({ timeout: 1 })));
    await pool.end();
  });

  it("postgres.js reports a server that does not answer, and a wrong user", async () => {
    const pool = await embeddedPool();
    const nobody = await openPostgresJs(pool, {}, { port: 1, connect_timeout: 2 });
    await expect(fromPostgresJs(nobody).prepare({ locales: [] })).rejects.toMatchObject({
      failure: "connection",
    });
    const unknown = await openPostgresJs(pool, {}, { user: "nobody of this name" });
    await expect(fromPostgresJs(unknown).prepare({ locales: [] })).rejects.toMatchObject({
      failure: "authentication",
    });
    await Promise.all([nobody, unknown].map((each) => each.end({ timeout: 1 })));
    await pool.end();
  });
});
