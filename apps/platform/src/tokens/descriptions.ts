import { GRANT_TYPES, tokenService } from "tamis/families";
import type { DescribedResponse, OperationDescription } from "tamis/http";
import { ANY_OBJECT, INTEGER, list, object, TEXT, type Schema, response } from "../family/schemas.ts";
import { OAUTH_STATUSES } from "./protocol/oauth-error.ts";

const { tokenRequest, clientRegistration, client } = tokenService.resources;

/** Media type of forms. */
export const FORM = "application/x-www-form-urlencoded";

/** Security scheme of clients that request tokens. */
export const CLIENT_SCHEME = "client";

const JSON_TYPES = ["application/json"];

/** Errors of OAuth 2.0 by status (RFC 6749, section 5.2). */
const REFUSALS: readonly DescribedResponse[] = [...new Set(Object.values(OAUTH_STATUSES))].map((status) => {
  const codes = Object.entries(OAUTH_STATUSES)
    .filter(([, codeStatus]) => codeStatus === status)
    .map(([code]) => code);
  const error: Schema = { type: "string", enum: codes };
  return {
    ...response(
      `No token: ${codes.map((code) => `\`${code}\``).join(", ")}.`,
      JSON_TYPES,
      object({ error, error_description: TEXT }),
      ["WWW-Authenticate", "Retry-After"],
    ),
    status,
  };
});

export const REQUEST_TOKEN: OperationDescription = {
  summary: `Issue a token for one of the grants ${GRANT_TYPES.join(", ")}.`,
  description: "Clients authenticate by HTTP Basic. Public clients send `client_id` in the form.",
  security: [CLIENT_SCHEME],
  body: { types: [FORM], schema: tokenRequest.catalog },
  responses: [
    response(
      "The token.",
      JSON_TYPES,
      object({
        access_token: TEXT,
        token_type: { type: "string", enum: ["bearer"] },
        expires_in: INTEGER,
        scope: TEXT,
      }),
      [],
    ),
    ...REFUSALS,
  ],
};

export const REGISTER: OperationDescription = {
  summary: "Register a client. Only for administrators.",
  body: { types: JSON_TYPES, schema: clientRegistration.catalog },
  errors: { 409: [] },
  responses: [
    { ...response("The client, without its secret.", JSON_TYPES, client.catalog, []), status: 201 },
  ],
};

const PAGE = [{ types: ["text/html; charset=utf-8"] }];
const PAGES: readonly DescribedResponse[] = [
  { description: "A page for the user.", content: PAGE, headers: ["Set-Cookie"] },
  {
    status: 303,
    description: "Redirection to the next page, such as the redirect URI of the client.",
    headers: ["Location", "Set-Cookie"],
  },
  { status: 400, description: "A page with the reason why the client gets no access.", content: PAGE },
];

export const AUTHORIZATION_PAGE: OperationDescription = {
  summary: "The pages on which a user signs in and consents to the scopes of a client.",
  security: [],
  query: {
    client_id: { description: "The client.", required: true },
    response_type: { description: "`code`", required: true, schema: { type: "string", enum: ["code"] } },
    redirect_uri: "Registered address that receives the code.",
    scope: "Scopes, separated by spaces. Default: those of the client.",
    state: "Value that the client gets back.",
    code_challenge: "SHA-256 of the verifier of the client in base64url (RFC 7636).",
    code_challenge_method: { description: "`S256`", schema: { type: "string", enum: ["S256"] } },
  },
  responses: PAGES,
};

function formOfPage(summary: string): OperationDescription {
  return { summary, security: [], body: { types: [FORM], schema: ANY_OBJECT }, responses: PAGES };
}

export const CONSENT = formOfPage("The form of the page that asks for the consent.");
const signIn = formOfPage("The form of the page for signing in.");
export const SIGN_IN_FORM: OperationDescription = {
  ...signIn,
  responses: [
    ...PAGES,
    {
      status: 401,
      description: "The page with the reason why the user is not signed in.",
      content: PAGE,
      headers: ["Set-Cookie"],
    },
  ],
};

export const SHOW_CODE_PAGE: OperationDescription = {
  summary: "A page that shows the authorization code, for clients without a redirect URI of their own.",
  security: [],
  query: { code: "The code." },
  responses: PAGES,
};

export const PUBLIC_KEYS: OperationDescription = {
  summary: "The public keys that verify the tokens (JWKS, RFC 7517).",
  security: [],
  responses: [response("The keys.", JSON_TYPES, object({ keys: list(ANY_OBJECT) }), [])],
};
