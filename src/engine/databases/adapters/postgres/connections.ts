import type { PgQuery } from "./pg-query.ts";

/** Connection of a driver, as the shared part of the adapters uses it. */
export interface PostgresConnection {
  /** Process of the session, as the server reports it when the connection opens. */
  readonly processID?: number | null;
  /** Whether the connection has closed, so that the driver ends the transaction by itself. */
  readonly isLost?: boolean;
  query(query: PgQuery): Promise<{ rows: unknown[][] }>;
  query(text: string): Promise<unknown>;
}

/** Structural types of the members of `pg` that the adapter calls, so that tamis does not depend on `pg`. */

export interface PgClient extends PostgresConnection {
  on(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "error", listener: (error: Error) => void): unknown;
}

export interface PgPoolClient extends PgClient {
  release(destroy?: boolean): void;
}

export interface PgPool {
  connect(): Promise<PgPoolClient>;
}

/** Connection that is lent to one transaction. */
export interface Borrowed {
  readonly client: PostgresConnection;
  /** Whether the driver begins the transaction, and ends it when the connection is released. */
  readonly isBegun: boolean;
  readonly release: (isClean: boolean) => Promise<void> | void;
}

/** Borrows a connection of a pool. */
export async function lend(pool: PgPool): Promise<Borrowed> {
  const client = await pool.connect();
  // An unhandled error event would end the program. The next statement reports the lost connection.
  client.on("error", ignore);
  return {
    client,
    isBegun: false,
    release: (isClean) => {
      client.removeListener("error", ignore);
      client.release(!isClean);
    },
  };
}

const ignore = () => undefined;

/** Borrows the connection of a transaction that the driver begins, and ends when its function has ended. */
export function lendTransaction<T>(
  begin: (work: (transaction: T) => Promise<void>) => Promise<unknown>,
  connectionOf: (transaction: T) => PostgresConnection,
): Promise<Borrowed> {
  return new Promise((resolve, reject) => {
    const ended = begin(
      (transaction) =>
        new Promise<void>((commit, rollBack) => {
          const client = connectionOf(transaction);
          const release = async (isClean: boolean) => {
            if (client.isLost === true) return;
            if (isClean) commit();
            else rollBack(new Error("The transaction is rolled back."));
            // A read-only transaction has no result that could be lost.
            await ended.catch(ignore);
          };
          resolve({ client, isBegun: true, release });
        }),
    );
    ended.catch(reject);
  });
}
