import { loadLocales } from "../../../../sql/database-functions/locale-rules.ts";
import { mariadb, mariadbValue } from "../../../../sql/dialects/mariadb/dialect.ts";
import { probeMariadb } from "../../../../sql/dialects/mariadb/probe.ts";
import { MARIADB_SESSION } from "../../../../sql/dialects/mariadb/session.ts";
import { render, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { StatementError, type Session, type SqlSource } from "../../source.ts";
import { throwIfCanceled } from "../../abort.ts";
import { repeatCancel } from "../shared/cancel-order.ts";
import { guarded, mariadbError } from "./errors.ts";
import {
  OpenTransactionError,
  settle,
  WRITE_SESSION,
  type WireRow,
  type Wire,
  type WireSession,
} from "./settle-session.ts";
import { createMutex } from "../shared/mutex.ts";
import { hasMember, hasOwn, ownProperties } from "../../../../values/own-properties.ts";

/**
 * Shared part of the adapters for MariaDB's drivers: session settings, snapshots, timeouts, cancellation, and the check
 * for patterns that exceeded a limit.
 */

export interface MariadbSourceOptions<Other> {
  /**
   * A second connection or a pool, used to cancel statements of a single connection. Without it, an aborted statement runs to
   * its end.
   */
  readonly another?: Other;
  /**
   * Whether only this source uses the connections, which a pool must not reset. It then makes the settings of their sessions
   * once for each connection, instead of for each snapshot, so that most pages take one round trip. Default false.
   */
  readonly exclusive?: boolean;
}

interface WireSource {
  /** Settled sessions by their connections; undefined if other programs may use the connections. */
  readonly sessions: WeakMap<object, WireSession> | undefined;
  readonly acquire: () => Promise<Wire>;
  /** Runs `work` immediately on a pool. On a single connection, runs it after all earlier work has ended. */
  readonly runExclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Opens another connection to the same server for cancellation; undefined if none is available. */
  readonly another: (() => Promise<Wire>) | undefined;
}

interface Driver<Connection extends object, Lent extends Connection> {
  readonly wireOf: (connection: Connection) => Omit<Wire, "release" | "identity">;
  /** Returns an object that is the same for each use of a connection to the server. */
  readonly identityOf: (connection: Connection) => object;
  readonly release: (connection: Lent) => Promise<void> | void;
  readonly destroy: (connection: Lent) => void;
}

interface Pool<Lent> {
  getConnection(): Promise<Lent>;
}

/** Creates a source over a driver's pool, or over one connection whose snapshots run one after the other. */
export function mariadbSourceOver<Connection extends object, Lent extends Connection>(
  database: Pool<Lent> | Connection,
  options: MariadbSourceOptions<Pool<Lent> | Connection>,
  driver: Driver<Connection, Lent>,
): SqlSource {
  const { another, exclusive = false } = ownProperties(options);
  const canceler = another ?? (isPool(database) ? database : undefined);
  return mariadbSource({
    sessions: exclusive ? new WeakMap() : undefined,
    acquire: acquireFrom(database, driver),
    runExclusive: isPool(database) ? (work) => work() : createMutex(),
    another: canceler === undefined ? undefined : acquireFrom(canceler, driver),
  });
}

function isPool<Lent>(database: Pool<Lent> | object): database is Pool<Lent> {
  return hasMember(database, "getConnection");
}

function acquireFrom<Connection extends object, Lent extends Connection>(
  database: Pool<Lent> | Connection,
  { wireOf, identityOf, release, destroy }: Driver<Connection, Lent>,
): () => Promise<Wire> {
  if (!isPool(database))
    return () =>
      Promise.resolve({
        ...wireOf(database),
        identity: identityOf(database),
        release: () => Promise.resolve(),
      });
  return async () => {
    const connection = await database.getConnection();
    return {
      ...wireOf(connection),
      identity: identityOf(connection),
      release: async (isBroken) => {
        if (isBroken) destroy(connection);
        else await release(connection);
      },
    };
  };
}

function mariadbSource(source: WireSource): SqlSource {
  return {
    dialect: "mariadb",
    viewOf: undefined,
    limits: source.another === undefined ? ["cancellation"] : [],
    prepare: ({ locales }) =>
      using(source, async (wire) => {
        await loadLocales(locales);
        const capabilities = await probeMariadb((text, values) => wire.execute(text, values));
        if (hasOwn(capabilities, "refused")) throw new StatementError("other", capabilities.refused);
        return mariadb(capabilities);
      }),
    snapshot: (work, options = {}) =>
      using(source, async (wire, session) => {
        const cancellation = watch(options.signal, source, session.id);
        const timeout = (options.timeout ?? 0) / 1000;
        try {
          if (session.timeout !== timeout) {
            session.timeout = undefined;
            await wire.execute("SET max_statement_time = CAST(? AS DOUBLE)", [timeout]);
            session.timeout = timeout;
          }
          // A single statement sees one state of the rows without a transaction.
          if (session.isOwn && options.isSingle === true) return await work(sessionOf(wire, cancellation));
          await wire.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", []);
          await wire.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY", []);
          try {
            return await work(sessionOf(wire, cancellation));
          } finally {
            // Wait for a cancellation in progress: if it arrived late, it would cancel the next statement.
            await cancellation.end();
            await wire.execute("ROLLBACK", []);
          }
        } finally {
          await cancellation.end();
        }
      }),
  };
}

/**
 * Runs `work` on a connection with the session settings that the dialect's statements require, and restores its
 * settings afterwards.
 */
function using<T>(source: WireSource, work: Work<T>): Promise<T> {
  return source.runExclusive(() => lend(source, work));
}

type Work<T> = (wire: Wire, session: WireSession) => Promise<T>;

async function lend<T>(source: WireSource, work: Work<T>): Promise<T> {
  const wire = await guarded(source.acquire);
  let isBroken = true;
  try {
    const existing = source.sessions?.get(wire.identity);
    const { session, before } =
      existing === undefined ? await settle(wire, source.sessions) : { session: existing };
    try {
      const result = await guarded(() => work(wire, session));
      isBroken = before !== undefined;
      return result;
    } finally {
      if (before !== undefined) {
        await guarded(() => wire.execute(WRITE_SESSION, before));
        isBroken = false;
      }
    }
  } catch (error) {
    if (error instanceof OpenTransactionError) isBroken = false;
    throw error;
  } finally {
    await wire.release(isBroken);
  }
}

function sessionOf(wire: Wire, cancellation: Cancellation): Session {
  const prepare = (statement: SqlStatement) => {
    cancellation.check();
    const { text } = render(statement, () => "?");
    return { text, values: statement.parameters.map(mariadbValue) };
  };
  return {
    async all(statement) {
      const { text, values } = prepare(statement);
      const rows = await guarded(() => wire.execute(text, values));
      await checkPatterns(text, wire);
      cancellation.check();
      return rows;
    },
    async *batches(statement, size) {
      const { text, values } = prepare(statement);
      let batch: WireRow[] = [];
      try {
        for await (const row of wire.stream(text, values)) {
          batch.push(row);
          if (batch.length < size) continue;
          cancellation.check();
          yield batch;
          cancellation.check();
          batch = [];
        }
      } catch (error) {
        throw mariadbError(error);
      }
      // MariaDB reports exceeded pattern limits as warnings, after the last row. Check before the final batch is returned.
      await checkPatterns(text, wire);
      cancellation.check();
      if (batch.length > 0) yield batch;
    },
  };
}

/**
 * Checks the warnings of the last statement: if a pattern exceeds a limit, MariaDB returns false with a warning. The
 * dialect's own patterns never exceed one; an expression in a table definition may.
 *
 * @throws StatementError if a pattern exceeded a limit.
 */
async function checkPatterns(text: string, wire: Wire): Promise<void> {
  if (!/\bR(?:EGEXP|LIKE)/i.test(text)) return;
  const warnings = await guarded(() => wire.execute("SHOW WARNINGS", []));
  const isSilent = warnings.some(([, code]) => Number(code) === REGEXP_FAILED);
  if (isSilent || warnings.length >= MAX_WARNINGS)
    throw new StatementError(
      "other",
      "A pattern exceeded a limit of MariaDB, which then treats the string as not matching.",
    );
}

const MAX_WARNINGS = Number(new Map(MARIADB_SESSION).get("max_error_count"));
const REGEXP_FAILED = 1139;

interface Cancellation {
  readonly check: () => void;
  /** Stops listening to the signal and waits for a cancellation in progress. */
  readonly end: () => Promise<void>;
}

function watch(signal: AbortSignal | undefined, source: WireSource, id: number): Cancellation {
  const repeated = repeatCancel();
  let sending: Promise<void> = Promise.resolve();
  const cancel = () => void kill();
  /** Kills the running statement. If that fails, the statement runs to its end and then fails. */
  const kill = async () => {
    try {
      const wire = await source.another?.();
      if (wire === undefined) return;
      sending = repeated
        .repeat(() => wire.execute("KILL QUERY CAST(? AS SIGNED)", [id]))
        .then(
          () => wire.release(false),
          () => wire.release(true),
        )
        .catch(() => undefined);
    } catch {}
  };
  const check = () => throwIfCanceled(signal);
  check();
  signal?.addEventListener("abort", cancel, { once: true });
  return {
    check,
    async end() {
      signal?.removeEventListener("abort", cancel);
      repeated.stop();
      await sending;
    },
  };
}
