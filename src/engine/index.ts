/** Collections: pages, counts and streams of rows that are in a database, or in memory. */
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
export { createCollection } from "./memory/collection.ts";
export { loadCollection, type LoadOptions, type RowSource } from "./memory/load-collection.ts";
export type { AsCollectionOptions, PromisedCollection } from "./memory/as-collection.ts";
export { MemoryLimitError } from "./memory/budget.ts";
export { writeCollection } from "./memory/file/write-collection.ts";
export { readCollection } from "./memory/file/read-collection.ts";
export type { ByteSource } from "./memory/file/section-reader.ts";
export type { Unsavable, UnsavableKind } from "./memory/file/row-text.ts";
export type {
  CollectionOptions,
  MemoryCollection,
  PrepareOptions as PrepareRowsOptions,
} from "./memory/collection-types.ts";
export type { Facet, Facets } from "./memory/facets.ts";
/** Files of collections. */
export { openCollection } from "./memory/file/open-collection.ts";
export { saveCollection } from "./memory/file/save-collection.ts";
export { MAGIC as COLLECTION_FILE_MAGIC } from "./memory/file/format.ts";
export type { FileProblem, FileProblemCode } from "./memory/file/file-problem.ts";
export type { OpenOptions, OpenResult } from "./memory/file/read-collection.ts";
export type { SaveOptions, SaveResult, UnsavableRows } from "./memory/file/write-collection.ts";
export type {
  FacetOptions,
  MemoryPage,
  MemoryPageOptions,
  MemoryReader,
  MemoryRequestOptions,
  Unreadable,
} from "./memory/reader.ts";
export {
  showQueryPlan,
  type ExplainedCondition,
  type ExplainedOrder,
  type ExplainedQuery,
} from "./memory/explain-query.ts";
export { MAXIMUM_CURSOR, type Place } from "./cursor.ts";
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
/** Databases, each through a driver that the program brings along. */
export { fromNodeSqlite, type NodeSqliteDatabase, type NodeSqliteStatement } from "./adapters/node-sqlite.ts";
export {
  fromPg,
  type PgClient,
  type PgPool,
  type PgPoolClient,
  type PgSourceOptions,
} from "./adapters/pg.ts";
export {
  fromMariadb,
  type MariadbConnection,
  type MariadbPool,
  type MariadbPoolConnection,
} from "./adapters/mariadb.ts";
export {
  fromMysql2,
  type Mysql2Connection,
  type Mysql2Pool,
  type Mysql2PoolConnection,
} from "./adapters/mysql2.ts";
export { fromDuckdb, type DuckdbConnection, type DuckdbModule } from "./adapters/duckdb.ts";
export {
  duckdbTableView,
  duckdbView,
  type DuckdbView,
  type DuckdbViewOptions,
} from "./adapters/duckdb-view.ts";
