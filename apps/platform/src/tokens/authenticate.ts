import type { HttpRequest } from "tamis/http";
import type { Caller, Identity } from "../access/caller.ts";
import type { RevokedFamilies } from "./store/revoked-families.ts";
import type { SigningKeys } from "./store/signing-keys.ts";
import type { TokenOptions } from "./store/token-options.ts";

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

  constructor(keys: SigningKeys, revoked: RevokedFamilies, options: TokenOptions) {
    this.#keys = keys;
    this.#revoked = revoked;
    this.#options = options;
  }

  async identify(request: HttpRequest): Promise<Identity | AmbiguousToken> {
    const tokens = this.#tokensOf(request);
    if (!Array.isArray(tokens)) return tokens;
    const [token] = tokens;
    if (token === undefined) return undefined;
    if (tokens.length > 1)
      return { kind: "ambiguous", message: "The request has several access tokens. Send one." };
    return this.#read(token);
  }

  #tokensOf({ headers, search = "" }: HttpRequest): string[] | AmbiguousToken {
    const fields = [headers["authorization"] ?? []].flat();
    const fromQuery = new URLSearchParams(search).getAll(TOKEN_PARAMETER);
    if (fromQuery.length > 0 && !this.#options.tokenInQuery)
      return {
        kind: "ambiguous",
        message: "This deployment does not read tokens in URLs. Send the header field Authorization.",
      };
    // Other schemes, such as Basic, are no access tokens: the request is unauthenticated.
    const bearer = fields.map((field) => (/^bearer(?: |$)/i.test(field) ? field.slice(7).trim() : "-"));
    return [...bearer, ...fromQuery];
  }

  async #read(token: string): Promise<Identity> {
    const invalid = (reason: string): Identity => ({ kind: "invalid-token", reason });
    if (token.length > MAX_LENGTH) return invalid("The access token is too long.");
    const claims = await this.#keys.verify(token, this.#options.issuer);
    if (claims === undefined) return invalid("The access token is wrong or expired.");
    const { sub, client_id: client, scope, groups, family } = claims;
    if (typeof family === "string" && this.#revoked.has(family))
      return invalid("The access token was revoked.");
    const caller: Caller = {
      kind: "caller",
      name: sub!,
      client: client as string,
      groups: groups as readonly string[],
      scopes: (scope as string).split(" "),
    };
    return caller;
  }
}
