import type { DialectDefinition } from "../../dialect-types/dialect-definition.ts";
import { clickhouseDdl } from "./ddl.ts";
import { clickhouse } from "./dialect.ts";
import { clickhouseTableReader } from "./table-reader.ts";

export const CLICKHOUSE = {
  name: "clickhouse",
  title: "ClickHouse",
  createDialect: clickhouse,
  createTables: clickhouseDdl,
  tableReader: clickhouseTableReader,
  assumedVersion: "26.7",
  takesFunctions: false,
} as const satisfies DialectDefinition;
