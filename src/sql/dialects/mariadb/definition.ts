import type { DialectDefinition } from "../../dialect-types/dialect-definition.ts";
import { mariadbDdl } from "./ddl.ts";
import { mariadb } from "./dialect.ts";
import { mariadbTableReader } from "./table-reader.ts";

export const MARIADB = {
  name: "mariadb",
  title: "MariaDB",
  createDialect: mariadb,
  createTables: mariadbDdl,
  tableReader: mariadbTableReader,
  assumedVersion: "11",
  takesFunctions: false,
} as const satisfies DialectDefinition;
