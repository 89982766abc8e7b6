/** SQL: checked queries for SQLite, PostgreSQL, MariaDB and DuckDB, with a verdict of what each can say exactly. */
export {
  compileSql,
  type CompiledSql,
  type CompileSqlOptions,
  type SqlQuery,
  type Verdict,
} from "./compile/compile-sql.ts";
export type { InexactReason } from "./compile/operand.ts";
export type { Capabilities, Dialect, DialectName } from "./dialect-types/dialect.ts";
export {
  render,
  type SqlParameter as Parameter,
  type SqlParameterType as ParameterType,
  type SqlParameterValue as ParameterValue,
  type SqlStatement,
} from "./fragments/fragment.ts";
export type {
  ArrayStorage,
  ChildTableStorage,
  ColumnStorage,
  ExpressionStorage,
  JsonStorage,
  Storage,
  TableDefinition,
} from "./tables/table-definition.ts";
export { DATABASE_FUNCTIONS, type DatabaseFunction } from "./database-functions/list.ts";
export type { DdlRequest } from "./tables/ddl-request.ts";
export { duckdb } from "./dialects/duckdb/dialect.ts";
export { duckdbDdl } from "./dialects/duckdb/ddl.ts";
export { mariadbDdl } from "./dialects/mariadb/ddl.ts";
export { mariadb } from "./dialects/mariadb/dialect.ts";
export { postgres } from "./dialects/postgres/dialect.ts";
export { postgresDdl } from "./dialects/postgres/ddl.ts";
export { sqlite } from "./dialects/sqlite/dialect.ts";
export { sqliteDdl } from "./dialects/sqlite/ddl.ts";
