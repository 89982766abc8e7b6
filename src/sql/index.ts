/** SQL: checked queries for SQLite, PostgreSQL, MariaDB and DuckDB, with a verdict of what each can say exactly. */
export {
  compileSql,
  type CompiledSql,
  type CompileSqlOptions,
  type SqlQuery,
  type Verdict,
} from "./compile-sql.ts";
export type { Reason } from "./operand.ts";
export type { Capabilities, Dialect, DialectName } from "./dialect.ts";
export {
  render,
  type Parameter,
  type ParameterType,
  type ParameterValue,
  type SqlStatement,
} from "./fragment.ts";
export type {
  ArrayStorage,
  ChildTableStorage,
  ColumnStorage,
  ExpressionStorage,
  JsonStorage,
  Storage,
  TableDefinition,
} from "./table.ts";
export { DATABASE_FUNCTIONS, type DatabaseFunction } from "./database-functions.ts";
export type { DdlRequest } from "./ddl.ts";
export { duckdb } from "./dialects/duckdb.ts";
export { duckdbDdl } from "./dialects/duckdb-ddl.ts";
export { mariadbDdl } from "./dialects/mariadb-ddl.ts";
export { mariadb } from "./dialects/mariadb.ts";
export { postgres } from "./dialects/postgres.ts";
export { postgresDdl } from "./dialects/postgres-ddl.ts";
export { sqlite } from "./dialects/sqlite.ts";
export { sqliteDdl } from "./dialects/sqlite-ddl.ts";
