import type { Dialect } from "../../../../sql/dialect-types/dialect.ts";
import { postgres } from "../../../../sql/dialects/postgres/dialect.ts";
import { probePostgres, type PostgresCapabilities } from "../../../../sql/dialects/postgres/probe.ts";
import { render, type SqlParameter, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { loadCollations } from "../../../../collation/uca/tables/tailoring.ts";
import { localeWithRules } from "../../../../sql/database-functions/locale-rules.ts";
import { StatementError, type Session, type SnapshotOptions, type SqlSource } from "../../source.ts";
import { cancelOn, lends, type Cancellation } from "./cancel.ts";
import { codeOf, statementError } from "./errors.ts";

/**
 * PostgreSQL over node-postgres (`pg` 8). A snapshot is a transaction that sees one state of the database and writes
 * nothing; it sets the time zone to UTC for itself alone, so that the connection goes back as it came.
 */

/** What is used of a query's settings: rows as lists, and values as texts where we say so. */
interface PgQuery {
  readonly text: string;
  readonly values?: unknown[];
  readonly rowMode: "array";
  readonly types: { readonly getTypeParser: (oid: number) => (value: string) => unknown };
}

/** A client of `pg`, connected. */
export interface PgClient {
  query(query: PgQuery): Promise<{ rows: unknown[][] }>;
  query(text: string): Promise<unknown>;
  on(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "error", listener: (error: Error) => void): unknown;
}

/** A client that a pool lends. */
export interface PgPoolClient extends PgClient {
  release(destroy?: boolean): void;
}

/** A pool of `pg`. */
export interface PgPool {
  connect(): Promise<PgPoolClient>;
}

export interface PgSourceOptions {
  /**
   * Where statements are canceled from, since a connection is busy while its statement runs. Default: the pool, or
   * where all its connections are lent a further one. Of a single client without it, a canceled statement runs on to
   * its timeout.
   */
  readonly canceler?: PgPool | PgClient;
}

/**
 * A source over a pool, or over one client, whose snapshots then wait for each other. Both stay the caller's, who ends
 * them and listens to a pool's own errors.
 *
 * @example const source = fromPg(new pg.Pool({ connectionString }));
 */
export function fromPg(connections: PgPool | PgClient, options: PgSourceOptions = {}): SqlSource {
  const canceler = options.canceler ?? (isPool(connections) ? connections : undefined);
  const borrow = isPool(connections) ? () => lend(connections) : taker(connections);

  const within = async <T>(work: (client: PgClient) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    throwIfAborted(signal);
    const { client, giveBack } = await told(borrow(), signal);
    let isClean = true;
    try {
      const result = await work(client);
      await told(client.query("COMMIT"), signal);
      return result;
    } catch (error) {
      isClean = await rolledBack(client, error, signal);
      throw error;
    } finally {
      giveBack(isClean);
    }
  };

  return {
    async prepare({ locales }): Promise<Dialect> {
      await loadCollations("und", ...new Set(locales.map(localeWithRules)));
      const probed = await within(async (client) => {
        await told(client.query("BEGIN READ ONLY"));
        return probePostgres(
          async (text, values) => (await told(client.query(queryOf(text, [...values])))).rows,
          locales,
        );
      });
      const reason = unfit(probed);
      if (reason !== undefined) throw new StatementError("other", reason);
      return postgres(probed);
    },
    snapshot: (work, { timeout, signal }: SnapshotOptions = {}) => {
      const beginning = beginningOf(timeout);
      return within(async (client) => {
        await told(client.query(beginning), signal);
        const cancel = await cancellation(client, canceler, signal);
        try {
          return await work(sessionOf(client, signal));
        } finally {
          await cancel?.end();
        }
      }, signal);
    },
  };
}

function isPool(connections: PgPool | PgClient): connections is PgPool {
  return lends(connections);
}

/** Says of what the database or the way to it does not do why that is. */
async function told<T>(answer: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw statementError(error, signal?.aborted === true);
  }
}

function unfit({ encoding, version, versionNumber }: PostgresCapabilities): string | undefined {
  if (encoding !== "UTF8")
    return `The database's encoding is ${encoding}; texts compare by code points in UTF8 alone.`;
  return versionNumber < 130_000 ? `PostgreSQL ${version} is too old: it has to be 13 or later.` : undefined;
}

function queryOf(text: string, values: unknown[] = []): PgQuery {
  return { text, values, rowMode: "array", types: TYPES };
}

interface Borrowed {
  readonly client: PgClient;
  readonly giveBack: (isClean: boolean) => void;
}

async function lend(pool: PgPool): Promise<Borrowed> {
  const client = await pool.connect();
  // A connection that is lost between two statements would end the program; the next statement tells of it.
  client.on("error", ignore);
  return {
    client,
    giveBack: (isClean) => {
      client.removeListener("error", ignore);
      client.release(!isClean);
    },
  };
}

const ignore = () => undefined;

/** Lends the one client to one at a time. */
function taker(client: PgClient): () => Promise<Borrowed> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    last = promise;
    await before;
    return { client, giveBack: () => resolve(undefined) };
  };
}

/** Ends a transaction that failed. False if the connection is not as it was before. */
async function rolledBack(
  client: PgClient,
  error: unknown,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    // A cancellation that met no statement may still be on its way, and would meet one of the next user.
    return signal?.aborted !== true || (error instanceof StatementError && codeOf(error.cause) === "57014");
  } catch {
    return false;
  }
}

/** @throws TypeError for what is no number of milliseconds. */
function beginningOf(timeout: number | undefined): string {
  const bound = timeout === undefined ? 0 : Math.max(1, Math.ceil(timeout));
  if (!(bound < 2 ** 31)) throw new TypeError("A timeout is a number of milliseconds below 2^31.");
  return `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL TimeZone = 'UTC'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = ${bound}`;
}

/** Cancels what a connection runs when the signal says so. */
async function cancellation(
  client: PgClient,
  canceler: PgPool | PgClient | undefined,
  signal: AbortSignal | undefined,
): Promise<Cancellation | undefined> {
  if (signal === undefined || canceler === undefined) return undefined;
  const { rows } = await told(client.query(queryOf("SELECT pg_backend_pid()")), signal);
  return cancelOn(signal, rows[0]![0] as number, canceler);
}

function sessionOf(client: PgClient, signal: AbortSignal | undefined): Session {
  let cursors = 0;
  const run = async (statement: SqlStatement, before = "") => {
    throwIfAborted(signal);
    const { text } = render(statement, (index) => `$${index + 1}`);
    const values = statement.parameters.map(encode);
    return (await told(client.query(queryOf(before + text, values)), signal)).rows;
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

/** A value as the server reads it: text, but for bytes. What type it is of, the statement says. */
function encode({ type, value }: SqlParameter): unknown {
  switch (type) {
    case "bytes":
      return value;
    case "texts":
    case "integers":
    case "numbers":
      return (value as readonly unknown[]).map(String);
    default:
      return String(value);
  }
}

/** How values come: booleans, doubles and small whole numbers as such, bytes as bytes, all else as text. */
const TYPES: PgQuery["types"] = {
  getTypeParser: (oid) => PARSERS.get(oid) ?? ((value) => value),
};

const PARSERS: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [16, (value) => value === "t"],
  [17, bytesOf],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
]);

/** Bytes as the server writes them since its version 9: `\x`, and two digits for each. */
function bytesOf(value: string): Uint8Array {
  const bytes = new Uint8Array((value.length - 2) / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(value.slice(2 * i + 2, 2 * i + 4), 16);
  return bytes;
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new StatementError("canceled", "The statement was canceled.", signal.reason);
}
