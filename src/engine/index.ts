/** Collections: pages, counts and streams of rows that are in a database. */
export { sqlCollection, type SqlCollectionOptions } from "./sql-collection.ts";
export type { Collection, NotAnswered, Page, PageOptions, RequestOptions, RowOptions } from "./collection.ts";
export type { Query, QueryParts } from "./request.ts";
export type { Rule } from "./rules.ts";
export {
  showPlan,
  type ExplainedPlan,
  type ExplainedReason,
  type ExplainedStatement,
  type ExplainOptions,
} from "./explain-plan.ts";
export { MAXIMUM_CURSOR } from "./cursor.ts";
export { ScanLimitError } from "./refusals.ts";
export {
  StatementError,
  type PrepareOptions,
  type Session,
  type SnapshotOptions,
  type SqlSource,
  type StatementFailure,
} from "./source.ts";
export {
  findTable,
  listTables,
  TableMisfitError,
  type FindTableOptions,
  type FoundTable,
} from "./introspect/find-table.ts";
export { fromNodeSqlite, type NodeSqliteDatabase } from "./adapters/node-sqlite.ts";
export { pgSource, type PgClient, type PgPool, type PgSourceOptions } from "./adapters/pg.ts";
export { fromMariadb, type MariadbConnection, type MariadbPool } from "./adapters/mariadb.ts";
export { fromMysql2, type Mysql2Connection, type Mysql2Pool } from "./adapters/mysql2.ts";
export { fromDuckdb, type DuckdbConnection, type DuckdbModule } from "./adapters/duckdb.ts";
export {
  duckdbTableView,
  duckdbView,
  type DuckdbView,
  type DuckdbViewOptions,
} from "./adapters/duckdb-view.ts";
