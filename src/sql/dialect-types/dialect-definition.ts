import type { DdlRequest } from "../tables/ddl-request.ts";
import type { Capabilities, Dialect } from "./dialect.ts";
import type { TableReader } from "./table-reader.ts";

/** Everything that the compiler and the tools know about one database product. */
export interface DialectDefinition {
  /** Identifier of the dialect. Also the name of its folder. */
  readonly name: string;
  /** Product name as users know it. */
  readonly title: string;
  readonly createDialect: (capabilities: Capabilities) => Dialect;
  readonly createTables: (request: DdlRequest) => readonly string[];
  readonly tableReader: TableReader;
  /** Product version that is assumed when compiling without a connection. */
  readonly assumedVersion: string;
  /** Whether connections can install `DATABASE_FUNCTIONS`. */
  readonly takesFunctions: boolean;
}
