/**
 * The token service: registers clients and issues OAuth 2.0 tokens (RFC 6749) to them. It has no collections; clients that sign
 * in need its endpoints.
 */
import { defineCatalog } from "../catalog/define-catalog.ts";
import { defineFamily } from "./define-family.ts";

const ROOT = "/VendorLogon";

/** Ways to come by a token. */
export const GRANT_TYPES = ["client_credentials", "password", "authorization_code", "refresh_token"] as const;

/** Scopes of the platform itself. Clients can have others. */
export const SCOPES = ["openid", "uaa.user", "uaa.none", "VendorAdministrators"] as const;

/** The redirect URI of a client that has no page to come back to. */
export const OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob";

const grantType = { type: "string", enum: GRANT_TYPES } as const;
const texts = { type: "list", items: "string" } as const;

const tokenRequest = defineCatalog({
  name: "tokenRequest",
  members: {
    grant_type: { ...grantType, nullable: false },
    scope: {
      type: "string",
      description:
        "Needed with client_credentials: `uaa.none`, unless the client needs an authority of its own.",
    },
    username: { type: "string", description: "Needed with password, which is for trying things out only." },
    password: { type: "string", description: "Needed with password, which is for trying things out only." },
  },
});

const token = defineCatalog({
  name: "token",
  members: {
    access_token: { type: "string", nullable: false, description: "What `Authorization: Bearer` carries." },
    token_type: { type: "string", enum: ["bearer"], nullable: false },
    expires_in: { type: "integer", description: "Seconds from now." },
    scope: { type: "string", description: "Scopes that were granted." },
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
      description: "Scopes that it can be granted.",
    },
    authorized_grant_types: {
      type: "list",
      items: grantType,
      nullable: false,
      description: "How it can come by tokens. One can stand without the list.",
    },
    authorities: {
      ...texts,
      description: "Groups that its own tokens act for; needed with client_credentials.",
    },
    redirect_uri: {
      type: "string",
      description: "Where users may be sent back to, as a pattern; needed with authorization_code.",
    },
    access_token_validity: {
      type: "integer",
      description: "Seconds that its tokens last; else the system's default.",
    },
  },
});

const client = defineCatalog({
  name: "client",
  members: {
    scope: texts,
    client_id: { type: "string", nullable: false },
    resource_ids: texts,
    authorized_grant_types: texts,
    redirect_uri: texts,
    autoapprove: texts,
    authorities: texts,
    lastModified: "integer",
    required_user_groups: texts,
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
      description: "A form that asks for a token.",
      fields: "all",
      catalog: tokenRequest,
    },
    token: { description: "An access token.", fields: "all", catalog: token },
    clientRegistration: {
      mediaType: "application/json",
      description: "A client as an administrator registers it.",
      fields: "all",
      catalog: clientRegistration,
    },
    client: { description: "A client that is registered.", fields: "all", catalog: client },
  },
  collections: {},
  endpoints: [
    {
      method: "POST",
      path: `${ROOT}/oauth/token`,
      does: "Issues a token. The client says who it is by HTTP Basic.",
      body: { resource: "tokenRequest", mediaType: "application/x-www-form-urlencoded" },
      responses: [{ status: 200, resource: "token" }],
    },
    {
      method: "GET",
      path: `${ROOT}/oauth/authorize`,
      does: "Lets a user sign in and approve scopes, then gives a code to get a token with.",
      query: [
        { name: "client_id", type: "string" },
        { name: "response_type", type: "string", description: "`code`" },
      ],
      responses: "unknown",
    },
    {
      method: "POST",
      path: `${ROOT}/oauth/clients`,
      does: "Registers a client. Only administrators may.",
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
