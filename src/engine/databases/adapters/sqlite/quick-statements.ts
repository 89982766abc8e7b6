import { LruMap } from "../../../../values/lru-map.ts";
import { SqliteConnection, type BoundStatement } from "./connection.ts";
import { openSqliteFile, type SqliteFile, type SqliteFileStart } from "./open-file.ts";

/**
 * A statement that takes at most so many milliseconds is quick. Passing a statement to a worker thread and its rows back takes longer,
 * also in the thread that waits.
 */
const QUICK = 0.1;
/** Runs of a statement in a worker thread, after which it can run in the thread of the program. */
const RUNS = 8;
/** Maximum time in milliseconds of a statement in the thread of the program. Afterwards a worker thread runs it. */
const MAX_HERE = 2;
/** Maximum number of statements whose runs are counted. */
const MAX_COUNTED = 256;

interface Runs {
  /** Runs in worker threads since the last failure, up to `RUNS`. */
  count: number;
  /** Average duration in milliseconds, of at most `MAX_HERE` each. The last `RUNS` runs have two thirds of the weight. */
  average: number;
}

/** Runs statements in the thread of the program if they are quick on average. Has a connection of its own. */
export class QuickStatements {
  readonly #start: SqliteFileStart;
  readonly #maxTime: number;
  /** Runs by the texts of the statements. */
  readonly #runs = new LruMap<string, Runs>(MAX_COUNTED);
  #file: SqliteFile | undefined;
  #connection: SqliteConnection | undefined;
  #isClosed = false;

  /** @param maxTime maximum time in milliseconds of a statement in this thread */
  constructor(start: SqliteFileStart, maxTime = MAX_HERE) {
    // A worker thread waits for locks.
    this.#start = { ...start, busyTimeout: 0 };
    this.#maxTime = maxTime;
  }

  /** Counts a run of a statement in a worker thread. */
  count({ text }: BoundStatement, duration: number): void {
    const runs = this.#runs.get(text);
    if (runs === undefined) return this.#runs.set(text, { count: 1, average: Math.min(MAX_HERE, duration) });
    runs.count = Math.min(RUNS, runs.count + 1);
    addTo(runs, duration);
  }

  /** Returns the rows of a statement, or undefined if a worker thread has to run it. */
  run(statement: BoundStatement): readonly (readonly unknown[])[] | undefined {
    const { text } = statement;
    const runs = this.#isClosed ? undefined : this.#runs.get(text);
    if (runs === undefined || runs.count < RUNS || runs.average > QUICK) return undefined;
    try {
      const connection = this.#openOnce();
      const begin = performance.now();
      const rows = readRows(connection, statement, begin + this.#maxTime);
      addTo(runs, performance.now() - begin);
      return rows;
    } catch {
      // The worker thread reports the error, if it has the same one.
      runs.count = 0;
      return undefined;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#file?.close();
  }

  #openOnce(): SqliteConnection {
    if (this.#connection !== undefined) return this.#connection;
    this.#file ??= openSqliteFile(this.#start);
    const connection = new SqliteConnection(this.#file);
    connection.prepare();
    return (this.#connection = connection);
  }
}

function addTo(runs: Runs, duration: number): void {
  runs.average += (Math.min(MAX_HERE, duration) - runs.average) / RUNS;
}

function readRows(
  connection: SqliteConnection,
  statement: BoundStatement,
  until: number,
): readonly (readonly unknown[])[] {
  connection.begin(true);
  const openRows = connection.open(statement);
  const rows: unknown[][] = [];
  try {
    for (;;) {
      const row = connection.next(openRows, until);
      if (row === undefined) return rows;
      rows.push(row);
    }
  } catch (error) {
    connection.stop(openRows);
    throw error;
  }
}
