import { bindable, rawSql, sql } from "../../sql/fragments/fragment.ts";
import type { Dialect } from "../../sql/dialect-types/dialect.ts";
import { formatJson, parseJson } from "../../values/json/exact-json.ts";
import type { IdempotencyKey, StoreKey } from "../contract/row-store.ts";
import type { WriteSession } from "./store-database.ts";

const NAME = "tamis_idempotency";
const LIFETIME = 24 * 3_600_000;
/** Milliseconds between two deletions of expired keys. */
const CLEANING_INTERVAL = 3_600_000;

export type KnownKey = { readonly kind: "repeated"; readonly key: StoreKey } | { readonly kind: "reused" };

/** Table of the idempotency keys of one schema. A key is stored in the transaction that creates its row. */
export class IdempotencyTable {
  readonly #dialect: Dialect;
  readonly #name: string;
  #cleaned = 0;

  /** @param schema qualifying names that precede the table's name, such as its schema */
  constructor(dialect: Dialect, schema: readonly string[]) {
    this.#dialect = dialect;
    this.#name = [...schema, NAME].map(dialect.quote).join(".");
  }

  async create(session: WriteSession): Promise<void> {
    await session.run(
      rawSql(
        `CREATE TABLE IF NOT EXISTS ${this.#name} (scope text NOT NULL, request_key text NOT NULL, digest text NOT NULL, row_key text NOT NULL, created bigint NOT NULL, PRIMARY KEY (scope, request_key))`,
      ),
    );
  }

  /** Stores a new key, and waits for another transaction with the same key. Returns the earlier use of a known key. */
  async reserve(
    session: WriteSession,
    { scope, key, digest }: IdempotencyKey,
  ): Promise<KnownKey | undefined> {
    const now = Date.now();
    const name = rawSql(this.#name);
    if (now - this.#cleaned > CLEANING_INTERVAL) {
      this.#cleaned = now;
      await session.run(sql`DELETE FROM ${name} WHERE created < ${this.#integer(now - LIFETIME)}`);
    }
    const inserted = await session.run(
      sql`INSERT INTO ${name} (scope, request_key, digest, row_key, created) VALUES (${this.#text(scope)}, ${this.#text(key)}, ${this.#text(digest)}, '', ${this.#integer(now)}) ON CONFLICT DO NOTHING RETURNING 1`,
    );
    if (inserted.length > 0) return undefined;
    const [existing] = await session.run(
      sql`SELECT digest, row_key FROM ${name} WHERE scope = ${this.#text(scope)} AND request_key = ${this.#text(key)}`,
    );
    if (existing?.[0] !== digest) return { kind: "reused" };
    return { kind: "repeated", key: parseJson(existing[1] as string) as StoreKey };
  }

  async complete(session: WriteSession, { scope, key }: IdempotencyKey, row: StoreKey): Promise<void> {
    await session.run(
      sql`UPDATE ${rawSql(this.#name)} SET row_key = ${this.#text(formatJson(row))} WHERE scope = ${this.#text(scope)} AND request_key = ${this.#text(key)}`,
    );
  }

  #text(value: string) {
    return this.#dialect.bind(bindable("text", value));
  }

  #integer(value: number) {
    return this.#dialect.bind(bindable("integer", value));
  }
}
