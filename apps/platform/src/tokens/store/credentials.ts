import type { RowStore } from "tamis/http";
import { currentOrigin } from "../../audit/origin.ts";
import { isStorable } from "../../storage/read-rows.ts";
import type { Row } from "../../storage/storage.ts";
import { Attempts } from "./attempts.ts";
import type { SecretHasher } from "./secrets.ts";

export type Verification =
  | { readonly kind: "correct"; readonly row: Row }
  | { readonly kind: "wrong" }
  /** Too many wrong attempts: seconds until the next one. */
  | { readonly kind: "paused"; readonly seconds: number }
  /** Too many attempts of all callers at the same time. */
  | { readonly kind: "busy" };

/** A name with its secret. */
export interface Credential {
  readonly name: string;
  readonly secret: string;
}

/** A wrong secret. */
export interface FailedAttempt {
  /** The account; undefined for an unknown name, which can be a secret that was typed into the wrong field. */
  readonly name: string | undefined;
  /** Whether further attempts are refused for some time. */
  readonly isLocked: boolean;
}

export interface CredentialsOptions {
  readonly store: RowStore<Row>;
  /** Member with the hash of the secret. */
  readonly hashMember: string;
  readonly hasher: SecretHasher;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Called before a wrong secret is answered. */
  readonly onFailure: (attempt: FailedAttempt) => Promise<void>;
}

/** Names with secrets: the clients, or the users. */
export class Credentials {
  readonly #options: CredentialsOptions;
  readonly #attempts: Attempts;

  constructor(options: CredentialsOptions) {
    this.#options = options;
    this.#attempts = new Attempts(options.now);
  }

  /**
   * Compares a secret with the stored one of its name.
   *
   * @param alternatives credentials for other ways to decode the same header field, tried if the first are wrong. If all are wrong,
   *   one failed attempt is recorded
   */
  async verify(first: Credential, ...alternatives: readonly Credential[]): Promise<Verification> {
    const { address } = currentOrigin();
    let failure: FailedAttempt = { name: undefined, isLocked: false };
    for (const { name, secret } of [first, ...alternatives]) {
      const result = await this.#verifyOne(name, secret, address);
      if (result.kind !== "wrong") return result;
      const isLocked = failure.isLocked || this.#attempts.pauseOf(name, address) > 0;
      failure = { name: failure.name ?? (result.isKnown ? name : undefined), isLocked };
    }
    await this.#options.onFailure(failure);
    return { kind: "wrong" };
  }

  async #verifyOne(
    name: string,
    secret: string,
    address: string | undefined,
  ): Promise<
    Exclude<Verification, { kind: "wrong" }> | { readonly kind: "wrong"; readonly isKnown: boolean }
  > {
    const { store, hashMember, hasher } = this.#options;
    const seconds = this.#attempts.pauseOf(name, address);
    if (seconds > 0) return { kind: "paused", seconds };
    const isName = name !== "" && name.length <= 256 && isStorable(name);
    const row = isName ? (await store.read(name))?.row : undefined;
    const result = await hasher.verify(secret, row?.[hashMember] as string | undefined);
    if (result === "busy") return { kind: "busy" };
    if (!result || row === undefined) {
      this.#attempts.fail(name, address);
      return { kind: "wrong", isKnown: row !== undefined };
    }
    this.#attempts.succeed(name, address);
    return { kind: "correct", row };
  }
}
