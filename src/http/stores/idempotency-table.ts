import { bindable, rawSql, sql } from "../../sql/fragments/fragment.ts";
import type { Dialect } from "../../sql/dialect-types/dialect.ts";
import { formatJson, parseJson } from "../../values/json/exact-json.ts";
import type { IdempotencyKey, StoreKey } from "../contract/row-store.ts";
import type { WriteSession } from "./store-database.ts";

const NAME = "tamis_idempotency";
const INDEX = "tamis_idempotency_row_key";
const LIFETIME = 24 * 3_600_000;
/** Milliseconds between two deletions of expired keys. */
const CLEANING_INTERVAL = 3_600_000;

export type KnownKey =
  | { readonly kind: "repeated"; readonly key: StoreKey; readonly isDeleted: boolean }
  | { readonly kind: "reused" };

/** Table of the idempotency keys of one schema. A key is stored in the transaction that creates its row. */
export class IdempotencyTable {
  readonly #dialect: Dialect;
  readonly #name: string;
  readonly #index: string;
  readonly #table: string;
  #cleaned = 0;

  /** @param table name of the table with the rows, preceded by its schema if needed */
  constructor(dialect: Dialect, table: readonly string[]) {
    const nameOf = (path: readonly string[]) => path.map(dialect.quote).join(".");
    const schema = table.slice(0, -1);
    this.#dialect = dialect;
    this.#table = table.at(-1)!;
    this.#name = nameOf([...schema, NAME]);
    // SQLite qualifies the name of an index, and PostgreSQL that of its table. A B-tree of PostgreSQL limits the size of keys.
    this.#index =
      dialect.name === "sqlite"
        ? `${nameOf([...schema, INDEX])} ON ${nameOf([NAME])} (row_key)`
        : `${nameOf([INDEX])} ON ${this.#name} USING hash (row_key)`;
  }

  async create(session: WriteSession): Promise<void> {
    await session.run(
      rawSql(
        `CREATE TABLE IF NOT EXISTS ${this.#name} (scope text NOT NULL, request_key text NOT NULL, digest text NOT NULL, row_key text NOT NULL, created bigint NOT NULL, PRIMARY KEY (scope, request_key))`,
      ),
    );
    await session.run(rawSql(`CREATE INDEX IF NOT EXISTS ${this.#index}`));
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
    const known = parseJson(existing[1] as string) as readonly [string | null, StoreKey] | StoreKey;
    // Records of earlier versions have only the key.
    const [table, row] = Array.isArray(known)
      ? (known as readonly [string | null, StoreKey])
      : ["", known as StoreKey];
    return { kind: "repeated", key: row, isDeleted: table === null };
  }

  /** Records that the row with a key, if there was one, is deleted: a later row can have the same key. */
  async forget(session: WriteSession, row: StoreKey): Promise<void> {
    const [gone, known] = [formatJson([null, row]), formatJson([this.#table, row])];
    await session.run(
      sql`UPDATE ${rawSql(this.#name)} SET row_key = ${this.#text(gone)} WHERE row_key = ${this.#text(known)}`,
    );
  }

  async complete(session: WriteSession, { scope, key }: IdempotencyKey, row: StoreKey): Promise<void> {
    await session.run(
      sql`UPDATE ${rawSql(this.#name)} SET row_key = ${this.#text(formatJson([this.#table, row]))} WHERE scope = ${this.#text(scope)} AND request_key = ${this.#text(key)}`,
    );
  }

  #text(value: string) {
    return this.#dialect.bind(bindable("text", value));
  }

  #integer(value: number) {
    return this.#dialect.bind(bindable("integer", value));
  }
}
