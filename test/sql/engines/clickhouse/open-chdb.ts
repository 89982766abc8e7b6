import { createRequire } from "node:module";
import type { ChdbSession } from "../../../../src/engine/databases/adapters/clickhouse/chdb.ts";
import { isInstalled } from "../../../../scripts/install-packages.ts";

const FOLDER = "test/sql/engines/clickhouse";

/** Session of chDB: the adapter's part of it, and what tests call. */
export interface TestSession extends ChdbSession {
  query(text: string, format?: string): string;
  close(): void;
}

/** A process can have one session of chDB, also if test files are loaded again. */
const shared = globalThis as { tamisChdb?: TestSession | null; tamisChdbs?: number };

/**
 * Returns the session of chDB, in a database of its own that `close` drops. Returns undefined, and prints a line once, if
 * chDB is not installed.
 */
export function openChdb(): TestSession | undefined {
  if (shared.tamisChdb === undefined) {
    shared.tamisChdb = newSession();
    if (shared.tamisChdb === null)
      console.log(
        `${FOLDER} has no packages: the tests of ClickHouse are left out. Run: npm ci --prefix ${FOLDER}`,
      );
  }
  const session = shared.tamisChdb;
  if (session === null) return undefined;
  const database = `tamis_${(shared.tamisChdbs = (shared.tamisChdbs ?? 0) + 1)}`;
  session.query(`CREATE DATABASE ${database}`);
  session.query(`USE ${database}`);
  // Tests whose columns are nullable by default change it.
  session.query("SET data_type_default_nullable = DEFAULT");
  return {
    query: session.query.bind(session),
    queryBindAsync: session.queryBindAsync.bind(session),
    queryStreamBind: session.queryStreamBind.bind(session),
    close: () => void session.query(`DROP DATABASE ${database} SYNC`),
  };
}

function newSession(): TestSession | null {
  if (!isInstalled(FOLDER)) return null;
  const { Session } = createRequire(import.meta.url)("chdb") as { Session: new () => TestSession };
  const session = new Session();
  process.once("exit", () => session.close());
  return session;
}
