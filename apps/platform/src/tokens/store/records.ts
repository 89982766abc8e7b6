import { defineCatalog, type RowOf } from "tamis/catalog";

/** The tables of the token service. Secrets, codes and refresh tokens are stored as hashes only. */

const strings = {
  type: "list",
  items: { type: "string", nullable: false },
  nullable: false,
} as const;
const text = { type: "string", nullable: false } as const;
const time = { type: "dateTime", nullable: false } as const;

export const CLIENTS = defineCatalog({
  name: "clients",
  key: "client_id",
  members: {
    client_id: text,
    secretHash: text,
    scope: strings,
    authorized_grant_types: strings,
    authorities: strings,
    redirect_uri: strings,
    /** Lifetime of access tokens in seconds. */
    access_token_validity: { type: "integer", safe: true },
    modified: time,
  },
});

export const USERS = defineCatalog({
  name: "users",
  key: "name",
  members: { name: text, passwordHash: text, groups: strings },
});

/** What a code and a refresh token stand for: the consent of a user to a client. */
const consent = {
  hash: text,
  family: text,
  client: text,
  user: text,
  scope: strings,
  expires: time,
  used: { type: "boolean", nullable: false },
} as const;

export const CODES = defineCatalog({
  name: "codes",
  key: "hash",
  members: {
    ...consent,
    redirectUri: text,
    /** Whether the authorization request named the redirect URI. The token request must then name it, too. */
    namedRedirect: { type: "boolean", nullable: false },
    /** SHA-256 of the verifier, base64url. */
    challenge: "string",
  },
});

export const REFRESH_TOKENS = defineCatalog({ name: "refresh_tokens", key: "hash", members: consent });

/** Families of tokens that are no longer valid: all tokens that began with one sign-in. */
export const REVOKED_FAMILIES = defineCatalog({
  name: "revoked_families",
  key: "family",
  members: { family: text, expires: time },
});

export const SIGNING_KEYS = defineCatalog({
  name: "signing_keys",
  key: "id",
  members: { id: text, privateKey: text, publicKey: text, created: time },
});

export type ClientRow = RowOf<typeof CLIENTS>;
export type UserRow = RowOf<typeof USERS>;
export type CodeRow = RowOf<typeof CODES>;
export type RefreshTokenRow = RowOf<typeof REFRESH_TOKENS>;
export type SigningKeyRow = RowOf<typeof SIGNING_KEYS>;
