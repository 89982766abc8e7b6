/**
 * Compiles checked queries for the databases of `DIALECTS` and reports the parts that a database cannot evaluate
 * exactly.
 */
export {
  compileSql,
  type CompiledSql,
  type CompileSqlOptions,
  type SqlQuery,
  type Verdict,
} from "./compile/compile-sql.ts";
export type { InexactReason } from "./compile/operand.ts";
export {
  render,
  type SqlParameter,
  type SqlParameterType,
  type SqlParameterValue,
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
export type { DdlRequest } from "./tables/ddl-request.ts";

export { assumedDialect, DIALECTS, findDialect, isDialectName, type DialectName } from "./dialects/list.ts";
export type { DialectDefinition } from "./dialect-types/dialect-definition.ts";
export type { Capabilities, Dialect } from "./dialect-types/dialect.ts";
export { DATABASE_FUNCTIONS, type DatabaseFunction } from "./database-functions/list.ts";
export { clickhouse } from "./dialects/clickhouse/dialect.ts";
export { clickhouseDdl } from "./dialects/clickhouse/ddl.ts";
export { CLICKHOUSE_SETTINGS } from "./dialects/clickhouse/session.ts";
export { duckdb } from "./dialects/duckdb/dialect.ts";
export { duckdbDdl } from "./dialects/duckdb/ddl.ts";
export { mariadb } from "./dialects/mariadb/dialect.ts";
export { mariadbDdl } from "./dialects/mariadb/ddl.ts";
export { postgres } from "./dialects/postgres/dialect.ts";
export { postgresDdl } from "./dialects/postgres/ddl.ts";
export { sqlite } from "./dialects/sqlite/dialect.ts";
export { sqliteDdl } from "./dialects/sqlite/ddl.ts";
