import { describeValue } from "../../../diagnostics/describe-value.ts";
import { isSource, type SqlSource } from "../source.ts";
import { fromChdb, type ChdbSession } from "../adapters/clickhouse/chdb.ts";
import { fromClickhouse, type ClickhouseClient } from "../adapters/clickhouse/clickhouse.ts";
import { fromMariadb, type MariadbConnection, type MariadbPool } from "../adapters/mariadb/mariadb.ts";
import { fromMysql2, type Mysql2Connection, type Mysql2Pool } from "../adapters/mariadb/mysql2.ts";
import type { PgClient, PgPool } from "../adapters/postgres/connections.ts";
import { fromPg } from "../adapters/postgres/pg.ts";
import { fromPglite, type Pglite } from "../adapters/postgres/pglite.ts";
import { fromPostgresJs, type PostgresJs } from "../adapters/postgres/postgres-js.ts";
import { fromBunSqlite, type BunSqliteDatabase } from "../adapters/sqlite/bun-sqlite.ts";
import type { NodeSqliteDatabase } from "../adapters/sqlite/connection.ts";
import { fromD1, type D1Database } from "../adapters/sqlite/d1.ts";
import { fromLibsql, type LibsqlClient } from "../adapters/sqlite/libsql.ts";
import { fromNodeSqlite } from "../adapters/sqlite/node-sqlite.ts";

/** A source, or a pool or connection of a driver that has an adapter. The callback pools of `mysql2` are accepted too. */
export type DatabaseDriver =
  | SqlSource
  | NodeSqliteDatabase
  | BunSqliteDatabase
  | LibsqlClient
  | D1Database
  | PgPool
  | PgClient
  | PostgresJs
  | Pglite
  | MariadbPool
  | MariadbConnection
  | Mysql2Pool
  | Mysql2Connection
  | ClickhouseClient
  | ChdbSession
  | { promise(): Mysql2Pool | Mysql2Connection };

/** Drivers, and the methods by which their objects are recognized, in this order. The names are shown in errors. */
const DRIVERS: readonly (readonly [
  name: string | undefined,
  methods: readonly string[],
  source: (driver: never) => SqlSource,
])[] = [
  ["bun:sqlite", ["exec", "prepare", "query"], fromBunSqlite],
  ["node:sqlite, better-sqlite3", ["exec", "prepare", "function"], fromNodeSqlite],
  ["D1", ["exec", "prepare", "batch"], fromD1],
  ["@libsql/client", ["execute", "batch", "transaction"], fromLibsql],
  ["PGlite", ["exec", "query", "transaction"], fromPglite],
  ["postgres", ["unsafe", "begin", "reserve"], fromPostgresJs],
  [undefined, ["registerScalarFunction"], refuseDuckdb],
  ["chdb", ["queryBindAsync", "queryStreamBind"], fromChdb],
  ["@clickhouse/client", ["command", "insert", "query"], fromClickhouse],
  [undefined, ["promise", "query"], (driver: { promise(): Mysql2Pool }) => sourceOf(driver.promise())],
  ["mariadb", ["batch", "query"], fromMariadb],
  ["mysql2", ["execute", "query"], fromMysql2],
  ["pg", ["connect", "query"], fromPg],
];

const ACCEPTED = `a pool, connection, client or database of ${DRIVERS.flatMap(([name = []]) => name).join(", ")}, or a source such as fromSqliteFile(path)`;

/**
 * Returns the source of a driver's object. Drivers are recognized by the methods of their objects, so that none is imported.
 *
 * @throws TypeError if the object belongs to no driver with an adapter.
 */
export function sourceOf(driver: DatabaseDriver): SqlSource {
  if (isSource(driver)) return driver;
  const object = Object(driver) as Readonly<Record<string, unknown>>;
  const match = DRIVERS.find(([, methods]) =>
    methods.every((method) => typeof object[method] === "function"),
  );
  if (match === undefined) throw new TypeError(`driver must be ${ACCEPTED}, got ${describeValue(driver)}`);
  return match[2](driver as never);
}

function refuseDuckdb(): never {
  throw new TypeError(
    "A connection of DuckDB must be passed as fromDuckdb(connection, driver): its values need the types of the driver.",
  );
}
