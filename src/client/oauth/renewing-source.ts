import type { TokenSource } from "../transport/authorization.ts";
import type { OAuthTokens } from "./token-endpoint.ts";

/** Keeps the current token, and renews it shortly before it expires. Concurrent callers share one request. */
export class RenewingSource implements TokenSource {
  #tokens: OAuthTokens | undefined;
  #pending: Promise<OAuthTokens> | undefined;
  readonly #renew: (tokens: OAuthTokens | undefined) => Promise<OAuthTokens>;
  readonly #renewBefore: number;

  constructor(
    renew: (tokens: OAuthTokens | undefined) => Promise<OAuthTokens>,
    { renewBefore = 60_000 }: { readonly renewBefore?: number | undefined },
    tokens?: OAuthTokens,
  ) {
    this.#renew = renew;
    this.#renewBefore = renewBefore;
    this.#tokens = tokens;
  }

  async token(rejected?: string): Promise<string> {
    const current = this.#tokens;
    if (current !== undefined && current.accessToken !== rejected && this.#isFresh(current))
      return current.accessToken;
    this.#pending ??= this.#replace().finally(() => (this.#pending = undefined));
    return (await this.#pending).accessToken;
  }

  async #replace(): Promise<OAuthTokens> {
    this.#tokens = await this.#renew(this.#tokens);
    return this.#tokens;
  }

  #isFresh({ expires }: OAuthTokens): boolean {
    return expires === undefined || Date.now() < expires - this.#renewBefore;
  }
}
