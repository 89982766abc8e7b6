/** An HTTP client of collections: pages, streams, conditional changes, tokens, and clients of API families. */
export { Client, createClient } from "./reading/create-client.ts";
export { CollectionClient, type GroupsClient, type PostedCollection } from "./reading/collection-client.ts";
export type { Group, Grouping, GroupingOf, GroupSortKey, MembersIn } from "./reading/group-types.ts";
export type { ClientItem, CreateItemOptions, ItemKey, UpdateOptions } from "./reading/items.ts";
export type { ClientContent, OperationOptions, OperationOptionsOf } from "./reading/operations.ts";
export type { ClientLink, ClientPage } from "./reading/page.ts";
export type { PagesOptions } from "./reading/pages.ts";
export type { ClientQuery, ListQuery, QueryFields, QueryWriter } from "./reading/client-query.ts";
export type { ClientAuth, TokenSource } from "./transport/authorization.ts";
export type {
  ClientAttempt,
  ClientHooks,
  ClientOptions,
  ClientRequestOptions,
} from "./transport/client-options.ts";
export type { RetryOptions } from "./transport/retry.ts";
export { ClientError, TokenError, type ClientErrorCode } from "./transport/client-error.ts";
export { HttpError, type RemoteDiagnostic } from "./transport/http-error.ts";
export type { AuthorizationCode, AuthorizationCodeOptions, SignIn } from "./oauth/authorization-code.ts";
export { authorizationCode, clientCredentials } from "./oauth/on-first-use.ts";
export type { OAuthOptions, OAuthTokens } from "./oauth/token-endpoint.ts";
export {
  collectionClients,
  familyClient,
  type CollectionClients,
  type DescribedCollection,
  type FamilyClient,
} from "./apis/family-client.ts";
export type { PathParameters } from "./reading/path-template.ts";
export { platform, type PlatformClient } from "./apis/platform.ts";
export { openApiClient, type OpenApiClient, type OpenApiPaths } from "./apis/open-api-client.ts";
