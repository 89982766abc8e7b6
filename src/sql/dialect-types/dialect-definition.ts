import type { DdlRequest } from "../tables/ddl-request.ts";
import type { Capabilities, Dialect } from "./dialect.ts";
import type { TableReader } from "./table-reader.ts";

/** Everything that tamis knows about a database product. `dialects/list.ts` lists them. */
export interface DialectDefinition {
  /** Name in options and in `Dialect.name`; also the name of the folder. */
  readonly name: string;
  /** Name of the product for people. */
  readonly title: string;
  readonly createDialect: (capabilities: Capabilities) => Dialect;
  /** Makes the statements that create a table and its indexes. */
  readonly createTables: (request: DdlRequest) => readonly string[];
  readonly tableReader: TableReader;
  /** Version that is assumed for plans without a server. */
  readonly assumedVersion: string;
  /** Whether connections can install `DATABASE_FUNCTIONS`. */
  readonly takesFunctions: boolean;
}
