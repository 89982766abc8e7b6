import type { Dialect } from "../../sql/dialect-types/dialect.ts";
import { describeValue } from "../../diagnostics/describe-value.ts";
import { isObject } from "../../values/is-object.ts";
import { isDialectName, type DialectName } from "../../sql/dialects/list.ts";
import type { SqlStatement } from "../../sql/fragments/fragment.ts";
import type { SourceLimit } from "../explain.ts";
import type { TablePath } from "../../sql/dialect-types/table-reader.ts";

/**
 * Connection to a database. One adapter per driver implements it. Adapters import no driver: the program passes its
 * own.
 */
export interface SqlSource {
  readonly dialect: DialectName;
  /**
   * Probes the capabilities of the server, and installs the `tamis_*` functions if the database supports functions.
   * Called once, before any other method.
   */
  readonly prepare: (options: PrepareSourceOptions) => Promise<Dialect>;
  /**
   * Runs statements that all see the same rows, usually in one read-only transaction. The transaction always ends, and the
   * connection gets back its previous settings.
   *
   * @throws StatementError for errors of the database; also everything that `work` throws.
   */
  readonly snapshot: <T>(work: (session: Session) => Promise<T>, options?: SnapshotOptions) => Promise<T>;
  /**
   * Creates a temporary view of a table, for databases with types that statements of tamis do not read. Returns its path. Undefined if
   * tables are read as they are.
   *
   * @throws StatementError if the table does not exist.
   */
  readonly viewOf?: ((table: TablePath) => Promise<TablePath>) | undefined;
  /** What the driver cannot do, for explanations. Default: nothing. */
  readonly limits?: readonly SourceLimit[] | undefined;
}

export function isSource(value: unknown): value is SqlSource {
  return (
    isObject(value) &&
    ["prepare", "snapshot"].every((name) => typeof value[name] === "function") &&
    isDialectName(String(value["dialect"]))
  );
}

/** @throws TypeError if the value is no source. */
export function requireSource(source: unknown): asserts source is SqlSource {
  if (!isSource(source))
    throw new TypeError(
      `source must be a source, such as fromPg(new pg.Pool()), got ${describeValue(source)}`,
    );
}

export interface PrepareSourceOptions {
  /** BCP 47 language tags of future requests. Requires that their collation data is loaded. */
  readonly locales: readonly string[];
}

export interface SnapshotOptions {
  /** Timeout of one statement in milliseconds. Default: none. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether `work` runs only one statement, by `all`. One statement sees one state of the rows, so that the source needs no
   * transaction. Default false.
   */
  readonly isSingle?: boolean | undefined;
  /**
   * Locale of the request. A source that runs functions in another thread or process loads its collation data there,
   * unless `prepare` has loaded it.
   */
  readonly locale?: string | undefined;
}

/** Runs statements within a snapshot. Rows are arrays of values, in the order of the selected columns. */
export interface Session {
  readonly all: (statement: SqlStatement) => Promise<readonly (readonly unknown[])[]>;
  /**
   * Yields the rows in batches, on demand, so that only one batch is in memory. Leaving the loop ends the statement. No
   * other statement may run before that.
   */
  readonly batches: (statement: SqlStatement, size: number) => AsyncIterable<readonly (readonly unknown[])[]>;
}

/** Kinds of failure, so that a caller can distinguish a slow statement from a lost server. */
export type StatementFailure =
  "timeout" | "canceled" | "connection" | "authentication" | "missing-table" | "missing-column" | "other";

/** A database refused a statement or was unreachable. The original error is the cause; the message contains none of it. */
export class StatementError extends Error {
  override readonly name = "StatementError";
  readonly failure: StatementFailure;

  constructor(failure: StatementFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}
