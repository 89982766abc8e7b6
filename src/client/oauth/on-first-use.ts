import type { TokenSource } from "../transport/authorization.ts";
import type { AuthorizationCode, AuthorizationCodeOptions } from "./authorization-code.ts";
import type { OAuthOptions } from "./token-endpoint.ts";

/*
 * The functions of the entry point. They load the code that requests tokens on first use: clients with a token of their own never
 * need it.
 */

/**
 * Returns tokens of an application that acts for itself (grant `client_credentials`). The scope is `uaa.none` by default.
 *
 * @example const auth = clientCredentials({ baseUrl, clientId: "nightly", clientSecret });
 */
export function clientCredentials(options: OAuthOptions & { readonly clientSecret: string }): TokenSource {
  return openOnFirstUse(async () => (await import("./flows.ts")).credentialsSource(options));
}

/** Signs in users (grant `authorization_code`) with PKCE. */
export function authorizationCode(options: AuthorizationCodeOptions): AuthorizationCode {
  const open = async () => (await import("./flows.ts")).codeFlow(options);
  return {
    begin: async () => (await open()).begin(),
    finish: async (returned, signIn) => (await open()).finish(returned, signIn),
    resume: (refreshToken) => openOnFirstUse(async () => (await open()).resume(refreshToken)),
  };
}

function openOnFirstUse(open: () => Promise<TokenSource>): TokenSource {
  let source: Promise<TokenSource> | undefined;
  return { token: async (rejected) => (await (source ??= open())).token(rejected) };
}
