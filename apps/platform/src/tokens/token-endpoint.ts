import type { HttpResponse, OperationRequest } from "tamis/http";
import { GRANT_TYPES } from "tamis/families";
import { identifyOrigin } from "../audit/origin.ts";
import { authenticateClient } from "./protocol/client-authentication.ts";
import type { Credentials } from "./store/credentials.ts";
import { readForm } from "./protocol/form.ts";
import { FORM } from "./descriptions.ts";
import type { Grant, GrantContext, Granted } from "./grants/grant.ts";
import { GRANTS } from "./grants/grants.ts";
import { jsonResponse, OAuthRefusal, refuse } from "./protocol/oauth-error.ts";
import type { ClientRow } from "./store/records.ts";
import type { SigningKeys } from "./store/signing-keys.ts";

/** Answers `POST /VendorLogon/oauth/token`. */
export class TokenEndpoint {
  readonly #clients: Credentials;
  readonly #keys: SigningKeys;
  readonly #context: Omit<GrantContext, "form" | "client">;

  constructor(clients: Credentials, keys: SigningKeys, context: Omit<GrantContext, "form" | "client">) {
    this.#clients = clients;
    this.#keys = keys;
    this.#context = context;
  }

  async answer({ request, readBody }: OperationRequest): Promise<HttpResponse> {
    try {
      const type = [request.headers["content-type"] ?? ""].flat()[0]!;
      if (type.split(";", 1)[0]!.trim().toLowerCase() !== FORM)
        refuse("invalid_request", `A token request has a body of the type ${FORM}.`);
      const form = readForm(await readBody());
      const client = await authenticateClient(request, form, this.#clients);
      identifyOrigin({ client: client.client_id, user: null });
      const grant = chooseGrant(form.get("grant_type"), client);
      const granted = await grant({ ...this.#context, form, client });
      return await this.#issue(client, granted);
    } catch (error) {
      if (error instanceof OAuthRefusal) return error.response();
      throw error;
    }
  }

  async #issue(client: ClientRow, { user, scope, groups, family, refreshToken: refresh }: Granted) {
    const { options } = this.#context;
    const now = Math.floor(options.now() / 1_000);
    const validity = client.access_token_validity ?? options.accessTokenValidity;
    const token = await this.#keys.sign({
      iss: options.issuer,
      sub: user ?? client.client_id,
      client_id: client.client_id,
      scope: scope.join(" "),
      groups: [...groups],
      iat: now,
      exp: now + validity,
      jti: crypto.randomUUID(),
      ...(family === undefined ? {} : { family }),
    });
    return jsonResponse(200, {
      access_token: token,
      token_type: "bearer",
      expires_in: validity,
      scope: scope.join(" "),
      ...(refresh === undefined ? {} : { refresh_token: refresh }),
    });
  }
}

function chooseGrant(name: string | undefined, client: ClientRow): Grant {
  if (name === undefined) refuse("invalid_request", "The parameter grant_type is missing.");
  const grantType = GRANT_TYPES.find((type) => type === name);
  if (grantType === undefined)
    return refuse("unsupported_grant_type", `The grant types are ${GRANT_TYPES.join(", ")}.`);
  if (!client.authorized_grant_types.includes(grantType))
    refuse("unauthorized_client", `The client is not registered for ${grantType}.`);
  return GRANTS[grantType];
}
