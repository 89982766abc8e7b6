import {
  lend,
  type PostgresConnection,
  type PgPool,
} from "../../engine/databases/adapters/postgres/connections.ts";
import { codeOf, withStatementErrors } from "../../engine/databases/adapters/postgres/errors.ts";
import { pgQuery } from "../../engine/databases/adapters/postgres/pg-query.ts";
import { postgresDriverValue } from "../../sql/dialects/postgres/parameters.ts";
import { settleSession } from "../../engine/databases/adapters/postgres/session-settings.ts";
import { StatementError } from "../../engine/databases/source.ts";
import { render, toStatement } from "../../sql/fragments/fragment.ts";
import { POSTGRES_SCHEMA } from "./postgres-schema.ts";
import type { StoreDatabase, WriteSession } from "./store-database.ts";

/** Number of the advisory lock that migrations hold. Arbitrary, but the same in all versions of tamis. */
const MIGRATION_LOCK = 7_241_603_519;

const BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

/** Changes rows of PostgreSQL over a pool, each in a transaction on a connection of its own. */
export class PostgresWriter implements StoreDatabase {
  readonly dialectName = "postgres";
  readonly lock = " FOR UPDATE";
  readonly returnsRows = true;
  readonly schema = POSTGRES_SCHEMA;
  readonly timePrecision = undefined;
  readonly #pool: PgPool;
  readonly #timeout: number;

  /** @param timeout milliseconds of a statement */
  constructor(pool: PgPool, timeout: number) {
    this.#pool = pool;
    this.#timeout = timeout;
  }

  /**
   * SQLSTATE class 22: a value that the column type does not allow. Class 23: a value that a constraint does not allow. 54000: a value
   * that is too long for an index.
   */
  readonly isRefusedValue = (error: unknown): boolean =>
    error instanceof StatementError && /^(?:2[23]|54000)/.test(codeOf(error.cause) ?? "");

  readonly isDuplicate = (error: unknown): boolean =>
    error instanceof StatementError && codeOf(error.cause) === "23505";

  write = <R>(work: (session: WriteSession) => Promise<R>): Promise<R> =>
    this.#transaction(`${BEGIN}; SET LOCAL statement_timeout = ${this.#timeout}; ${settleSession()}`, work);

  migrate = <R>(work: (session: WriteSession) => Promise<R>): Promise<R> =>
    this.#transaction(`${BEGIN}; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`, work);

  async #transaction<R>(beginning: string, work: (session: WriteSession) => Promise<R>): Promise<R> {
    const { client, release } = await withStatementErrors(lend(this.#pool));
    let isClean = true;
    try {
      await withStatementErrors(client.query(beginning));
      const result = await work(sessionOf(client));
      await withStatementErrors(client.query("COMMIT"));
      return result;
    } catch (error) {
      isClean = await rolledBack(client);
      throw error;
    } finally {
      await release(isClean);
    }
  }
}

function sessionOf(client: PostgresConnection): WriteSession {
  return {
    async run(fragment) {
      const statement = toStatement(fragment);
      const { text } = render(statement, (index) => `$${index + 1}`);
      return (
        await withStatementErrors(client.query(pgQuery(text, statement.parameters.map(postgresDriverValue))))
      ).rows;
    },
  };
}

async function rolledBack(client: PostgresConnection): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}
