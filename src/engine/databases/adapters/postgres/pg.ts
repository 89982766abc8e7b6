import { requireObject } from "../../../../diagnostics/require-argument.ts";
import type { Dialect } from "../../../../sql/dialect-types/dialect.ts";
import { postgres } from "../../../../sql/dialects/postgres/dialect.ts";
import { probePostgres, type PostgresCapabilities } from "../../../../sql/dialects/postgres/probe.ts";
import { render, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { loadCollations } from "../../../../collation/uca/tables/tailoring.ts";
import { localeWithRules } from "../../../../sql/database-functions/locale-rules.ts";
import { throwIfCanceled } from "../shared/abort.ts";
import { StatementError, type Session, type SnapshotOptions, type SqlSource } from "../../source.ts";
import { cancelOn, isPoolLike, type Cancellation } from "./cancel.ts";
import { codeOf, statementError } from "./errors.ts";
import { lend, type Borrowed, type PgClient, type PgPool } from "./connections.ts";
import { pgQuery } from "./pg-query.ts";
import { postgresDriverValue } from "../../../../sql/dialects/postgres/parameters.ts";
import { ExclusiveSessions } from "./exclusive-sessions.ts";
import { settleSession } from "./session-settings.ts";
import { ownProperty } from "../../../../values/own-properties.ts";

/**
 * PostgreSQL through node-postgres (`pg` 8). A snapshot is a read-only transaction with isolation level REPEATABLE READ.
 * Its settings, such as the time zone UTC, are local to the transaction: no setting of the session changes a result.
 */

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
  const canceler = options.canceler ?? (isPool(connections) ? connections : undefined);
  const borrow = isPool(connections) ? () => lend(connections) : taker(connections);
  const sessions = ownProperty(options, "exclusive") === true ? new ExclusiveSessions() : undefined;

  /** @param timeout that of a single statement, which needs no transaction if its session has the settings */
  const within = async <T>(
    work: (client: PgClient, isSettled: boolean) => Promise<T>,
    signal?: AbortSignal,
    timeout?: number,
  ): Promise<T> => {
    throwIfCanceled(signal);
    const { client, release } = await withStatementErrors(borrow(), signal);
    let isClean = true;
    try {
      const isSettled =
        timeout !== undefined &&
        sessions !== undefined &&
        (await withStatementErrors(sessions.settle(client, timeout), signal));
      const result = await work(client, isSettled);
      if (!isSettled) await withStatementErrors(client.query("COMMIT"), signal);
      // A late cancellation would cancel the next statement of this connection.
      else isClean = signal?.aborted !== true;
      return result;
    } catch (error) {
      isClean = await rolledBack(client, error, signal);
      throw error;
    } finally {
      release(isClean);
    }
  };

  return {
    dialect: "postgres",
    viewOf: undefined,
    async prepare({ locales }): Promise<Dialect> {
      await loadCollations("und", ...new Set(locales.map(localeWithRules)));
      const probed = await within(async (client) => {
        await withStatementErrors(client.query(beginningOf(0)));
        return probePostgres(
          async (text, values) => (await withStatementErrors(client.query(pgQuery(text, [...values])))).rows,
          locales,
        );
      });
      const reason = unfit(probed);
      if (reason !== undefined) throw new StatementError("other", reason);
      return postgres(probed);
    },
    snapshot: (work, { timeout, signal, isSingle = false }: SnapshotOptions = {}) => {
      const bound = boundOf(timeout);
      const run = async (client: PgClient, isSettled: boolean) => {
        if (!isSettled) await withStatementErrors(client.query(beginningOf(bound)), signal);
        const process = isSettled ? client.processID! : undefined;
        const cancel = await cancellation(client, canceler, signal, process);
        try {
          return await work(sessionOf(client, signal));
        } finally {
          await cancel?.end();
        }
      };
      return within(run, signal, isSingle ? bound : undefined);
    },
  };
}

function isPool(connections: PgPool | PgClient): connections is PgPool {
  return isPoolLike(connections);
}

async function withStatementErrors<T>(answer: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw statementError(error, signal?.aborted === true);
  }
}

function unfit({ encoding, version, versionNumber }: PostgresCapabilities): string | undefined {
  if (encoding !== "UTF8")
    return `The encoding of the database is ${encoding}, but only UTF8 compares strings by code points.`;
  return versionNumber < 130_000
    ? `PostgreSQL ${version} is too old: version 13 or later is required.`
    : undefined;
}

function taker(client: PgClient): () => Promise<Borrowed> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    last = promise;
    await before;
    return { client, release: () => resolve(undefined) };
  };
}

/** Rolls back a failed transaction. Returns false if its connection must be closed instead of reused. */
async function rolledBack(
  client: PgClient,
  error: unknown,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    // A cancellation may still be on its way, and would cancel the next statement of this connection.
    return signal?.aborted !== true || (error instanceof StatementError && codeOf(error.cause) === "57014");
  } catch {
    return false;
  }
}

const SESSION = settleSession();

/**
 * Returns a timeout as the server takes it: 0 for none.
 *
 * @throws TypeError if the timeout is not a number of milliseconds below 2^31.
 */
function boundOf(timeout: number | undefined): number {
  const bound = timeout === undefined ? 0 : Math.max(1, Math.ceil(timeout));
  if (!(bound < 2 ** 31))
    throw new TypeError(`timeout must be a number of milliseconds below 2^31, got ${timeout}`);
  return bound;
}

/** Returns the statements that begin a snapshot, for one round trip. */
function beginningOf(bound: number): string {
  return `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${bound}; ${SESSION}`;
}

async function cancellation(
  client: PgClient,
  canceler: PgPool | PgClient | undefined,
  signal: AbortSignal | undefined,
  process: number | undefined,
): Promise<Cancellation | undefined> {
  if (signal === undefined || canceler === undefined) return undefined;
  if (process !== undefined) return cancelOn(signal, process, canceler);
  const { rows } = await withStatementErrors(client.query(pgQuery("SELECT pg_backend_pid()")), signal);
  return cancelOn(signal, rows[0]![0] as number, canceler);
}

function sessionOf(client: PgClient, signal: AbortSignal | undefined): Session {
  let cursors = 0;
  const run = async (statement: SqlStatement, before = "") => {
    throwIfCanceled(signal);
    const { text } = render(statement, (index) => `$${index + 1}`);
    const values = statement.parameters.map(postgresDriverValue);
    return (await withStatementErrors(client.query(pgQuery(before + text, values)), signal)).rows;
  };
  const fixed = (text: string): SqlStatement => ({ segments: [text], parameters: [], requires: [] });
  return {
    all: (statement) => run(statement),
    async *batches(statement, size) {
      const name = `tamis_${cursors++}`;
      await run(statement, `DECLARE ${name} NO SCROLL CURSOR FOR `);
      for (;;) {
        const rows = await run(fixed(`FETCH FORWARD ${Math.max(1, Math.trunc(size))} FROM ${name}`));
        if (rows.length > 0) yield rows;
        if (rows.length < size) break;
      }
      await run(fixed(`CLOSE ${name}`));
    },
  };
}
