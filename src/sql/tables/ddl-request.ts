import type { Catalog } from "../../catalog/types.ts";
import type { TableDefinition } from "./table-definition.ts";

/** What a dialect's DDL makes tables and indexes for. */
export interface DdlRequest {
  readonly catalog: Catalog;
  readonly table: TableDefinition;
  /** Language tags that requests will name: texts are indexed in their orders. */
  readonly locales: readonly string[];
}
