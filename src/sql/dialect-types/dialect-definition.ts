import type { DdlRequest } from "../tables/ddl-request.ts";
import type { Capabilities, Dialect } from "./dialect.ts";
import type { TableReader } from "./table-reader.ts";

/** All that tamis knows about a database product. */
export interface DialectDefinition {
  /** Also the name of the folder. */
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  readonly createDialect: (capabilities: Capabilities) => Dialect;
  readonly createTables: (request: DdlRequest) => readonly string[];
  readonly tableReader: TableReader;
  /** For plans without a server. */
  readonly assumedVersion: string;
  /** Whether connections can install `DATABASE_FUNCTIONS`. */
  readonly takesFunctions: boolean;
}
