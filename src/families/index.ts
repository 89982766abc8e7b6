/** The REST APIs of the platform as data: resources, collections, endpoints and errors. */
export { analyticServer } from "./analytic-server.ts";
export { annotations } from "./annotations.ts";
export { authorization, RULE_JOB_STATES } from "./authorization.ts";
export { dataQuality } from "./data-quality.ts";
export { detection } from "./detection.ts";
export { modelManagement } from "./model-management.ts";
export { reports } from "./reports.ts";
export { GRANT_TYPES, OUT_OF_BAND, SCOPES, tokenService } from "./token-service.ts";
export { FAMILIES, type FamilyName } from "./list.ts";
export { findCatalog, type FoundCatalog, type NoCatalog } from "./find-catalog.ts";
export { defineFamily } from "./define-family.ts";
export type {
  EndpointResponse,
  FamilyCollection,
  FamilyCollections,
  DescribedResource,
  Endpoint,
  Family,
  FamilyDefinition,
  FamilyError,
  Method,
  NamedPath,
  EndpointParameter,
  RequestBody,
  Resource,
  ResourceOf,
  Resources,
  TextResource,
  UnknownResource,
} from "./define-family.ts";
export { restrict, type Restricted } from "./restrict.ts";
export {
  COLLECTION_PARAMETERS,
  COMMON_STATUSES,
  LINK_RELATIONS,
  SHARED_RESOURCES,
  type LinkRelation,
  type SharedResourceName,
} from "./shared-resources.ts";
