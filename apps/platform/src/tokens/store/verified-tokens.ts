import type { Caller } from "../../access/caller.ts";
import { hashToken } from "./secrets.ts";

/** Maximum number of kept tokens. With the longest tokens, they take about 32 MiB. */
const MAX_TOKENS = 4_096;

/** What a valid access token says. */
export interface VerifiedToken {
  readonly caller: Caller;
  /** Seconds since 1970 at which the token expires. */
  readonly expires: number;
  /** Id of the key that signed the token. */
  readonly key: string;
  /** Tokens of one sign-in, which are revoked together; undefined for tokens that cannot be revoked. */
  readonly family: string | undefined;
}

/**
 * Access tokens whose signature was right, by their hash. To verify a signature takes longer than the rest of most requests. Only
 * right tokens are kept, so callers without one cannot fill the memory. If it is full, the oldest token makes room: to verify it
 * again is cheap, and nothing else has to be moved.
 *
 * Whoever reads a token checks that it has not expired, that its family is not revoked, and that its key still exists.
 */
export class VerifiedTokens {
  readonly #maximum: number;
  readonly #byHash = new Map<string, VerifiedToken>();

  constructor(maximum = MAX_TOKENS) {
    this.#maximum = maximum;
  }

  get size(): number {
    return this.#byHash.size;
  }

  get(token: string): VerifiedToken | undefined {
    return this.#byHash.get(hashToken(token));
  }

  set(token: string, verified: VerifiedToken): void {
    const hash = hashToken(token);
    if (this.#byHash.size >= this.#maximum && !this.#byHash.has(hash))
      this.#byHash.delete(this.#byHash.keys().next().value!);
    this.#byHash.set(hash, verified);
  }

  delete(token: string): void {
    this.#byHash.delete(hashToken(token));
  }
}
