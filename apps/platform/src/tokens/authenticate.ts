import type { HttpRequest } from "tamis/http";
import type { Identity } from "../access/caller.ts";
import type { RevokedFamilies } from "./store/revoked-families.ts";
import type { SigningKeys } from "./store/signing-keys.ts";
import type { TokenOptions } from "./store/token-options.ts";
import { VerifiedTokens, type VerifiedToken } from "./store/verified-tokens.ts";

/** Name of the query parameter with a token (RFC 6750, section 2.3). */
export const TOKEN_PARAMETER = "access_token";

/** Longest token in characters. Longer ones are not decoded. */
const MAX_LENGTH = 8_192;

/** A request with tokens in several places, or with a token where none is allowed: 400 (RFC 6750, section 3.1). */
export interface AmbiguousToken {
  readonly kind: "ambiguous";
  readonly message: string;
}

/** Finds out who sends a request, from its access token. */
export class Authenticator {
  readonly #keys: SigningKeys;
  readonly #revoked: RevokedFamilies;
  readonly #options: TokenOptions;
  readonly #verified: VerifiedTokens;

  constructor(
    keys: SigningKeys,
    revoked: RevokedFamilies,
    options: TokenOptions,
    verified = new VerifiedTokens(),
  ) {
    this.#keys = keys;
    this.#revoked = revoked;
    this.#options = options;
    this.#verified = verified;
  }

  async identify(request: HttpRequest): Promise<Identity | AmbiguousToken> {
    const tokens = this.#tokensOf(request);
    if (!Array.isArray(tokens)) return tokens;
    const [token] = tokens;
    if (token === undefined) return undefined;
    if (tokens.length > 1)
      return { kind: "ambiguous", message: "The request has several access tokens. Send one." };
    return this.#readToken(token);
  }

  #tokensOf({ headers, search = "" }: HttpRequest): string[] | AmbiguousToken {
    const fields = [headers["authorization"] ?? []].flat();
    const fromQuery = mayHaveToken(search) ? new URLSearchParams(search).getAll(TOKEN_PARAMETER) : [];
    if (fromQuery.length > 0 && !this.#options.tokenInQuery)
      return {
        kind: "ambiguous",
        message: "This deployment does not read tokens in URLs. Send the header field Authorization.",
      };
    // Other schemes, such as Basic, are no access tokens: the request is unauthenticated.
    const bearer = fields.map((field) => (/^bearer(?: |$)/i.test(field) ? field.slice(7).trim() : "-"));
    return [...bearer, ...fromQuery];
  }

  async #readToken(token: string): Promise<Identity> {
    const invalid = (reason: string): Identity => ({ kind: "invalid-token", reason });
    if (token.length > MAX_LENGTH) return invalid("The access token is too long.");
    const verified = this.#verifiedBefore(token) ?? (await this.#verify(token));
    if (verified === undefined) return invalid("The access token is wrong or expired.");
    const { caller, family } = verified;
    if (family !== undefined && this.#revoked.has(family)) return invalid("The access token was revoked.");
    return caller;
  }

  /** Returns a token that was verified before, unless it has expired or its key is gone. */
  #verifiedBefore(token: string): VerifiedToken | undefined {
    const verified = this.#verified.get(token);
    if (verified === undefined) return undefined;
    if (verified.expires > Math.floor(this.#options.now() / 1_000) && this.#keys.has(verified.key))
      return verified;
    this.#verified.delete(token);
    return undefined;
  }

  async #verify(token: string): Promise<VerifiedToken | undefined> {
    const verification = await this.#keys.verify(token, this.#options.issuer);
    if (verification === undefined) return undefined;
    const { sub, client_id: client, scope, groups, family, exp } = verification.claims;
    const verified: VerifiedToken = {
      caller: {
        kind: "caller",
        name: sub!,
        client: client as string,
        groups: groups as readonly string[],
        scopes: (scope as string).split(" "),
      },
      expires: exp!,
      key: verification.key,
      family: typeof family === "string" ? family : undefined,
    };
    this.#verified.set(token, verified);
    return verified;
  }
}

/** Whether a query string can have the parameter with a token. Any character of its name can be percent-encoded. */
export function mayHaveToken(search: string): boolean {
  return search.includes(TOKEN_PARAMETER) || search.includes("%");
}
