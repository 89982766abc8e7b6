import type { PgQuery } from "./pg-query.ts";

/** Structural types of the members of `pg` that the adapter calls, so that tamis does not depend on `pg`. */

export interface PgClient {
  /** Process of the session, as the server reports it when the connection opens. */
  readonly processID?: number | null;
  query(query: PgQuery): Promise<{ rows: unknown[][] }>;
  query(text: string): Promise<unknown>;
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
  readonly client: PgClient;
  readonly release: (isClean: boolean) => void;
}

/** Borrows a connection of a pool. */
export async function lend(pool: PgPool): Promise<Borrowed> {
  const client = await pool.connect();
  // An unhandled error event would end the program. The next statement reports the lost connection.
  client.on("error", ignore);
  return {
    client,
    release: (isClean) => {
      client.removeListener("error", ignore);
      client.release(!isClean);
    },
  };
}

const ignore = () => undefined;
