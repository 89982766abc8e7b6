import type { TokenSource } from "../transport/authorization.ts";
import { RenewingSource } from "./renewing-source.ts";
import { TokenEndpoint, type OAuthOptions } from "./token-endpoint.ts";

export function credentialsSource(options: OAuthOptions): TokenSource {
  const endpoint = new TokenEndpoint(options);
  const { scope = "uaa.none" } = endpoint.options;
  // These tokens have no refresh token: each is requested anew.
  return new RenewingSource(
    () => endpoint.request({ grant_type: "client_credentials", scope }),
    endpoint.options,
  );
}
