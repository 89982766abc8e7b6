import type { Dialect } from "../../../../sql/dialect-types/dialect.ts";
import { postgres } from "../../../../sql/dialects/postgres/dialect.ts";
import { probePostgres, type PostgresCapabilities } from "../../../../sql/dialects/postgres/probe.ts";
import { render, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { loadLocales } from "../../../../sql/database-functions/locale-rules.ts";
import { throwIfCanceled } from "../../abort.ts";
import { StatementError, type Session, type SnapshotOptions, type SqlSource } from "../../source.ts";
import type { SourceLimit } from "../../../explain.ts";
import { cancelOn, type Cancellation, type CancelingClient, type CancelingPool } from "./cancel.ts";
import { codeOf, withStatementErrors } from "./errors.ts";
import type { Borrowed, PostgresConnection } from "./connections.ts";
import { pgQuery } from "./pg-query.ts";
import { postgresDriverValue } from "../../../../sql/dialects/postgres/parameters.ts";
import type { ExclusiveSessions } from "./exclusive-sessions.ts";
import { settleSession } from "./session-settings.ts";

/**
 * Part of the adapters that all drivers of PostgreSQL share. A snapshot is a read-only transaction with isolation level
 * REPEATABLE READ. Its settings, such as the time zone UTC, are local to the transaction: no setting of the session changes a
 * result.
 */

export interface PostgresDriver {
  /** Borrows a connection for one transaction. */
  readonly borrow: () => Promise<Borrowed>;
  /** Other connection that cancels statements; undefined if statements cannot be canceled. */
  readonly canceler: CancelingPool | CancelingClient | undefined;
  readonly sessions?: ExclusiveSessions | undefined;
  readonly limits?: readonly SourceLimit[];
}

export function postgresSource({ borrow, canceler, sessions, limits }: PostgresDriver): SqlSource {
  /** @param timeout that of a single statement, which needs no transaction if its session has the settings */
  const within = async <T>(
    work: (borrowed: Borrowed, isSettled: boolean) => Promise<T>,
    signal?: AbortSignal,
    timeout?: number,
  ): Promise<T> => {
    throwIfCanceled(signal);
    const borrowed = await withStatementErrors(borrow(), signal);
    const { client, isBegun, release } = borrowed;
    let isClean = true;
    try {
      const isSettled =
        timeout !== undefined &&
        sessions !== undefined &&
        (await withStatementErrors(sessions.settle(client, timeout), signal));
      const result = await work(borrowed, isSettled);
      if (!isSettled && !isBegun) await withStatementErrors(client.query("COMMIT"), signal);
      // A late cancellation would cancel the next statement of this connection.
      else isClean = signal?.aborted !== true;
      return result;
    } catch (error) {
      isClean = !isBegun && (await rolledBack(client, error, signal));
      throw error;
    } finally {
      await release(isClean);
    }
  };

  return {
    dialect: "postgres",
    viewOf: undefined,
    limits: limits ?? (canceler === undefined ? ["cancellation"] : []),
    async prepare({ locales }): Promise<Dialect> {
      await loadLocales(locales);
      const probed = await within(async (borrowed) => {
        const { client } = borrowed;
        await withStatementErrors(client.query(beginningOf(borrowed, 0)));
        return probePostgres(
          async (text, values) => (await withStatementErrors(client.query(pgQuery(text, [...values])))).rows,
          locales,
        );
      });
      const reason = describeUnfit(probed);
      if (reason !== undefined) throw new StatementError("other", reason);
      return postgres(probed);
    },
    snapshot: (work, { timeout, signal, isSingle = false }: SnapshotOptions = {}) => {
      const bound = boundOf(timeout);
      const run = async (borrowed: Borrowed, isSettled: boolean) => {
        const { client } = borrowed;
        if (!isSettled) await withStatementErrors(client.query(beginningOf(borrowed, bound)), signal);
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

function describeUnfit({ encoding, version, versionNumber }: PostgresCapabilities): string | undefined {
  if (encoding !== "UTF8")
    return `The encoding of the database is ${encoding}, but only UTF8 compares strings by code points.`;
  return versionNumber < 130_000
    ? `PostgreSQL ${version} is too old: version 13 or later is required.`
    : undefined;
}

/** Rolls back a failed transaction. Returns false if its connection must be closed instead of reused. */
async function rolledBack(
  client: PostgresConnection,
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
function beginningOf({ isBegun }: Borrowed, bound: number): string {
  return `${isBegun ? "SET TRANSACTION" : "BEGIN"} ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${bound}; ${SESSION}`;
}

async function cancellation(
  client: PostgresConnection,
  canceler: CancelingPool | CancelingClient | undefined,
  signal: AbortSignal | undefined,
  process: number | undefined,
): Promise<Cancellation | undefined> {
  if (signal === undefined || canceler === undefined) return undefined;
  if (process !== undefined) return cancelOn(signal, process, canceler);
  const { rows } = await withStatementErrors(client.query(pgQuery("SELECT pg_backend_pid()")), signal);
  return cancelOn(signal, rows[0]![0] as number, canceler);
}

function sessionOf(client: PostgresConnection, signal: AbortSignal | undefined): Session {
  let cursors = 0;
  const run = async (statement: SqlStatement, before = "") => {
    throwIfCanceled(signal);
    const { text } = render(statement, (index) => `$${index + 1}`);
    const values = statement.parameters.map(postgresDriverValue);
    return (await withStatementErrors(client.query(pgQuery(before + text, values)), signal)).rows;
  };
  const fixedStatement = (text: string): SqlStatement => ({ segments: [text], parameters: [], requires: [] });
  return {
    all: (statement) => run(statement),
    async *batches(statement, size) {
      const name = `tamis_${cursors++}`;
      await run(statement, `DECLARE ${name} NO SCROLL CURSOR FOR `);
      for (;;) {
        const rows = await run(fixedStatement(`FETCH FORWARD ${Math.max(1, Math.trunc(size))} FROM ${name}`));
        if (rows.length > 0) yield rows;
        if (rows.length < size) break;
      }
      await run(fixedStatement(`CLOSE ${name}`));
    },
  };
}
