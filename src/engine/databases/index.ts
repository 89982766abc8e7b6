/** Collections over tables of SQLite, PostgreSQL, MariaDB, MySQL, DuckDB and ClickHouse. */

// Collections
export {
  openDatabase,
  openTable,
  type DatabaseCollections,
  type OmittedTable,
  type OpenTableOptions,
  type TableCollection,
} from "./opening/open-table.ts";
export type { DatabaseDriver } from "./opening/source-of.ts";
export { sqlCollection, type SqlCollectionOptions } from "./sql-collection.ts";
export { ScanLimitError } from "./limit-errors.ts";
export { PatternWorkError } from "../../pattern/pattern-work.ts";

// Sources: the interface between a collection and a driver
export {
  StatementError,
  type PrepareSourceOptions,
  type Session,
  type SnapshotOptions,
  type SqlSource,
  type StatementFailure,
} from "./source.ts";

// Introspection: catalogs and table definitions of existing tables
export {
  findTable,
  findTablePath,
  listTables,
  TableMismatchError,
  type FindTableOptions,
  type FoundTable,
} from "./introspect/find-table.ts";
export { withTypeEvidence, type TypeEvidenceOptions } from "./introspect/type-evidence.ts";

// Adapters: sources over the program's own driver
export { type NodeSqliteDatabase, type NodeSqliteStatement } from "./adapters/sqlite/connection.ts";
export { fromNodeSqlite } from "./adapters/sqlite/node-sqlite.ts";
export {
  fromBunSqlite,
  type BunSqliteDatabase,
  type BunSqliteStatement,
} from "./adapters/sqlite/bun-sqlite.ts";
export { fromLibsql, type LibsqlClient, type LibsqlTransaction } from "./adapters/sqlite/libsql.ts";
export { fromD1, type D1Database, type D1Statement } from "./adapters/sqlite/d1.ts";
export {
  fromSqliteFile,
  type SqliteFileOptions,
  type SqliteFileSource,
} from "./adapters/sqlite/sqlite-file.ts";
export { fromPg, type PgSourceOptions } from "./adapters/postgres/pg.ts";
export {
  fromPostgresJs,
  type PostgresJs,
  type PostgresJsOptions,
  type PostgresJsTransaction,
} from "./adapters/postgres/postgres-js.ts";
export { fromPglite, type Pglite, type PgliteTransaction } from "./adapters/postgres/pglite.ts";
export type { PgClient, PgPool, PgPoolClient } from "./adapters/postgres/connections.ts";
export {
  fromMariadb,
  type MariadbConnection,
  type MariadbPool,
  type MariadbPoolConnection,
} from "./adapters/mariadb/mariadb.ts";
export {
  fromMysql2,
  type Mysql2Connection,
  type Mysql2Pool,
  type Mysql2PoolConnection,
} from "./adapters/mariadb/mysql2.ts";
export type { DuckdbConnection } from "./adapters/duckdb/connection.ts";
export { fromDuckdb, type DuckdbModule } from "./adapters/duckdb/duckdb.ts";
export {
  duckdbTableView,
  duckdbView,
  type DuckdbView,
  type DuckdbViewOptions,
} from "./adapters/duckdb/view.ts";
export { fromChdb, type ChdbSession } from "./adapters/clickhouse/chdb.ts";
export { fromClickhouse, type ClickhouseClient } from "./adapters/clickhouse/clickhouse.ts";
