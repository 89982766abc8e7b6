import { ownProperties } from "../../values/own-properties.ts";
import { ClientError, TokenError } from "../transport/client-error.ts";
import { field, textField } from "../transport/http-error.ts";

/** Path of the token service below the address of a deployment. */
const OAUTH_PATH = "/VendorLogon/oauth";

export interface OAuthOptions {
  /** Address of the deployment. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** Undefined for a public client, such as a page in a browser. */
  readonly clientSecret?: string | undefined;
  readonly scope?: string | undefined;
  /** Path of the token service. Default `/VendorLogon/oauth`. */
  readonly path?: string | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Milliseconds before a token is renewed in advance. Default 60,000. */
  readonly renewBefore?: number | undefined;
  /** Maximum milliseconds of a request. Default 30,000. */
  readonly timeout?: number | undefined;
}

export interface OAuthTokens {
  readonly accessToken: string;
  /** Milliseconds since 1970 at which the token expires; undefined if the service does not report it. */
  readonly expires: number | undefined;
  readonly refreshToken: string | undefined;
}

/** Requests of an application to the token service. */
export class TokenEndpoint {
  readonly options: OAuthOptions;

  constructor(options: OAuthOptions) {
    this.options = ownProperties(options);
  }

  address(name: "token" | "authorize"): URL {
    const { baseUrl, path = OAUTH_PATH } = this.options;
    return new URL(`${baseUrl.replace(/\/+$/, "")}${path}/${name}`);
  }

  /** @throws TokenError if the service refuses, ClientError if it does not respond */
  async request(form: Readonly<Record<string, string | undefined>>): Promise<OAuthTokens> {
    const { clientId, clientSecret, fetch: send = fetch, timeout = 30_000 } = this.options;
    const fields = clientSecret === undefined ? { ...form, client_id: clientId } : form;
    const entries = Object.entries(fields).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const address = this.address("token");
    let response: Response;
    let text: string;
    try {
      response = await send(address.href, {
        method: "POST",
        headers: {
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
          ...(clientSecret === undefined ? {} : { authorization: basicHeader(clientId, clientSecret) }),
        },
        body: new URLSearchParams(entries).toString(),
        // A redirect must not receive the secret.
        redirect: "error",
        signal: AbortSignal.timeout(timeout),
      });
      text = await response.text();
    } catch (cause) {
      const message = "The token service did not respond.";
      throw new ClientError("network", message, { cause }).from("POST", address);
    }
    return readTokens(response, text, address);
  }
}

function readTokens(response: Response, text: string, address: URL): OAuthTokens {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const accessToken = textField(body, "access_token");
  if (!response.ok || accessToken === undefined)
    throw new TokenError(
      textField(body, "error") ?? "no token in the response",
      textField(body, "error_description"),
      response.status,
    ).from("POST", address);
  const seconds = Number(field(body, "expires_in") ?? NaN);
  return {
    accessToken,
    expires: Number.isFinite(seconds) ? Date.now() + seconds * 1000 : undefined,
    refreshToken: textField(body, "refresh_token"),
  };
}

/** Returns the value of a header field `Authorization: Basic`. Form-encodes both parts first (RFC 6749, section 2.3.1). */
function basicHeader(id: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);
  return `Basic ${btoa(`${encode(id)}:${encode(secret)}`)}`;
}
