import type { DialectName } from "../../sql/dialect.ts";
import type { TableReader } from "../../sql/dialects/described-columns.ts";
import { duckdbColumns } from "../../sql/dialects/duckdb-columns.ts";
import { mariadbColumns } from "../../sql/dialects/mariadb-columns.ts";
import { postgresColumns } from "../../sql/dialects/postgres-columns.ts";
import { sqliteColumns } from "../../sql/dialects/sqlite-columns.ts";

/** How each database is asked for its tables. */
export const TABLE_READERS: Readonly<Record<DialectName, TableReader>> = {
  sqlite: sqliteColumns,
  postgres: postgresColumns,
  mariadb: mariadbColumns,
  duckdb: duckdbColumns,
};
