import { loadLocales } from "../../../../sql/database-functions/locale-rules.ts";
import { INTEGERS_AS_TEXT, sqlite } from "../../../../sql/dialects/sqlite/dialect.ts";
import { rawSql, toStatement, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import type { SourceLimit } from "../../../explain.ts";
import type { Session, SnapshotOptions, SqlSource } from "../../source.ts";
import { throwIfCanceled } from "../../abort.ts";
import { ownProperties } from "../../../../values/own-properties.ts";
import { interruptible } from "./interruptible.ts";
import { probeSqlite, type SqliteCapabilities } from "./probe.ts";

type Rows = readonly (readonly unknown[])[];

/**
 * Runs a statement and returns all of its rows.
 *
 * @throws StatementError for errors of the database
 */
export type RunSqlite = (statement: SqlStatement) => Promise<Rows>;

export interface AsyncSqliteDriver {
  /**
   * Lends the database for the statements of a snapshot.
   *
   * @param isSingle whether only one statement follows, which needs no transaction
   */
  readonly within: <T>(work: (run: RunSqlite) => Promise<T>, isSingle: boolean) => Promise<T>;
  /** Limits in addition to those of all asynchronous drivers. */
  readonly limits: readonly SourceLimit[];
  /** Version of a database that is not allowed to describe itself. */
  readonly version?: string;
}

/** Creates a source over an asynchronous driver of SQLite, which returns all rows at once and installs no functions. */
export function asyncSqliteSource({ within, limits, version: knownVersion }: AsyncSqliteDriver): SqlSource {
  return {
    dialect: "sqlite",
    viewOf: undefined,
    limits: ["functions", ...limits, "cancellation", "timeout", "batches"],
    async prepare({ locales }) {
      await loadLocales(locales);
      const { version, features } = await within((run) => runProbe(run, knownVersion), false);
      const extraFeatures = (await within(readsIntegers, true)) ? [] : [INTEGERS_AS_TEXT];
      return sqlite({ version, functions: new Set(), features: new Set([...features, ...extraFeatures]) });
    },
    snapshot: async (work, snapshotOptions = {}) => {
      const options = ownProperties(snapshotOptions);
      throwIfCanceled(options.signal);
      return await within((run) => work(sessionOf(run, options)), options.isSingle === true);
    },
  };
}

async function runProbe(
  run: RunSqlite,
  knownVersion: string | undefined,
): Promise<Omit<SqliteCapabilities, "functions">> {
  const probe = probeSqlite(knownVersion);
  let next = probe.next();
  while (next.done !== true) next = probe.next(await run(toStatement(rawSql(next.value))));
  return next.value;
}

/** An integer that a double cannot hold. */
const WIDE = "9007199254740993";

/** Returns whether integers beyond 2^53 arrive unchanged. Some drivers round them, or fail. */
async function readsIntegers(run: RunSqlite): Promise<boolean> {
  const rows = await run(toStatement(rawSql(`SELECT ${WIDE}`))).catch(() => []);
  const value = rows[0]?.[0];
  return typeof value !== "number" && String(value) === WIDE;
}

function sessionOf(run: RunSqlite, options: SnapshotOptions): Session {
  // A database of the same thread blocks it. An abort or timeout then has its effect after the statement.
  const all = (statement: SqlStatement) => interruptible(() => run(statement), ignore, options);
  return {
    all,
    async *batches(statement, size) {
      const rows = await all(statement);
      for (let at = 0; at < rows.length; at += size) {
        throwIfCanceled(options.signal);
        yield rows.slice(at, at + size);
      }
    },
  };
}

const ignore = () => undefined;
