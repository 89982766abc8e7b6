import { CLICKHOUSE_TABLES } from "./clickhouse/database.ts";
import { DUCKDB_TABLES } from "./duckdb/database.ts";
import { MARIADB_TABLES } from "./mariadb/database.ts";
import type { NativeDatabase } from "./native-type.ts";
import { POSTGRES_TABLES } from "./postgres/database.ts";
import { SQLITE_TABLES } from "./sqlite/database.ts";

/** The one list of databases with native tables. */
export const NATIVE_DATABASES: readonly NativeDatabase[] = [
  SQLITE_TABLES,
  POSTGRES_TABLES,
  MARIADB_TABLES,
  DUCKDB_TABLES,
  CLICKHOUSE_TABLES,
];
