/** Collections over tables of SQLite, PostgreSQL, MariaDB, MySQL and DuckDB. */

// Collections
export { sqlCollection, type SqlCollectionOptions } from "./sql-collection.ts";
export { ScanLimitError } from "./limit-errors.ts";

// Sources: what a driver's adapter provides
export {
  StatementError,
  type PrepareSourceOptions,
  type Session,
  type SnapshotOptions,
  type SqlSource,
  type StatementFailure,
} from "./source.ts";

// Tables found in a database
export {
  findTable,
  listTables,
  TableMismatchError,
  type FindTableOptions,
  type FoundTable,
} from "./introspect/find-table.ts";

// Adapters: the program brings the driver
export {
  fromNodeSqlite,
  type NodeSqliteDatabase,
  type NodeSqliteStatement,
} from "./adapters/sqlite/node-sqlite.ts";
export {
  fromPg,
  type PgClient,
  type PgPool,
  type PgPoolClient,
  type PgSourceOptions,
} from "./adapters/postgres/pg.ts";
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
export { fromDuckdb, type DuckdbConnection, type DuckdbModule } from "./adapters/duckdb/duckdb.ts";
export {
  duckdbTableView,
  duckdbView,
  type DuckdbView,
  type DuckdbViewOptions,
} from "./adapters/duckdb/view.ts";
