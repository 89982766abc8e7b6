import type { SCOPES } from "tamis/families";
import { TOKEN_PARAMETER } from "../tokens/authenticate.ts";
import { CLIENT_SCHEME } from "../tokens/descriptions.ts";
import { AUTHORIZE } from "../tokens/pages/sign-in-pages.ts";
import type { TokenOptions } from "../tokens/store/token-options.ts";
import { TOKEN } from "../tokens/store/paths.ts";

export type SchemeOptions = Pick<TokenOptions, "issuer" | "passwordGrant" | "tokenInQuery">;

type Scheme = Readonly<Record<string, unknown>>;

/** Names of the schemes of callers with an access token. */
export const CALLER_SCHEMES = ["bearer", "oauth2"] as const;

const SCOPE_MEANINGS: Readonly<Record<(typeof SCOPES)[number], string>> = {
  openid: "Act for a user.",
  "uaa.user": "Act for a user.",
  "uaa.none": "Act for the client itself.",
  VendorAdministrators: "Act as an administrator, if the client or the user is in this group.",
};

/** Returns the ways to authenticate, by name. */
export function securitySchemes({
  issuer,
  passwordGrant,
  tokenInQuery,
}: SchemeOptions): Readonly<Record<string, Scheme>> {
  const tokenUrl = `${issuer}${TOKEN}`;
  const flow = { tokenUrl, scopes: SCOPE_MEANINGS };
  const renewed = { ...flow, refreshUrl: tokenUrl };
  const alternatives = tokenInQuery
    ? { query: { type: "apiKey", in: "query", name: TOKEN_PARAMETER, description: "An access token." } }
    : {};
  return {
    bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    oauth2: {
      type: "oauth2",
      flows: {
        clientCredentials: flow,
        authorizationCode: { ...renewed, authorizationUrl: `${issuer}${AUTHORIZE}` },
        ...(passwordGrant ? { password: renewed } : {}),
      },
    },
    ...alternatives,
    [CLIENT_SCHEME]: { type: "http", scheme: "basic", description: "Id and secret of a client." },
  };
}
