/** Catalogs: what the rows of a collection have, and what may be done with it. */
export { defineCatalog } from "./define-catalog.ts";
export { catalogFromJsonSchema, type JsonSchemaOptions } from "./from-json-schema.ts";
export {
  catalogFromOpenApi,
  listOpenApiCollections,
  type OpenApiCollection,
  type OpenApiCollections,
  type OpenApiOptions,
} from "./from-openapi.ts";
export { catalogFromRows, type RowsOptions } from "./from-rows.ts";
export type { CatalogImport } from "./import-result.ts";
export { readCatalog, type CatalogProblem, type CatalogResult } from "./read-catalog.ts";
export { resolveMember, type ResolvedMember } from "./resolve-member.ts";
export { sayableName, sayableNames } from "./sayable-name.ts";
export { catalogToJsonSchema, type JsonSchema } from "./to-json-schema.ts";
export { catalogToOpenApi, type ToOpenApiOptions } from "./to-openapi.ts";
export { catalogToTypes, type TypesOptions } from "./to-types.ts";
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
