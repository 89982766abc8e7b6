import { describeValue } from "../../../diagnostics/describe-value.ts";
import { isObject } from "../../../values/is-object.ts";
import { isSource, type SqlSource } from "../source.ts";
import { fromMariadb, type MariadbConnection, type MariadbPool } from "../adapters/mariadb/mariadb.ts";
import { fromMysql2, type Mysql2Connection, type Mysql2Pool } from "../adapters/mariadb/mysql2.ts";
import type { PgClient, PgPool } from "../adapters/postgres/connections.ts";
import { fromPg } from "../adapters/postgres/pg.ts";
import type { NodeSqliteDatabase } from "../adapters/sqlite/connection.ts";
import { fromNodeSqlite } from "../adapters/sqlite/node-sqlite.ts";

/** A source, or a pool or connection of a driver that has an adapter. The callback pools of `mysql2` are accepted too. */
export type DatabaseDriver =
  | SqlSource
  | NodeSqliteDatabase
  | PgPool
  | PgClient
  | MariadbPool
  | MariadbConnection
  | Mysql2Pool
  | Mysql2Connection
  | { promise(): Mysql2Pool | Mysql2Connection };

const ACCEPTED =
  "a pool or connection of pg, mariadb or mysql2, a database of node:sqlite or better-sqlite3, or a source such as fromSqliteFile(path)";

/**
 * Returns the source of a driver's object. Drivers are recognized by the methods of their objects, so that none is imported.
 *
 * @throws TypeError if the object belongs to no driver with an adapter.
 */
export function sourceOf(driver: DatabaseDriver): SqlSource {
  if (isSource(driver)) return driver;
  const object: unknown = driver;
  if (isObject(object)) {
    const has = (...methods: readonly string[]) =>
      methods.every((method) => typeof object[method] === "function");
    if (has("exec", "prepare", "function")) return fromNodeSqlite(driver as NodeSqliteDatabase);
    if (has("registerScalarFunction"))
      throw new TypeError(
        "A connection of DuckDB must be passed as fromDuckdb(connection, driver): its values need the types of the driver.",
      );
    if (has("promise", "query")) return sourceOf((driver as { promise(): Mysql2Pool }).promise());
    if (has("batch", "query")) return fromMariadb(driver as MariadbPool);
    if (has("execute", "query")) return fromMysql2(driver as Mysql2Pool);
    if (has("connect", "query")) return fromPg(driver as PgPool);
  }
  throw new TypeError(`driver must be ${ACCEPTED}, got ${describeValue(driver)}`);
}
