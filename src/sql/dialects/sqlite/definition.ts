import type { DialectDefinition } from "../../dialect-types/dialect-definition.ts";
import { sqliteDdl } from "./ddl.ts";
import { sqlite } from "./dialect.ts";
import { sqliteTableReader } from "./table-reader.ts";

export const SQLITE = {
  name: "sqlite",
  title: "SQLite",
  createDialect: sqlite,
  createTables: sqliteDdl,
  tableReader: sqliteTableReader,
  assumedVersion: "3",
  takesFunctions: true,
} as const satisfies DialectDefinition;
