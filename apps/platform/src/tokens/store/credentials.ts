import type { RowStore } from "tamis/http";
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

/** Names with secrets: the clients, or the users. */
export class Credentials {
  readonly #store: RowStore<Row>;
  readonly #hashMember: string;
  readonly #hasher: SecretHasher;
  readonly #attempts: Attempts;

  /** @param hashMember member with the hash of the secret */
  constructor(store: RowStore<Row>, hashMember: string, hasher: SecretHasher, now: () => number) {
    this.#store = store;
    this.#hashMember = hashMember;
    this.#hasher = hasher;
    this.#attempts = new Attempts(now);
  }

  async verify(name: string, secret: string): Promise<Verification> {
    const seconds = this.#attempts.pauseOf(name);
    if (seconds > 0) return { kind: "paused", seconds };
    const row = isStorable(name) ? (await this.#store.read(name))?.row : undefined;
    const result = await this.#hasher.verify(secret, row?.[this.#hashMember] as string | undefined);
    if (result === "busy") return { kind: "busy" };
    if (!result || row === undefined) {
      this.#attempts.fail(name);
      return { kind: "wrong" };
    }
    this.#attempts.succeed(name);
    return { kind: "correct", row };
  }
}

/** Databases do not store these characters, so no name has them. */
function isStorable(name: string): boolean {
  return name !== "" && name.length <= 256 && name.isWellFormed() && !name.includes("\0");
}
