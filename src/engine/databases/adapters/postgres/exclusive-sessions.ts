import type { PostgresConnection } from "./connections.ts";
import { pgQuery } from "./pg-query.ts";
import { settleSession } from "./session-settings.ts";

/** Sessions that only one source uses. Their settings are made once, for statements without a transaction of their own. */
export class ExclusiveSessions {
  /** The `statement_timeout` of each settled session, in milliseconds. */
  readonly #timeouts = new WeakMap<PostgresConnection, number>();
  readonly #shared = new WeakSet<PostgresConnection>();

  /**
   * Makes the settings of a session. Returns false for a connection to a pooler such as PgBouncer, which can run each
   * transaction in another session.
   *
   * @param timeout in milliseconds; 0 for none
   */
  async settle(client: PostgresConnection, timeout: number): Promise<boolean> {
    if (this.#shared.has(client)) return false;
    const current = this.#timeouts.get(client);
    if (current === timeout) return true;
    if (current === undefined) {
      const { rows } = await client.query(pgQuery("SELECT pg_catalog.pg_backend_pid()"));
      if (client.processID !== rows[0]![0]) {
        this.#shared.add(client);
        return false;
      }
      await client.query(SETTINGS);
    }
    // Forgotten first: after a failure, the timeout of the session is unknown.
    this.#timeouts.delete(client);
    await client.query(`SET SESSION statement_timeout = ${timeout}`);
    this.#timeouts.set(client, timeout);
    return true;
  }
}

// The isolation level is that of single statements. A statement of a serializable transaction can fail without a reason of its own.
const SETTINGS = `SET SESSION default_transaction_read_only = on; SET SESSION default_transaction_isolation = 'read committed'; ${settleSession(false)}`;
