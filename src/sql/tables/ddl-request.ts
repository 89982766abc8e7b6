import type { Catalog } from "../../catalog/types.ts";
import type { IndexDefinition } from "./index-definition.ts";
import type { TableDefinition } from "./table-definition.ts";

/** Table to create, with its indexes. */
export interface DdlRequest {
  readonly catalog: Catalog;
  readonly table: TableDefinition;
  /** Locales of sort orders. Strings get an index for each of them. */
  readonly locales: readonly string[];
  /** Indexes of the table. Default: those that could serve a filter or an order of a single column. */
  readonly indexes?: readonly IndexDefinition[] | undefined;
}
