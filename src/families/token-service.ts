/** The token service. It has no collections, but clients need its endpoints to sign in. */
import { defineCatalog } from "../catalog/define-catalog.ts";
import { defineFamily } from "./define-family.ts";

const ROOT = "/VendorLogon";

/** Grant types of OAuth 2.0 (RFC 6749). */
export const GRANT_TYPES = ["client_credentials", "password", "authorization_code", "refresh_token"] as const;

/** Scopes that the platform documents. Clients can have other scopes, too. */
export const SCOPES = ["openid", "uaa.user", "uaa.none", "VendorAdministrators"] as const;

/** Redirect URI of clients without a web page. */
export const OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob";

const grantType = { type: "string", enum: GRANT_TYPES } as const;
const strings = { type: "list", items: "string" } as const;

const tokenRequest = defineCatalog({
  name: "tokenRequest",
  members: {
    grant_type: { ...grantType, nullable: false },
    scope: {
      type: "string",
      description: "Required with client_credentials: `uaa.none`, unless the client needs its own authority.",
    },
    username: { type: "string", description: "Required with password, which is only for tests." },
    password: { type: "string", description: "Required with password, which is only for tests." },
  },
});

const token = defineCatalog({
  name: "token",
  members: {
    access_token: { type: "string", nullable: false, description: "The token for `Authorization: Bearer`." },
    token_type: { type: "string", enum: ["bearer"], nullable: false },
    expires_in: { type: "integer", description: "Seconds until the token expires." },
    scope: { type: "string", description: "Granted scopes." },
  },
});

const clientRegistration = defineCatalog({
  name: "clientRegistration",
  members: {
    client_id: { type: "string", nullable: false, description: "The client's name." },
    client_secret: { type: "string", nullable: false, description: "Chosen by the administrator." },
    scope: {
      type: "list",
      items: { type: "string", enum: SCOPES },
      nullable: false,
      description: "Scopes that the client can get.",
    },
    authorized_grant_types: {
      type: "list",
      items: grantType,
      nullable: false,
      description: "The grant types of the client. A single one can be a string.",
    },
    authorities: {
      ...strings,
      description: "Groups that its own tokens act for. Required with client_credentials.",
    },
    redirect_uri: {
      type: "string",
      description: "Pattern of the allowed redirect URIs. Required with authorization_code.",
    },
    access_token_validity: {
      type: "integer",
      description: "Lifetime of its tokens in seconds. Default: that of the system.",
    },
  },
});

const client = defineCatalog({
  name: "client",
  members: {
    scope: strings,
    client_id: { type: "string", nullable: false },
    resource_ids: strings,
    authorized_grant_types: strings,
    redirect_uri: strings,
    autoapprove: strings,
    authorities: strings,
    lastModified: "integer",
    required_user_groups: strings,
  },
});

export const tokenService = defineFamily({
  name: "token-service",
  prefix: ROOT,
  purpose: "Registers clients and issues OAuth 2.0 tokens to them.",
  roots: [],
  resources: {
    tokenRequest: {
      mediaType: "application/x-www-form-urlencoded",
      description: "The form of a token request.",
      fields: "all",
      catalog: tokenRequest,
    },
    token: { description: "An access token.", fields: "all", catalog: token },
    clientRegistration: {
      mediaType: "application/json",
      description: "The registration of a client by an administrator.",
      fields: "all",
      catalog: clientRegistration,
    },
    client: { description: "A registered client.", fields: "all", catalog: client },
  },
  collections: {},
  endpoints: [
    {
      method: "POST",
      path: `${ROOT}/oauth/token`,
      does: "Issues a token. The client authenticates by HTTP Basic.",
      body: { resource: "tokenRequest", mediaType: "application/x-www-form-urlencoded" },
      responses: [{ status: 200, resource: "token" }],
    },
    {
      method: "GET",
      path: `${ROOT}/oauth/authorize`,
      does: "Lets a user sign in and approve scopes, then returns an authorization code.",
      query: [
        { name: "client_id", type: "string" },
        { name: "response_type", type: "string", description: "`code`" },
      ],
      responses: "unknown",
    },
    {
      method: "POST",
      path: `${ROOT}/oauth/clients`,
      does: "Registers a client. Only for administrators.",
      body: { resource: "clientRegistration", mediaType: "application/json" },
      responses: [{ resource: "client" }],
    },
  ],
  errors: [
    {
      status: [],
      code: "invalid_client",
      meaning: "The id or the secret is wrong, or the deployment has no such client.",
    },
    { status: [], code: "invalid_scope", meaning: "The client is not registered for the scope." },
    { status: [], code: "unauthorized_client", meaning: "The client is not registered for the grant type." },
  ],
});
