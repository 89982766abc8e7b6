import type { DialectName } from "../../../sql/dialect-types/dialect.ts";
import type { TableReader } from "../../../sql/dialect-types/table-reader.ts";
import { duckdbColumns } from "../../../sql/dialects/duckdb/table-reader.ts";
import { mariadbColumns } from "../../../sql/dialects/mariadb/table-reader.ts";
import { postgresColumns } from "../../../sql/dialects/postgres/table-reader.ts";
import { sqliteColumns } from "../../../sql/dialects/sqlite/table-reader.ts";

/** How each database is asked for its tables. */
export const TABLE_READERS: Readonly<Record<DialectName, TableReader>> = {
  sqlite: sqliteColumns,
  postgres: postgresColumns,
  mariadb: mariadbColumns,
  duckdb: duckdbColumns,
};
