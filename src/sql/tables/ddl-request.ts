import type { Catalog } from "../../catalog/types.ts";
import type { TableDefinition } from "./table-definition.ts";

/** A table to create, with its indexes. */
export interface DdlRequest {
  readonly catalog: Catalog;
  readonly table: TableDefinition;
  /** Locales of future queries: strings get indexes in their orders. */
  readonly locales: readonly string[];
}
