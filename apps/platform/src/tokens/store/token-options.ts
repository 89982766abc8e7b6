import { DEFAULT_HASH_COST, type HashCost } from "./secrets.ts";

export interface TokenOptions {
  /** Address of the deployment, such as `https://example.org`. Tokens name it as their issuer. */
  readonly issuer: string;
  /** Whether clients can send the password of a user. Only for tests and development. */
  readonly passwordGrant: boolean;
  /** Whether requests can have their token in the parameter `access_token`. Logs and histories keep URLs. */
  readonly tokenInQuery: boolean;
  /** Lifetime of access tokens in seconds, unless the client has its own. */
  readonly accessTokenValidity: number;
  /** Seconds after which an unused refresh token expires. */
  readonly refreshTokenValidity: number;
  /** Lifetime of authorization codes in seconds. */
  readonly codeValidity: number;
  /** Seconds after which a new key signs tokens. */
  readonly keyRotation: number;
  readonly hashCost: HashCost;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Longest lifetime of access tokens in seconds: 30 days. */
export const LONGEST_VALIDITY = 30 * 86_400;

export const DEFAULT_TOKEN_OPTIONS: Omit<TokenOptions, "issuer"> = {
  passwordGrant: false,
  tokenInQuery: false,
  accessTokenValidity: 3_600,
  refreshTokenValidity: 30 * 86_400,
  codeValidity: 120,
  keyRotation: 90 * 86_400,
  hashCost: DEFAULT_HASH_COST,
  now: Date.now,
};
