import { loadCollations } from "../../../../collation/uca/tables/tailoring.ts";
import { localeWithRules } from "../../../../sql/database-functions/locale-rules.ts";
import { mariadb, mariadbValue } from "../../../../sql/dialects/mariadb/dialect.ts";
import { probeMariadb, refusedVersion } from "../../../../sql/dialects/mariadb/probe.ts";
import { MARIADB_SESSION } from "../../../../sql/dialects/mariadb/session.ts";
import { render, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { StatementError, type Session, type SqlSource } from "../../source.ts";
import { repeatCancel } from "../shared/cancel-order.ts";
import { mariadbError } from "./errors.ts";
import { createMutex } from "../shared/mutex.ts";
import { hasMember, hasOwn } from "../../../../values/own-properties.ts";

/**
 * Shared part of the adapters for MariaDB's drivers: session settings, snapshots, timeouts, cancellation, and the check
 * for patterns that exceeded a limit.
 */

type Row = readonly unknown[];
export type WireValue = string | number | null;

/** A connection as a driver's adapter provides it. The server binds the values; they are never part of the text. */
export interface Wire {
  readonly execute: (text: string, values: readonly WireValue[]) => Promise<readonly Row[]>;
  /** Streams the rows. If the consumer stops early, the remaining rows are read and dropped. */
  readonly stream: (text: string, values: readonly WireValue[]) => AsyncIterable<Row>;
  /** Returns the connection to its owner, or destroys it if its state is unknown. */
  readonly release: (isBroken: boolean) => Promise<void>;
}

interface WireSource {
  readonly acquire: () => Promise<Wire>;
  /** Runs `work` immediately on a pool. On a single connection, runs it after all earlier work has ended. */
  readonly runExclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Opens another connection to the same server for cancellation; undefined if none is available. */
  readonly another: (() => Promise<Wire>) | undefined;
}

interface Driver<Connection extends object, Lent extends Connection> {
  readonly wireOf: (connection: Connection) => Omit<Wire, "release">;
  readonly release: (connection: Lent) => Promise<void> | void;
  readonly destroy: (connection: Lent) => void;
}

interface Pool<Lent> {
  getConnection(): Promise<Lent>;
}

/**
 * Creates a source over a driver's pool, or over one connection whose snapshots run one after the other. `another` is
 * used to cancel statements of a single connection.
 */
export function mariadbSourceOver<Connection extends object, Lent extends Connection>(
  database: Pool<Lent> | Connection,
  another: Pool<Lent> | Connection | undefined,
  driver: Driver<Connection, Lent>,
): SqlSource {
  const canceler = another ?? (isPool(database) ? database : undefined);
  return mariadbSource({
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
  { wireOf, release, destroy }: Driver<Connection, Lent>,
): () => Promise<Wire> {
  if (!isPool(database))
    return () => Promise.resolve({ ...wireOf(database), release: () => Promise.resolve() });
  return async () => {
    const connection = await database.getConnection();
    return {
      ...wireOf(connection),
      release: async (isBroken) => {
        if (isBroken) destroy(connection);
        else await release(connection);
      },
    };
  };
}

function mariadbSource(source: WireSource): SqlSource {
  return {
    prepare: ({ locales }) =>
      using(source, async (wire) => {
        await loadCollations("und", ...locales.map(localeWithRules));
        const found = await probeMariadb((text, values) => wire.execute(text, values));
        if (hasOwn(found, "refused")) throw new StatementError("other", found.refused);
        return mariadb(found);
      }),
    snapshot: (work, options = {}) =>
      using(source, async (wire, id) => {
        const cancellation = watch(options.signal, source, id);
        try {
          await wire.execute("SET max_statement_time = CAST(? AS DOUBLE)", [(options.timeout ?? 0) / 1000]);
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
function using<T>(source: WireSource, work: (wire: Wire, id: number) => Promise<T>): Promise<T> {
  return source.runExclusive(() => lend(source, work));
}

async function lend<T>(source: WireSource, work: (wire: Wire, id: number) => Promise<T>): Promise<T> {
  const wire = await guarded(source.acquire);
  let isBroken = true;
  try {
    const [before] = await guarded(() => readSession(wire));
    const [id, isWithin, ...values] = before as [unknown, unknown, ...WireValue[]];
    if (Number(isWithin) !== 0) {
      isBroken = false;
      throw new StatementError(
        "other",
        "The connection has an open transaction, which a snapshot would end.",
      );
    }
    await guarded(() =>
      wire.execute(WRITE_SESSION, [...MARIADB_SESSION.map(([, value]) => String(value)), 0]),
    );
    try {
      return await guarded(() => work(wire, Number(id)));
    } finally {
      await guarded(() => wire.execute(WRITE_SESSION, values.map(asSet)));
      isBroken = false;
    }
  } finally {
    await wire.release(isBroken);
  }
}

/** Reads the session settings. Servers other than MariaDB lack some of them; the error then names the server. */
async function readSession(wire: Wire): Promise<readonly Row[]> {
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
const WRITE_SESSION = `SET ${MARIADB_SESSION.map(([name, value]) => `${name} = ${typeof value === "bigint" ? "CAST(? AS UNSIGNED)" : "?"}`).join(", ")}, max_statement_time = CAST(? AS DOUBLE)`;
const MAX_WARNINGS = Number(new Map(MARIADB_SESSION).get("max_error_count"));

/** Converts a setting to a value for SET. Some drivers return integer settings as bigints. */
function asSet(value: unknown): WireValue {
  return typeof value === "bigint" ? String(value) : (value as WireValue);
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
      let batch: Row[] = [];
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
  const check = () => {
    if (signal?.aborted === true)
      throw new StatementError("canceled", "The statement was canceled.", signal.reason);
  };
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

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw mariadbError(error);
  }
}
