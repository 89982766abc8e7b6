import { requireKind } from "../../../../diagnostics/require-argument.ts";
import type { SqlSource } from "../../source.ts";
import { lendTransaction, type PostgresConnection } from "./connections.ts";
import { PARSERS, textOf, type PgQuery } from "./pg-query.ts";
import { postgresSource } from "./postgres-source.ts";

/** PostgreSQL in the process, through PGlite (`@electric-sql/pglite`). */

/** The part of PGlite that the adapter uses. */
export interface Pglite {
  transaction(work: (transaction: PgliteTransaction) => Promise<void>): Promise<unknown>;
  /** Functions that read values, by type. */
  readonly parsers: object;
  /** Functions that write values, by type. */
  readonly serializers: object;
}

export interface PgliteTransaction {
  query(text: string, values: unknown[], options: PgliteQueryOptions): Promise<{ rows: unknown[] }>;
  exec(text: string): Promise<unknown>;
}

interface PgliteQueryOptions {
  readonly rowMode: "array";
  readonly parsers: Record<number, (value: string) => unknown>;
  readonly serializers: Record<number, (value: string) => string>;
}

/**
 * Creates a source over PGlite. Snapshots and other statements of the program wait for each other, because PGlite has one
 * connection. It runs in the calling thread, which it blocks until a statement ends: timeouts have no effect, and signals are
 * checked between statements, and between the batches of a stream.
 *
 * @example const source = fromPglite(new PGlite());
 */
export function fromPglite(database: Pglite): SqlSource {
  requireKind(database, "database", "a PGlite", "transaction");
  return postgresSource({
    borrow: () =>
      lendTransaction(
        (work) => database.transaction(work),
        (transaction: PgliteTransaction) => connectionOf(transaction, database),
      ),
    canceler: undefined,
    limits: ["cancellation", "timeout"],
  });
}

const unchanged = (value: string) => value;

function connectionOf(transaction: PgliteTransaction, database: Pglite): PostgresConnection {
  // The types of the program have no effect: each has a parser and a serializer here.
  const everyType = <T>(types: object, value: T) =>
    Object.fromEntries(Object.keys(types).map((type) => [type, value])) as Record<number, T>;
  const options: PgliteQueryOptions = {
    rowMode: "array",
    parsers: { ...everyType(database.parsers, unchanged), ...Object.fromEntries(PARSERS) },
    serializers: everyType(database.serializers, unchanged),
  };
  return {
    async query(statement: string | PgQuery) {
      if (typeof statement === "string") {
        await transaction.exec(statement);
        return { rows: [] };
      }
      const { text, values = [] } = statement;
      return (await transaction.query(text, values.map(textOf), options)) as { rows: unknown[][] };
    },
  };
}
