import { MARIADB_SESSION } from "../../../../sql/dialects/mariadb/session.ts";
import { refusedVersion } from "../../../../sql/dialects/mariadb/probe.ts";
import { StatementError } from "../../source.ts";
import { guarded } from "./errors.ts";

/** The session of a connection: its settings, and whether they stay. */

export type WireRow = readonly unknown[];
export type WireValue = string | number | null;

/** A connection as a driver's adapter provides it. The server binds the values; they are never part of the text. */
export interface Wire {
  readonly execute: (text: string, values: readonly WireValue[]) => Promise<readonly WireRow[]>;
  /** Streams the rows. If the consumer stops early, the remaining rows are read and dropped. */
  readonly stream: (text: string, values: readonly WireValue[]) => AsyncIterable<WireRow>;
  /** Returns the connection to its owner, or destroys it if its state is unknown. */
  readonly release: (isBroken: boolean) => Promise<void>;
  /** Object of the driver that is the same for each use of the connection to the server. It can have its `threadId`. */
  readonly identity: object;
}

/** A session with the settings of the dialect. */
export interface WireSession {
  readonly id: number;
  /** Whether only this source uses the session. */
  readonly isOwn: boolean;
  /** Value of `max_statement_time` in seconds; undefined if it is unknown. */
  timeout: number | undefined;
}

export class OpenTransactionError extends StatementError {}

/**
 * Makes the settings of a session. Returns those that it had, unless only this source uses it.
 *
 * @param sessions settled sessions by the identities of their connections; undefined if other programs may use the connections
 */
export async function settle(wire: Wire, sessions: WeakMap<object, WireSession> | undefined) {
  const [row] = await guarded(() => readSession(wire));
  const [id, isWithin, ...values] = row as [unknown, unknown, ...WireValue[]];
  if (Number(isWithin) !== 0)
    throw new OpenTransactionError(
      "other",
      "The connection has an open transaction, which a snapshot would end.",
    );
  const settings = [...MARIADB_SESSION.map(([, value]) => String(value)), 0];
  await guarded(() => wire.execute(WRITE_SESSION, settings));
  // A proxy, which can run each transaction in another session, has connection ids of its own.
  const { threadId } = wire.identity as { readonly threadId?: unknown };
  const isOwn = sessions !== undefined && Number(threadId) === Number(id);
  const session: WireSession = { id: Number(id), timeout: 0, isOwn };
  if (!isOwn) return { session, before: values.map(asSet) };
  for (const text of OWN_TRANSACTIONS) await guarded(() => wire.execute(text, []));
  sessions.set(wire.identity, session);
  return { session };
}

/** Single statements are transactions too. */
const OWN_TRANSACTIONS = [
  "SET SESSION autocommit = 1",
  "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
];

/** Reads the session settings. Servers other than MariaDB lack some of them; the error then names the server. */
async function readSession(wire: Wire): Promise<readonly WireRow[]> {
  try {
    return await wire.execute(READ_SESSION, []);
  } catch (error) {
    const rows = await wire.execute("SELECT VERSION()", []).catch(() => []);
    const refused = rows[0] === undefined ? undefined : refusedVersion(String(rows[0][0]));
    throw refused === undefined ? error : new StatementError("other", refused, error);
  }
}

const VARIABLES = MARIADB_SESSION.map(([variable]) => `@@${variable}`);
// LIMIT overrides the variable sql_select_limit, which can be 0.
const READ_SESSION = `SELECT CONNECTION_ID(), @@in_transaction, ${VARIABLES.join(", ")}, @@max_statement_time LIMIT 1`;
// Integer variables need a CAST: some drivers send every number as a double, which these variables do not accept.
export const WRITE_SESSION = `SET ${MARIADB_SESSION.map(([name, value]) => `${name} = ${typeof value === "bigint" ? "CAST(? AS UNSIGNED)" : "?"}`).join(", ")}, max_statement_time = CAST(? AS DOUBLE)`;

/** Converts a setting to a value for SET. Some drivers return integer settings as bigints. */
function asSet(value: unknown): WireValue {
  return typeof value === "bigint" ? String(value) : (value as WireValue);
}
