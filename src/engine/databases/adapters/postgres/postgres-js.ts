import { requireKind, requireObject } from "../../../../diagnostics/require-argument.ts";
import type { SqlSource } from "../../source.ts";
import { ownProperty } from "../../../../values/own-properties.ts";
import { lendTransaction, type Borrowed, type PostgresConnection } from "./connections.ts";
import { codeOf } from "./errors.ts";
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
  requireKind(sql, "sql", "the function that postgres() returns", "reserve");
  requireObject(options, "options");
  const canceler = ownProperty(options, "canceler") ?? sql;
  return postgresSource({
    borrow: () => borrowFrom(sql),
    canceler: {
      async connect() {
        const reserved = await canceler.reserve();
        const state: ConnectionState = { lost: undefined };
        return {
          ...connectionOf(reserved, state),
          release: () => (state.lost === undefined ? reserved.release() : undefined),
        };
      },
    },
  });
}

/**
 * Errors of connections that the server has ended. The driver reports such an error once more, to the first statement of the
 * next connection in its place, which can be repeated.
 */
const ENDED: ReadonlySet<string | undefined> = new Set(["57P01", "57P02", "57P05"]);

/** Maximum number of transactions that are begun again. More than a usual pool has connections. */
const MAX_REPEATED = 100;

async function borrowFrom(sql: PostgresJs): Promise<Borrowed> {
  for (let repeated = 0; ; repeated++) {
    const state: ConnectionState = { lost: undefined };
    const begin = (work: (transaction: PostgresJsTransaction) => Promise<void>) =>
      sql.begin(work).catch((error: unknown) => {
        state.lost ??= error;
        throw error;
      });
    try {
      return await lendTransaction(begin, (transaction) => connectionOf(transaction, state));
    } catch (error) {
      if (repeated === MAX_REPEATED || !ENDED.has(codeOf(error))) throw error;
    }
  }
}

/** The driver crashes the process if it gets a statement, or its connection back, after the connection has closed. */
interface ConnectionState {
  /** Error after which the connection is not used again. */
  lost: unknown;
}

/** Type of a parameter whose type the server infers. The driver has no conversion for it. */
const UNKNOWN = 705;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The raw rows of a statement, with the types of their columns. */
type RawRows = readonly (readonly (Uint8Array | null)[])[] & {
  readonly columns?: readonly { readonly type: number }[];
};

function connectionOf(sql: PostgresJsTransaction, state: ConnectionState): PostgresConnection {
  return {
    get isLost() {
      return state.lost !== undefined;
    },
    async query(statement: string | PgQuery) {
      if (state.lost !== undefined) throw state.lost as Error;
      const { text, values = [] } = typeof statement === "string" ? { text: statement } : statement;
      const parameters = values.map((value) => sql.typed(textOf(value) as never, UNKNOWN) as never);
      try {
        const rows = (await sql.unsafe(text, parameters).raw()) as RawRows;
        // Several statements in one text have a list of results, which nobody reads.
        return { rows: typeof statement === "string" ? [] : parseRows(rows) };
      } catch (error) {
        if ((error as { readonly severity?: unknown }).severity !== "ERROR") state.lost = error;
        throw error;
      }
    },
  };
}

function parseRows(rows: RawRows): unknown[][] {
  const parsers = (rows.columns ?? []).map(({ type }) => parserOf(type));
  return rows.map((row) =>
    row.map((value, i) => (value === null ? null : parsers[i]!(decoder.decode(value)))),
  );
}
