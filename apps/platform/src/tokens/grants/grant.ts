import type { Credentials } from "../store/credentials.ts";
import type { Form } from "../protocol/form.ts";
import type { ClientRow } from "../store/records.ts";
import type { RevokedFamilies } from "../store/revoked-families.ts";
import type { TokenOptions } from "../store/token-options.ts";
import type { TokenTables } from "../store/token-tables.ts";

/** What a grant needs to decide on a token request. */
export interface GrantContext {
  readonly form: Form;
  /** The authenticated client. It is registered for the grant. */
  readonly client: ClientRow;
  readonly users: Credentials;
  readonly tables: TokenTables;
  readonly revoked: RevokedFamilies;
  readonly options: TokenOptions;
}

/** What the tokens of a request contain. */
export interface Granted {
  /** The user; undefined if the client acts for itself. */
  readonly user: string | undefined;
  readonly scope: readonly string[];
  readonly groups: readonly string[];
  /** Family of all tokens that began with the same sign-in; undefined for tokens of a client itself. */
  readonly family: string | undefined;
  /** Refresh token; undefined if there is none. */
  readonly refreshToken: string | undefined;
}

/** @throws OAuthRefusal if the request gets no token */
export type Grant = (context: GrantContext) => Promise<Granted>;
