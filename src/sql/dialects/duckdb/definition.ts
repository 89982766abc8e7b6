import type { DialectDefinition } from "../../dialect-types/dialect-definition.ts";
import { duckdbDdl } from "./ddl.ts";
import { duckdb } from "./dialect.ts";
import { duckdbTableReader } from "./table-reader.ts";

export const DUCKDB = {
  name: "duckdb",
  title: "DuckDB",
  createDialect: duckdb,
  createTables: duckdbDdl,
  tableReader: duckdbTableReader,
  assumedVersion: "1",
  takesFunctions: true,
} as const satisfies DialectDefinition;
