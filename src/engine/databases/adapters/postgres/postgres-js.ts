import type { SqlSource } from "../../source.ts";
import { ownProperty } from "../../../../values/own-properties.ts";
import { lendTransaction, type PostgresConnection } from "./connections.ts";
import { parserOf, textOf, type PgQuery } from "./pg-query.ts";
import { postgresSource } from "./postgres-source.ts";

/**
 * PostgreSQL through postgres.js (`postgres` 3). Values are sent as text and read from the bytes of the server, so that types
 * and transformations of the program change no result.
 */

/** The part of postgres.js that the adapter uses: the function that `postgres()` returns. */
export interface PostgresJs {
  begin(work: (transaction: PostgresJsTransaction) => Promise<void>): Promise<unknown>;
  /** Takes a connection of the pool, which cancels the statement of another one. */
  reserve(): Promise<PostgresJsTransaction & { release(): void }>;
}

export interface PostgresJsTransaction {
  unsafe(text: string, values?: never[]): PostgresJsQuery;
  typed(value: never, type: number): unknown;
}

interface PostgresJsQuery extends PromiseLike<unknown> {
  /** Returns rows as arrays of bytes. */
  raw(): PromiseLike<unknown>;
}

export interface PostgresJsOptions {
  /**
   * Pool that cancels statements. Default: the same one. An aborted statement runs until its timeout if all connections of that
   * pool are in use.
   */
  readonly canceler?: PostgresJs;
}

/**
 * Creates a source over postgres.js. Each snapshot takes a connection of its pool for one transaction. The caller keeps
 * ownership, and ends the pool.
 *
 * @example const source = fromPostgresJs(postgres(connectionString));
 */
export function fromPostgresJs(sql: PostgresJs, options: PostgresJsOptions = {}): SqlSource {
  const canceler = ownProperty(options, "canceler") ?? sql;
  return postgresSource({
    borrow: () => lendTransaction((work) => sql.begin(work), connectionOf),
    canceler: {
      async connect() {
        const reserved = await canceler.reserve();
        return { ...connectionOf(reserved), release: () => reserved.release() };
      },
    },
  });
}

/** Type of a parameter whose type the server infers. The driver has no conversion for it. */
const UNKNOWN = 705;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The raw rows of a statement, with the types of their columns. */
type RawRows = readonly (readonly (Uint8Array | null)[])[] & {
  readonly columns?: readonly { readonly type: number }[];
};

function connectionOf(sql: PostgresJsTransaction): PostgresConnection {
  return {
    async query(given: string | PgQuery) {
      const { text, values = [] } = typeof given === "string" ? { text: given } : given;
      const parameters = values.map((value) => sql.typed(textOf(value) as never, UNKNOWN) as never);
      const rows = (await sql.unsafe(text, parameters).raw()) as RawRows;
      const parsers = (rows.columns ?? []).map(({ type }) => parserOf(type));
      const parsed = (row: RawRows[number]) =>
        row.map((value, i) => (value === null ? null : parsers[i]!(decoder.decode(value))));
      // Several statements in one text have a list of results, which nobody reads.
      return { rows: typeof given === "string" ? [] : rows.map(parsed) };
    },
  };
}
