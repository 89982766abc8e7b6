import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { DuckDBInstance } from "@duckdb/node-api";
import * as mariadb from "mariadb";
import pg from "pg";

/*
 * Hand-written servers of pages of one table in four databases, and the tables themselves.
 *
 *   node bench/http/hand-written-pages.ts load postgres ADDRESS    creates the table
 *   node bench/http/hand-written-pages.ts serve postgres ADDRESS   prints its port, and answers /?size=N
 */

export type DatabaseKind = "sqlite" | "postgres" | "mariadb" | "duckdb";
const TABLE = "tamis_bench_pages";
const ROWS = 200_000;
const CONNECTIONS = 8;

interface Database {
  readonly run: (text: string) => unknown;
  /** Runs a prepared statement. */
  readonly rows: (statement: Statement, size: number) => Rows | Promise<Rows>;
  readonly close: () => unknown;
}

type Rows = readonly unknown[];
type Statement = "page" | "count";

const STATEMENTS: Readonly<Record<Statement, string>> = {
  page: `SELECT id, name, size FROM ${TABLE} WHERE size > ? ORDER BY id LIMIT 20`,
  count: `SELECT count(*) AS n FROM ${TABLE} WHERE size > ?`,
};

const OPEN: Readonly<Record<DatabaseKind, (address: string) => Database | Promise<Database>>> = {
  sqlite(address) {
    const database = new DatabaseSync(address);
    const prepared: Partial<Record<Statement, StatementSync>> = {};
    return {
      run: (text) => database.exec(text),
      rows: (name, size) => (prepared[name] ??= database.prepare(STATEMENTS[name])).all(size),
      close: () => database.close(),
    };
  },
  postgres(address) {
    const pool = new pg.Pool({ connectionString: address, max: CONNECTIONS });
    return {
      run: (text) => pool.query(text),
      rows: async (name, size) => {
        const text = STATEMENTS[name].replace("?", "$1");
        return (await pool.query<object>({ name, text, values: [size] })).rows;
      },
      close: () => pool.end(),
    };
  },
  mariadb(address) {
    const { hostname, port, username, pathname } = new URL(address);
    const pool = mariadb.createPool({
      host: hostname,
      port: Number(port || 3306),
      user: username,
      database: pathname.slice(1),
      connectionLimit: CONNECTIONS,
    });
    return {
      run: (text) => pool.query(text),
      rows: (name, size) => pool.execute<object[]>(STATEMENTS[name], [size]),
      close: () => pool.end(),
    };
  },
  async duckdb(address) {
    const connection = await (await DuckDBInstance.create(address)).connect();
    return {
      run: (text) => connection.run(text),
      rows: async (name, size) =>
        (await connection.runAndReadAll(STATEMENTS[name], [size])).getRowObjectsJson(),
      close: () => connection.closeSync(),
    };
  },
};

const [task, kind, address] = process.argv.slice(2) as [string, DatabaseKind, string];
const database = await OPEN[kind](address);
if (task === "load") {
  await database.run(`DROP TABLE IF EXISTS ${TABLE}`);
  const strict = kind === "sqlite" ? " STRICT" : "";
  const text = kind === "mariadb" ? "VARCHAR(40)" : "TEXT";
  await database.run(`CREATE TABLE ${TABLE} (id INTEGER PRIMARY KEY, name ${text}, size INTEGER)${strict}`);
  for (let from = 0; from < ROWS; from += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, i) => from + i);
    const values = rows.map((i) => `(${i}, 'name ${(i * 7919) % ROWS}', ${(i * 31) % 5000})`);
    await database.run(`INSERT INTO ${TABLE} VALUES ${values.join()}`);
  }
  await database.run(`CREATE INDEX ${TABLE}_size ON ${TABLE} (size)`);
  await database.run(
    kind === "mariadb" ? `ANALYZE TABLE ${TABLE}` : kind === "sqlite" ? "ANALYZE" : `ANALYZE ${TABLE}`,
  );
  await database.close();
} else if (task === "serve") {
  const server = createServer((request, response) => {
    // Sizes are whole numbers: a size that is greater than 4900.25 is greater than 4900.
    const size = Math.floor(Number(new URL(request.url!, "http://localhost").searchParams.get("size")));
    void Promise.all([database.rows("page", size), database.rows("count", size)]).then(([items, [count]]) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ items, count: Number((count as { readonly n: unknown }).n) }));
    });
  });
  server.listen(0, "127.0.0.1", () =>
    console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
} else {
  await database.run(`DROP TABLE ${TABLE}`);
  await database.close();
}
