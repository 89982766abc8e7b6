/** Catalogs: the members of a collection, their types, and what filters and sortBy can do with them. */
export { defineCatalog } from "./define-catalog.ts";
export { catalogFromJsonSchema, type JsonSchemaOptions } from "./json-schema/from-json-schema.ts";
export {
  catalogFromOpenApi,
  listOpenApiCollections,
  type OpenApiCollection,
  type OpenApiCollections,
  type OpenApiOptions,
} from "./openapi/from-openapi.ts";
export { clientFromOpenApi, type ClientSource } from "./openapi/client-source.ts";
export { catalogForTable, type TableMembers } from "./standard/catalog-for-table.ts";
export { catalogFromDrizzle, type DrizzleColumn } from "./standard/from-drizzle.ts";
export { catalogFromStandardSchema, type StandardJsonSchema } from "./standard/from-standard-schema.ts";
export { catalogFromRows, type RowsOptions } from "./rows/from-rows.ts";
export type { CatalogImport } from "./import-report.ts";
export { readCatalog, type CatalogProblem, type CatalogResult } from "./read-catalog.ts";
export { resolveMember, type ResolvedMember } from "./resolve-member.ts";
export { memberNameFor, memberNamesFor } from "./member-names.ts";
export { catalogToJsonSchema, type JsonSchema } from "./json-schema/to-json-schema.ts";
export { catalogToOpenApi, type ToOpenApiOptions } from "./openapi/to-openapi.ts";
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
  SortKeyText,
  TypeEvidence,
} from "./types.ts";
export type { RowOf, RowOfMembers, UntypedCatalog, ValueOf } from "./row-type.ts";
export {
  exactBigint,
  formatExactJson,
  formatJson,
  MAXIMUM_DIGITS,
  parseJson,
  TooManyDigitsError,
} from "../values/json/exact-json.ts";
export { cellText, csvLine } from "../values/csv/csv-line.ts";
export { hasMovedName, hasOrder, keepOrder, namesInOrder } from "../values/json/member-order.ts";
