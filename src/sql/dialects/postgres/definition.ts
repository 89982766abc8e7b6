import type { DialectDefinition } from "../../dialect-types/dialect-definition.ts";
import { postgresDdl } from "./ddl.ts";
import { postgres } from "./dialect.ts";
import { postgresTableReader } from "./table-reader.ts";

export const POSTGRES = {
  name: "postgres",
  title: "PostgreSQL",
  createDialect: postgres,
  createTables: postgresDdl,
  tableReader: postgresTableReader,
  assumedVersion: "18",
  takesFunctions: false,
} as const satisfies DialectDefinition;
