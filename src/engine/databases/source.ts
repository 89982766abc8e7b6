import type { Dialect } from "../../sql/dialect-types/dialect.ts";
import type { SqlStatement } from "../../sql/fragments/fragment.ts";

/**
 * A database as the engine sees it. Drivers are met by small adapters that know their shape and import nothing of them:
 * whoever has a driver hands it over.
 */
export interface SqlSource {
  /**
   * Finds out what the server can do, and installs the functions of ours where a database takes functions. Called once
   * before anything else, for the locales that requests will name.
   */
  readonly prepare: (options: PrepareSourceOptions) => Promise<Dialect>;
  /**
   * Runs some statements that all see the same rows: one read-only transaction, or what the database has for it. It ends
   * whatever happens, and the connection goes back as it came.
   *
   * @throws what `work` throws; `StatementError` for what the database says.
   */
  readonly snapshot: <T>(work: (session: Session) => Promise<T>, options?: SnapshotOptions) => Promise<T>;
}

export interface PrepareSourceOptions {
  /** Language tags whose collations are loaded. */
  readonly locales: readonly string[];
}

export interface SnapshotOptions {
  /** Milliseconds that one statement may take. Default: no bound. */
  readonly timeout?: number | undefined;
  /** Cancels the statement that runs. */
  readonly signal?: AbortSignal | undefined;
}

/** What runs within a snapshot. Rows are lists of values, in the order of the selected columns. */
export interface Session {
  readonly all: (statement: SqlStatement) => Promise<readonly (readonly unknown[])[]>;
  /**
   * The rows in batches as they are asked for, so that no more than a few are held. Leaving the loop ends the statement;
   * no other one is asked for before that.
   */
  readonly batches: (statement: SqlStatement, size: number) => AsyncIterable<readonly (readonly unknown[])[]>;
}

/** What went wrong, by kind: a caller can tell a slow statement from a lost server. */
export type StatementFailure =
  "timeout" | "canceled" | "connection" | "authentication" | "missing-table" | "missing-column" | "other";

/** A database refused a statement, or was not there. Its own words are the cause; none of them is in the message. */
export class StatementError extends Error {
  override readonly name = "StatementError";
  readonly failure: StatementFailure;

  constructor(failure: StatementFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}
