import { OUT_OF_BAND } from "tamis/families";
import type { HttpRequest, HttpResponse, OperationRequest } from "tamis/http";
import { identifyOrigin } from "../audit/origin.ts";
import { isStorable } from "../storage/read-rows.ts";
import type { Credentials } from "./store/credentials.ts";
import { readForm, readScope, type Form } from "./protocol/form.ts";
import { defaultScopes, grantScopes } from "./grants/scopes.ts";
import { OAuthRefusal, refuse, type OAuthErrorCode } from "./protocol/oauth-error.ts";
import { redirect } from "./pages/page.ts";
import { AUTHORIZE, codePage, consentPage, errorPage, signInPage } from "./pages/sign-in-pages.ts";
import { Sessions, type Session } from "./pages/sessions.ts";
import type { ClientRow, CodeRow } from "./store/records.ts";
import { chooseRedirect, withParameters } from "./protocol/redirect-uri.ts";
import { hashToken, randomSecret } from "./store/secrets.ts";
import type { TokenOptions } from "./store/token-options.ts";
import type { TokenTables } from "./store/token-tables.ts";

/** Path of the page that shows a code. */
export const CODE_PAGE = "/VendorLogon/oauth/code";

/** A code: 32 random bytes in base64url. */
const CODE = /^[A-Za-z0-9_-]{43}$/;

/** A SHA-256 challenge (RFC 7636): 32 bytes in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** A valid authorization request of a registered client. */
interface Authorization {
  readonly client: ClientRow;
  readonly redirectUri: string;
  readonly namedRedirect: boolean;
  readonly scope: readonly string[];
  readonly challenge: string | undefined;
  readonly state: string | undefined;
}

/** The sign-in and the consent of the authorization_code grant. */
export class AuthorizationEndpoint {
  readonly #tables: TokenTables;
  readonly #users: Credentials;
  readonly #options: TokenOptions;
  readonly #sessions: Sessions;

  constructor(tables: TokenTables, users: Credentials, options: TokenOptions) {
    this.#tables = tables;
    this.#users = users;
    this.#options = options;
    this.#sessions = new Sessions(options.issuer.startsWith("https:"), options.now);
  }

  /** Answers `GET /VendorLogon/oauth/authorize` with the page for signing in or for the consent. */
  async show({ request }: OperationRequest): Promise<HttpResponse> {
    const { search = "" } = request;
    return this.#withRequest(search, (authorization) => {
      const session = this.#sessions.find(request);
      const state = this.#formState(search, session);
      if (session.user === undefined) return Promise.resolve(signInPage(state));
      const { client, scope, redirectUri } = authorization;
      return Promise.resolve(
        consentPage({ ...state, user: session.user, client: client.client_id, scopes: scope, redirectUri }),
      );
    });
  }

  /** Answers the form of the page for signing in. */
  async signIn({ request, readBody }: OperationRequest): Promise<HttpResponse> {
    const form = await this.#readForm(request, readBody);
    if (form === undefined) return errorPage("The form is not from this page. Open the application again.");
    const search = form.get("request") ?? "";
    const session = this.#sessions.find(request);
    const result = await this.#users.verify({
      name: form.get("username") ?? "",
      secret: form.get("password") ?? "",
    });
    const again = (problem: string) => signInPage(this.#formState(search, session), problem);
    switch (result.kind) {
      case "wrong":
        return again("The user name or the password is wrong.");
      case "paused":
        return again(`There were too many wrong passwords. Try again in ${result.seconds} seconds.`);
      case "busy":
        return again("Too many users sign in at the same time. Try again.");
      case "correct": {
        this.#sessions.end(session);
        const started = this.#sessions.start(result.row["name"] as string);
        // The path is fixed and only the query string is from the form, so it cannot lead to another site.
        return redirect(
          `${AUTHORIZE}?${new URLSearchParams(search).toString()}`,
          this.#sessions.cookie(started),
        );
      }
    }
  }

  /** Answers the form of the consent page: sends the code to the client, or shows it. */
  async decide({ request, readBody }: OperationRequest): Promise<HttpResponse> {
    const text = await readBody();
    // A form has one parameter `scope` for each checked scope.
    const chosen = new URLSearchParams(text).getAll("scope");
    const form = await this.#readForm(request, () => Promise.resolve(withoutScopes(text)));
    const { user } = this.#sessions.find(request);
    if (form === undefined || user === undefined)
      return errorPage("The form is not from this page. Open the application again.");
    return this.#withRequest(form.get("request") ?? "", async (authorization) => {
      const scope = authorization.scope.filter((name) => chosen.includes(name));
      if (form.get("decision") !== "allow" || scope.length === 0)
        return this.#refused(authorization, "access_denied", "The user does not allow the access.");
      const code = await this.#issueCode({ ...authorization, scope }, user);
      return this.#respond(authorization, { code });
    });
  }

  /** Answers the page that shows a code. */
  showCode({ request }: OperationRequest): HttpResponse {
    // Everybody can write a URL of this page, so it shows codes only, and no text of the URL.
    const code = new URLSearchParams(request.search).get("code") ?? "";
    return CODE.test(code) ? codePage(code) : errorPage("The application gets no access.");
  }

  async #readForm(request: HttpRequest, readBody: () => Promise<string>): Promise<Form | undefined> {
    try {
      const form = readForm(await readBody());
      const isOwn = this.#sessions.isFormToken(this.#sessions.find(request), form.get("token"));
      return isOwn ? form : undefined;
    } catch (error) {
      if (error instanceof OAuthRefusal) return undefined;
      throw error;
    }
  }

  #formState(search: string, session: Session) {
    return {
      search,
      formToken: this.#sessions.formToken(session),
      cookie: this.#sessions.cookie(session),
    };
  }

  /** Validates an authorization request. Errors go to the client only if its redirect URI is known to be right. */
  async #withRequest(
    search: string,
    answer: (authorization: Authorization) => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    let target: Pick<Authorization, "redirectUri" | "state"> | undefined;
    try {
      const form = readForm(search);
      const client = await this.#findClient(form.get("client_id"));
      if (client === undefined) return errorPage("The application is not registered here.");
      const requestedRedirect = form.get("redirect_uri");
      const redirectUri = chooseRedirect(client.redirect_uri, requestedRedirect);
      if (redirectUri === undefined)
        return errorPage("The application names an address that is not registered for it.");
      target = { redirectUri, state: form.get("state") };
      const { scope, challenge } = readAuthorization(form, client, redirectUri);
      return await answer({
        ...target,
        client,
        namedRedirect: requestedRedirect !== undefined,
        scope,
        challenge,
      });
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      return target === undefined
        ? errorPage(error.message)
        : this.#refused(target, error.code, error.message);
    }
  }

  async #findClient(id: string | undefined): Promise<ClientRow | undefined> {
    if (id === undefined || !isStorable(id)) return undefined;
    return (await this.#tables.clients.read(id))?.row as ClientRow | undefined;
  }

  async #issueCode(authorization: Authorization, user: string): Promise<string> {
    const code = randomSecret();
    const { client, scope, redirectUri, namedRedirect, challenge } = authorization;
    identifyOrigin({ client: client.client_id, user });
    const row: CodeRow = {
      hash: hashToken(code),
      family: crypto.randomUUID(),
      client: client.client_id,
      user,
      scope: [...scope],
      redirectUri,
      namedRedirect,
      challenge: challenge ?? null,
      expires: new Date(this.#options.now() + this.#options.codeValidity * 1_000).toISOString(),
      used: false,
    };
    await this.#tables.codes.create(row);
    return code;
  }

  #refused(
    target: Pick<Authorization, "redirectUri" | "state">,
    error: OAuthErrorCode,
    description: string,
  ): HttpResponse {
    return this.#respond(target, { error, error_description: description });
  }

  /** The issuer tells a client with several authorization servers which one has answered (RFC 9207). */
  #respond(
    { redirectUri, state }: Pick<Authorization, "redirectUri" | "state">,
    parameters: Readonly<Record<string, string>>,
  ): HttpResponse {
    const { issuer } = this.#options;
    const uri = redirectUri === OUT_OF_BAND ? `${issuer}${CODE_PAGE}` : redirectUri;
    return redirect(withParameters(uri, { ...parameters, state, iss: issuer }));
  }
}

/** @throws OAuthRefusal for a request that the client can be told about */
function readAuthorization(form: Form, client: ClientRow, redirectUri: string) {
  if (form.get("response_type") !== "code")
    refuse("unsupported_response_type", "The only response_type is code.");
  if (!client.authorized_grant_types.includes("authorization_code"))
    refuse("unauthorized_client", "The client is not registered for authorization_code.");
  const challenge = form.get("code_challenge");
  // A code that a user copies by hand passes no other page, so the published request without a challenge is safe there.
  if (challenge === undefined && redirectUri !== OUT_OF_BAND)
    refuse("invalid_request", "The request needs a code_challenge (PKCE).");
  if (challenge !== undefined && (form.get("code_challenge_method") !== "S256" || !CHALLENGE.test(challenge)))
    refuse("invalid_request", "The code_challenge has the code_challenge_method S256.");
  return { scope: grantScopes(readScope(form), client.scope, defaultScopes(client.scope)), challenge };
}

function withoutScopes(text: string): string {
  const parameters = new URLSearchParams(text);
  parameters.delete("scope");
  return parameters.toString();
}
