/** Collections over HTTP: the conventions of the platform on plain data, and adapters for servers. */
export { RESERVED_NAMES } from "./service/routes.ts";
export { createService } from "./service/create-service.ts";
export { type ErrorReport, type ServiceLimits, type ServiceOptions } from "./service/service-options.ts";
export { parseJsonObject, readBodyMembers } from "./writing/operation-body.ts";
export { hasCurrent, requireUnchanged } from "./writing/operation-conditions.ts";
export { stamped } from "./writing/stamps.ts";
export type { BodyObject } from "./writing/json-body.ts";
export type { OperationRequest, ServiceOperation } from "./service/operations.ts";
export { chooseType, requireMediaType } from "./negotiation/operation-types.ts";
export type { Offer } from "./negotiation/accept.ts";
export type { NestedRequest, NestedResource } from "./service/nested-resources.ts";
export {
  DEFAULT_CODES,
  type BodyCodes,
  defineResource,
  tableResource,
  type ErrorCodes,
  type ItemLink,
  type ServiceResource,
  type ResourceOptions,
  type RuleViolation,
  type StampMembers,
  type SummaryOptions,
} from "./contract/resource.ts";
export type { Access, AccessFunction, AccessRequest } from "./contract/access.ts";
export type { Operation } from "./contract/operations.ts";
export type {
  HttpHandler,
  HttpHeaders,
  HttpRequest,
  HttpRequestBody,
  HttpResponse,
  HttpResponseBody,
  RequestObserver,
  RequestPhase,
} from "./contract/exchange.ts";
export type {
  ChangeOptions,
  CreateOptions,
  CreateOutcome,
  DeleteOutcome,
  IdempotencyKey,
  RefusedRow,
  ReplaceOutcome,
  RowChange,
  RowStore,
  StoredRow,
  StoreKey,
  StoreOptions,
  ValueProblem,
  VersionCondition,
} from "./contract/row-store.ts";
export type { ChangeJournal, RecordOfChange, VersionedChange } from "./contract/change-journal.ts";
export type {
  HtmlCollection,
  HtmlDocument,
  HtmlError,
  HtmlErrorBody,
  HtmlItem,
  HtmlMember,
  HtmlPage,
  HtmlProblem,
  HtmlPages,
  HtmlRenderer,
  HtmlRoot,
  HtmlView,
} from "./html/html-view.ts";
export { readOnlyResponse, type ReadOnlyContent } from "./representation/read-only-response.ts";
export { errorResponse, type ErrorContext } from "./representation/error-body.ts";
export { fail as failRequest, type FailureDetails, type MemberProblem } from "./contract/failure.ts";
export { openApiDocument, type OpenApiDocumentOptions } from "./openapi/document.ts";
export type { HeaderName } from "./openapi/responses.ts";
export type {
  BodySchema,
  CollectionSchema,
  DescribedBody,
  DescribedContent,
  DescribedNested,
  DescribedOperation,
  DescribedParameter,
  DescribedResponse,
  OperationDescription,
} from "./openapi/described-operation.ts";
export {
  describeLanguage,
  type FunctionDescription,
  type LanguageDescription,
  type MemberDescription,
} from "./openapi/language.ts";
export { memoryStore, type MemoryStoreOptions } from "./stores/memory/memory-row-store.ts";
export {
  postgresStore,
  sqliteStore,
  type DatabaseStoreOptions,
  type PostgresStoreOptions,
  type SqliteStoreOptions,
} from "./stores/database-stores.ts";
export type { IndexDefinition } from "../sql/tables/index-definition.ts";
export { MigrationError } from "./stores/migrate.ts";
export type { BodyProblemCode } from "./contract/body-problems.ts";
export { COLLECTION_JSON as COLLECTION_TYPE } from "./representation/paging-links.ts";
export { COLLECTION_JSON } from "./representation/paging-links.ts";
export type { Link } from "./representation/links.ts";
export {
  listen,
  ListenError,
  type ListenAddress,
  type ListeningServer,
  type ListenOptions,
  urlHost,
} from "./adapters/listen.ts";
export type { CompressOptions } from "./compression/compress-responses.ts";
export { fetchHandler, type FetchHandlerOptions } from "./adapters/fetch.ts";
export {
  nodeHandler,
  type NodeHandlerOptions,
  type NodeRequest,
  type NodeResponse,
} from "./adapters/node.ts";
