import { requireObject } from "../../../../diagnostics/require-argument.ts";
import type { SqlSource } from "../../source.ts";
import { ownProperty } from "../../../../values/own-properties.ts";
import { isPoolLike } from "./cancel.ts";
import { lend, type Borrowed, type PgClient, type PgPool } from "./connections.ts";
import { ExclusiveSessions } from "./exclusive-sessions.ts";
import { postgresSource } from "./postgres-source.ts";

/** PostgreSQL through node-postgres (`pg` 8). */

export interface PgSourceOptions {
  /**
   * Connection that cancels statements, because the connection of a running statement is busy. Default: the pool, or a
   * new connection if all connections of the pool are in use. Without it, a canceled statement of a single client runs
   * until its timeout.
   */
  readonly canceler?: PgPool | PgClient;
  /**
   * Whether only this source uses the connections. It then sets their sessions to read-only and makes its settings once for
   * each connection, instead of in each transaction, so that most pages take one round trip. Default false.
   */
  readonly exclusive?: boolean;
}

/**
 * Creates a source over a pool or over one client. Over one client, snapshots run one after the other. The caller keeps
 * ownership: it closes the pool or client and listens to a pool's errors.
 *
 * @example const source = fromPg(new pg.Pool({ connectionString }));
 */
export function fromPg(connections: PgPool | PgClient, options: PgSourceOptions = {}): SqlSource {
  requireObject(connections, "connections");
  requireObject(options, "options");
  return postgresSource({
    borrow: isPool(connections) ? () => lend(connections) : taker(connections),
    canceler: options.canceler ?? (isPool(connections) ? connections : undefined),
    sessions: ownProperty(options, "exclusive") === true ? new ExclusiveSessions() : undefined,
  });
}

function isPool(connections: PgPool | PgClient): connections is PgPool {
  return isPoolLike(connections);
}

function taker(client: PgClient): () => Promise<Borrowed> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    last = promise;
    await before;
    return { client, isBegun: false, release: () => resolve(undefined) };
  };
}
