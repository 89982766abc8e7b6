import { loadCollations } from "../../../../collation/uca/tables/tailoring.ts";
import { localeWithRules } from "../../../../sql/database-functions/locale-rules.ts";
import { mariadb, MARIADB_SESSION, mariadbValue } from "../../../../sql/dialects/mariadb/dialect.ts";
import { probeMariadb, refusedVersion } from "../../../../sql/dialects/mariadb/probe.ts";
import { render, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { StatementError, type Session, type SqlSource } from "../../source.ts";
import { insisting } from "../shared/cancel-order.ts";
import { mariadbError } from "./errors.ts";
import { oneAtATime } from "../shared/mutex.ts";

/**
 * What the adapters of MariaDB's drivers have in common: how a session is set up and given back, how a snapshot is
 * taken, a statement bounded in time and canceled, and what is looked for after patterns have run.
 */

type Row = readonly unknown[];
export type WireValue = string | number | null;

/** A connection as a driver's adapter gives it. Values are bound by the server, never written into the text. */
export interface Wire {
  readonly execute: (text: string, values: readonly WireValue[]) => Promise<readonly Row[]>;
  /** The rows as they come. Left before its end, it reads the rest and drops it. */
  readonly stream: (text: string, values: readonly WireValue[]) => AsyncIterable<Row>;
  /** Gives it back, or, where its state is not known, ends it. */
  readonly release: (isBroken: boolean) => Promise<void>;
}

interface WireSource {
  readonly acquire: () => Promise<Wire>;
  /** Runs work when its turn has come: at once, but for work on a connection that others use. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Another connection to the same server, to cancel a statement from; undefined where there is none to be had. */
  readonly another: (() => Promise<Wire>) | undefined;
}

/** A driver's connection, and its pool of them. */
interface Driver<Connection extends object, Lent extends Connection> {
  readonly wireOf: (connection: Connection) => Omit<Wire, "release">;
  readonly release: (connection: Lent) => Promise<void> | void;
  readonly destroy: (connection: Lent) => void;
}

interface Pool<Lent> {
  getConnection(): Promise<Lent>;
}

/**
 * A source over a pool of a driver's, or over one connection, whose snapshots then wait for one another; `another` is what
 * a statement of the one connection is canceled from.
 */
export function mariadbSourceOver<Connection extends object, Lent extends Connection>(
  database: Pool<Lent> | Connection,
  another: Pool<Lent> | Connection | undefined,
  driver: Driver<Connection, Lent>,
): SqlSource {
  const further = another ?? (isPool(database) ? database : undefined);
  return mariadbSource({
    acquire: acquireFrom(database, driver),
    inTurn: isPool(database) ? (work) => work() : oneAtATime(),
    another: further === undefined ? undefined : acquireFrom(further, driver),
  });
}

function isPool<Lent>(database: Pool<Lent> | object): database is Pool<Lent> {
  return "getConnection" in database;
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
        if ("refused" in found) throw new StatementError("other", found.refused);
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
            // A late order to cancel must not hit what comes after.
            await cancellation.end();
            await wire.execute("ROLLBACK", []);
          }
        } finally {
          await cancellation.end();
        }
      }),
  };
}

/** Lends a connection whose session is as statements take it for granted, and gives it back as it came. */
function using<T>(source: WireSource, work: (wire: Wire, id: number) => Promise<T>): Promise<T> {
  return source.inTurn(() => lend(source, work));
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
        "The connection is within a transaction, which a snapshot would end.",
      );
    }
    await guarded(() =>
      wire.execute(WRITE_SESSION, [...MARIADB_SESSION.map(([, value]) => value), 0, MOST_WARNINGS]),
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

/** What another server than MariaDB lacks is already in here, so it is told which one it is. */
async function readSession(wire: Wire): Promise<readonly Row[]> {
  try {
    return await wire.execute(READ_SESSION, []);
  } catch (error) {
    const rows = await wire.execute("SELECT VERSION()", []).catch(() => []);
    const refused = rows[0] === undefined ? undefined : refusedVersion(String(rows[0][0]));
    throw refused === undefined ? error : new StatementError("other", refused, error);
  }
}

const VARIABLES = MARIADB_SESSION.map(([variable]) => variable);
const READ_SESSION = `SELECT CONNECTION_ID(), @@in_transaction, ${VARIABLES.map((name) => `@@${name}`).join(", ")}, @@max_statement_time, @@max_error_count`;
// Some drivers send each number as a double, which a variable of whole numbers does not take.
const WRITE_SESSION = `SET ${MARIADB_SESSION.map(([name, value]) => `${name} = ${typeof value === "number" ? "CAST(? AS UNSIGNED)" : "?"}`).join(", ")}, max_statement_time = CAST(? AS DOUBLE), max_error_count = CAST(? AS SIGNED)`;
/** The most that MariaDB keeps, so that none hides another. */
const MOST_WARNINGS = 65_535;

/** A count of warnings may come as a bigint. */
function asSet(value: unknown): WireValue {
  return typeof value === "bigint" ? Number(value) : (value as WireValue);
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
      // Only now is it known whether each row was decided; what was handed out is of no use without this.
      await checkPatterns(text, wire);
      cancellation.check();
      if (batch.length > 0) yield batch;
    },
  };
}

/**
 * MariaDB says no where a pattern met a limit, and leaves a warning. None that the dialect writes meets one; an expression
 * of the program's own may.
 */
async function checkPatterns(text: string, wire: Wire): Promise<void> {
  if (!/\bR(?:EGEXP|LIKE)/i.test(text)) return;
  const warnings = await guarded(() => wire.execute("SHOW WARNINGS", []));
  const isSilent = warnings.some(([, code]) => Number(code) === REGEXP_FAILED);
  if (isSilent || warnings.length >= MOST_WARNINGS)
    throw new StatementError(
      "other",
      "MariaDB gave up on a pattern and took its text for one that does not match.",
    );
}

const REGEXP_FAILED = 1139;

interface Cancellation {
  /** @throws StatementError once it was asked for. */
  readonly check: () => void;
  /** Stops listening, and waits until an order that was given has been carried out; none is given after that. */
  readonly end: () => Promise<void>;
}

function watch(signal: AbortSignal | undefined, source: WireSource, id: number): Cancellation {
  const insistence = insisting();
  let order: Promise<void> = Promise.resolve();
  const give = () => void kill();
  /** Ends what the connection runs. Where that cannot be done the statement goes on to its end, and is an error then. */
  const kill = async () => {
    try {
      const wire = await source.another?.();
      if (wire === undefined) return;
      order = insistence
        .until(() => wire.execute("KILL QUERY CAST(? AS SIGNED)", [id]))
        .then(
          () => wire.release(false),
          () => wire.release(true),
        )
        .catch(() => undefined);
    } catch {
      // There is no further connection to be had.
    }
  };
  const check = () => {
    if (signal?.aborted === true)
      throw new StatementError("canceled", "The statement was canceled.", signal.reason);
  };
  check();
  signal?.addEventListener("abort", give, { once: true });
  return {
    check,
    async end() {
      signal?.removeEventListener("abort", give);
      insistence.end();
      await order;
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
