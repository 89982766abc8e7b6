import { requireKind, requireText } from "../../diagnostics/require-argument.ts";
import { TokenError } from "../transport/client-error.ts";
import { RenewingSource } from "./renewing-source.ts";
import type { AuthorizationCode, AuthorizationCodeOptions } from "./authorization-code.ts";
import { TokenEndpoint, type OAuthTokens } from "./token-endpoint.ts";

export function codeFlow(options: AuthorizationCodeOptions): AuthorizationCode {
  const endpoint = new TokenEndpoint(options);
  const { redirectUri, onTokens, scope = "openid", clientId } = endpoint.options as AuthorizationCodeOptions;
  const report = (tokens: OAuthTokens): OAuthTokens => {
    onTokens?.(tokens);
    return tokens;
  };
  const renew = async (old: OAuthTokens | undefined): Promise<OAuthTokens> => {
    const refreshToken = old?.refreshToken;
    if (refreshToken === undefined) throw new TokenError("no refresh token", "the user must sign in again");
    const tokens = await endpoint.request({ grant_type: "refresh_token", refresh_token: refreshToken });
    // A service that does not rotate refresh tokens does not repeat them.
    return report({ ...tokens, refreshToken: tokens.refreshToken ?? refreshToken });
  };
  const source = (tokens: OAuthTokens) => new RenewingSource(renew, endpoint.options, tokens);
  return {
    begin: async () => {
      const [state, verifier] = [randomText(), randomText()];
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
      const url = endpoint.address("authorize");
      url.search = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: base64Url(new Uint8Array(digest)),
        code_challenge_method: "S256",
      }).toString();
      return { url: url.href, state, verifier };
    },
    finish: async (returned, request) => {
      requireText(returned, "returned");
      requireKind(request, "request", "what begin returned", "state", "verifier");
      const { state, verifier } = request;
      const { searchParams } = new URL(returned);
      if (searchParams.get("state") !== state)
        throw new TokenError("state", "the address belongs to another sign-in");
      const code = searchParams.get("code");
      if (code === null)
        throw new TokenError(
          searchParams.get("error") ?? "no code in the address",
          searchParams.get("error_description") ?? undefined,
        );
      const form = {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      };
      return source(report(await endpoint.request(form)));
    },
    // The first request of a token renews it.
    resume: (refreshToken) => source({ accessToken: "", expires: 0, refreshToken }),
  };
}

function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
