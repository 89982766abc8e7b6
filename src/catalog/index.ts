/** Catalogs: what the rows of a collection have, and what may be done with it. */
export { defineCatalog } from "./define-catalog.ts";
export { readCatalog, type CatalogProblem, type CatalogResult } from "./read-catalog.ts";
export { resolveMember, type ResolvedMember } from "./resolve-member.ts";
export type {
  Catalog,
  CatalogDefinition,
  ListDefinition,
  MapDefinition,
  Member,
  MemberDefinition,
  MemberDefinitions,
  Members,
  ObjectDefinition,
  ScalarDefinition,
  SortText,
} from "./types.ts";
export type { RowOf, RowOfMembers, ValueOf } from "./row-type.ts";
