import type { TokenSource } from "../transport/authorization.ts";
import type { OAuthOptions, OAuthTokens } from "./token-endpoint.ts";

export interface AuthorizationCodeOptions extends OAuthOptions {
  /** Address to which the token service returns the user. */
  readonly redirectUri: string;
  /** Called with new tokens, for example to store the refresh token. */
  readonly onTokens?: ((tokens: OAuthTokens) => void) | undefined;
}

/** A sign-in that has begun. Keep it until the user returns, for example in `sessionStorage`. */
export interface SignIn {
  /** Address where the user signs in. */
  readonly url: string;
  readonly state: string;
  /** Secret of the code exchange (RFC 7636). */
  readonly verifier: string;
}

export interface AuthorizationCode {
  /** Begins a sign-in. */
  readonly begin: () => Promise<SignIn>;
  /**
   * Exchanges the code for tokens.
   *
   * @param returned address to which the user returned, with `code` and `state`
   * @throws TokenError if the user or the service refused, or if the address belongs to another sign-in
   */
  readonly finish: (returned: string, signIn: Pick<SignIn, "state" | "verifier">) => Promise<TokenSource>;
  /** Continues with a stored refresh token. */
  readonly resume: (refreshToken: string) => TokenSource;
}
