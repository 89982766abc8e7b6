import type { HttpResponse } from "tamis/http";

/** Errors of OAuth 2.0 (RFC 6749, sections 4.1.2.1 and 5.2), with their statuses at the token endpoint. */
export const OAUTH_STATUSES = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  access_denied: 403,
  temporarily_unavailable: 503,
} as const;

export type OAuthErrorCode = keyof typeof OAUTH_STATUSES;

/** Ends a request of the token service. Only the token service throws it, and answers it. */
export class OAuthRefusal extends Error {
  readonly code: OAuthErrorCode;
  /** Seconds after which the request can be sent again; undefined if that would not help. */
  readonly retryAfter: number | undefined;

  constructor(code: OAuthErrorCode, description: string, retryAfter?: number) {
    super(description);
    this.code = code;
    this.retryAfter = retryAfter;
  }

  /** Returns the JSON response of the token endpoint. */
  response(): HttpResponse {
    return jsonResponse(
      OAUTH_STATUSES[this.code],
      { error: this.code, error_description: this.message },
      {
        ...(this.code === "invalid_client" ? { "www-authenticate": 'Basic realm="clients"' } : {}),
        ...(this.retryAfter === undefined ? {} : { "retry-after": String(this.retryAfter) }),
      },
    );
  }
}

/** @throws OAuthRefusal always */
export function refuse(code: OAuthErrorCode, description: string, retryAfter?: number): never {
  throw new OAuthRefusal(code, description, retryAfter);
}

/** Returns a response with JSON that no cache stores. */
export function jsonResponse(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
    body: JSON.stringify(body),
  };
}
