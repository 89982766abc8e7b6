/** A source of access tokens. */
export interface TokenSource {
  /**
   * Returns an access token.
   *
   * @param rejected token that the server has just refused; the source must not return it from a cache
   */
  token: (rejected?: string) => Promise<string>;
}

/** An access token, a function that returns one, or a source that renews it. */
export type ClientAuth = string | (() => string | Promise<string>) | TokenSource;

export async function readToken(auth: ClientAuth, rejected?: string): Promise<string> {
  if (typeof auth === "string") return auth;
  return typeof auth === "function" ? auth() : auth.token(rejected);
}
