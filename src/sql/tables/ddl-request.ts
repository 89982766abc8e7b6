import type { Catalog } from "../../catalog/types.ts";
import type { TableDefinition } from "./table-definition.ts";

/** A table to create, with its indexes. */
export interface DdlRequest {
  readonly catalog: Catalog;
  readonly table: TableDefinition;
  /** Strings get indexes in the orders of these. */
  readonly locales: readonly string[];
}
