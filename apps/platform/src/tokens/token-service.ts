import { tokenService } from "tamis/families";
import type { HttpResponse } from "tamis/http";
import { type DescribedServiceOperation, endpoint } from "../access/guard.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import { firstRow } from "../storage/read-rows.ts";
import { Authenticator } from "./authenticate.ts";
import { AuthorizationEndpoint, CODE_PAGE } from "./authorization-endpoint.ts";
import {
  AUTHORIZATION_PAGE,
  CONSENT,
  PUBLIC_KEYS,
  REGISTER,
  REQUEST_TOKEN,
  SHOW_CODE_PAGE,
  SIGN_IN_FORM,
} from "./descriptions.ts";
import { openCredentials, type AccountCredentials } from "./store/account-credentials.ts";
import { jsonResponse } from "./protocol/oauth-error.ts";
import { CLIENTS_PATH, KEYS, TOKEN } from "./store/paths.ts";
import { AUTHORIZE, SIGN_IN } from "./pages/sign-in-pages.ts";
import type { UserRow } from "./store/records.ts";
import { clientRow, registerClient, type Registration } from "./register-client.ts";
import type { RevokedFamilies } from "./store/revoked-families.ts";
import { SecretHasher } from "./store/secrets.ts";
import type { SigningKeys } from "./store/signing-keys.ts";
import { TokenEndpoint } from "./token-endpoint.ts";
import { LONGEST_VALIDITY, type TokenOptions } from "./store/token-options.ts";
import { openSharedTables } from "./store/shared-tables.ts";
import { deleteExpired, type TokenTables } from "./store/token-tables.ts";

/** The token service: registration of clients, sign-in of users, tokens. */
export class TokenService {
  readonly root = `${tokenService.prefix}/`;
  readonly authenticator: Authenticator;
  readonly operations: readonly DescribedServiceOperation[];
  readonly #tables: TokenTables;
  readonly #revoked: RevokedFamilies;
  readonly #hasher: SecretHasher;
  readonly #now: () => number;

  static async open(
    { tables: allTables, record }: Pick<AuditTrail, "tables" | "record">,
    { onError, ...options }: TokenOptions & { readonly onError: (error: unknown) => void },
  ): Promise<TokenService> {
    const { tables, keys, revoked } = await openSharedTables(allTables, {
      rotation: options.keyRotation,
      longestValidity: LONGEST_VALIDITY,
      now: options.now,
      onError,
    });
    const hasher = new SecretHasher(options.hashCost);
    const credentials = openCredentials(tables, hasher, { now: options.now, record });
    const service = new TokenService(tables, { keys, revoked, hasher, ...credentials }, options);
    await service.deleteExpired();
    return service;
  }

  private constructor(
    tables: TokenTables,
    parts: AccountCredentials & {
      readonly keys: SigningKeys;
      readonly revoked: RevokedFamilies;
      readonly hasher: SecretHasher;
    },
    options: TokenOptions,
  ) {
    const { now } = options;
    const { keys, revoked, hasher, users, clients } = parts;
    const token = new TokenEndpoint(clients, keys, { users, tables, revoked, options });
    const authorization = new AuthorizationEndpoint(tables, users, options);
    this.#tables = tables;
    this.#revoked = revoked;
    this.#hasher = hasher;
    this.#now = now;
    this.authenticator = new Authenticator(keys, revoked, options);
    this.operations = [
      endpoint("POST", TOKEN, REQUEST_TOKEN, (request) => token.answer(request)),
      endpoint("POST", CLIENTS_PATH, REGISTER, (request) =>
        registerClient(request, { clients: tables.clients, hasher, now }),
      ),
      endpoint("GET", AUTHORIZE, AUTHORIZATION_PAGE, (request) => authorization.show(request)),
      endpoint("POST", AUTHORIZE, CONSENT, (request) => authorization.decide(request)),
      endpoint("POST", SIGN_IN, SIGN_IN_FORM, (request) => authorization.signIn(request)),
      endpoint("GET", CODE_PAGE, SHOW_CODE_PAGE, (request) => authorization.showCode(request)),
      endpoint("GET", KEYS, PUBLIC_KEYS, (): HttpResponse => jsonResponse(200, keys.published)),
    ];
  }

  /** Deletes codes, refresh tokens and revoked families that have expired. To be called from time to time. */
  async deleteExpired(): Promise<void> {
    const now = this.#now();
    await deleteExpired(this.#tables.codes, now);
    await deleteExpired(this.#tables.refreshTokens, now);
    await this.#revoked.deleteExpired(now);
  }

  /** Whether no client is registered: the deployment has just been created. */
  async isEmpty(): Promise<boolean> {
    return (await firstRow(this.#tables.clients)) === undefined;
  }

  async addClient(registration: Registration): Promise<void> {
    await this.#tables.clients.create(await clientRow(registration, this.#hasher, this.#now()));
  }

  /** Adds a user, or replaces the password and the groups of a user. */
  async addUser(name: string, password: string, groups: readonly string[]): Promise<void> {
    const row: UserRow = { name, passwordHash: await this.#hasher.hash(password), groups: [...groups] };
    const outcome = await this.#tables.users.create(row);
    if (outcome.kind === "conflict") await this.#tables.users.replace(name, row, "any");
  }
}
