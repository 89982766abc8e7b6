import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { loadCollations } from "../../../src/collation/uca/tables/tailoring.ts";
import { StatementError, type Session, type SqlSource } from "../../../src/engine/databases/source.ts";
import { DATABASE_FUNCTIONS } from "../../../src/sql/database-functions/list.ts";
import { sqlite } from "../../../src/sql/dialects/sqlite/dialect.ts";
import { render, type SqlParameter, type SqlStatement } from "../../../src/sql/fragments/fragment.ts";
import { jsonText } from "../../sql/canonical-row.ts";
import { sharedFile } from "./drivers/drivers.ts";

/** A SQLite file for one test, with one connection for each open snapshot. */
export interface SqliteFile {
  readonly source: SqlSource;
  /** Connection with which the test creates tables and writes rows. */
  readonly database: DatabaseSync;
  readonly statements: string[];
  /** Number of snapshots and statements that have begun and not ended. */
  readonly open: { snapshots: number; statements: number };
  /** Called before each statement. */
  onStatement: (() => void) | undefined;
  readonly close: () => void;
}

export async function sqliteFile({ functions = true } = {}): Promise<SqliteFile> {
  await loadCollations("en", "de", "sv", "cs", "ja", "th", "tr", "fr-CA", "da", "zh", "lt", "und");
  const { path, database, end } = sharedFile();
  const idle: DatabaseSync[] = [];
  const connect = () => {
    const connection = new DatabaseSync(path, { readOnly: true });
    if (functions) install(connection);
    return connection;
  };
  const file: SqliteFile = {
    database,
    statements: [],
    open: { snapshots: 0, statements: 0 },
    onStatement: undefined,
    source: {
      dialect: "sqlite",
      prepare: () =>
        Promise.resolve(
          sqlite({
            version: "3",
            functions: new Set(functions ? DATABASE_FUNCTIONS.map(({ name }) => name) : []),
            features: new Set(),
          }),
        ),
      async snapshot(work, { signal } = {}) {
        const connection = idle.pop() ?? connect();
        file.open.snapshots++;
        try {
          connection.exec("BEGIN");
          // SQLite takes the snapshot at the first statement that reads, not at BEGIN.
          connection.prepare("SELECT 1 FROM sqlite_schema").all();
          return await work(sessionOf(connection, file, signal));
        } finally {
          connection.exec("ROLLBACK");
          file.open.snapshots--;
          idle.push(connection);
        }
      },
    },
    close() {
      for (const connection of idle) connection.close();
      end();
    },
  };
  return file;
}

function install(connection: DatabaseSync): void {
  for (const { name, run } of DATABASE_FUNCTIONS) {
    connection.function(name, { deterministic: true, varargs: true }, (...args: unknown[]) => {
      if (args.includes(null)) return null;
      const result = (run as (...args: unknown[]) => unknown)(...args);
      return (typeof result === "boolean" ? Number(result) : result) as SQLInputValue;
    });
  }
}

function sessionOf(connection: DatabaseSync, file: SqliteFile, signal: AbortSignal | undefined): Session {
  const prepare = (statement: SqlStatement): [StatementSync, SQLInputValue[]] => {
    file.onStatement?.();
    if (signal?.aborted === true) throw new StatementError("canceled", "given up");
    const { text } = render(statement, () => "?");
    file.statements.push(text);
    try {
      const prepared = connection.prepare(text);
      prepared.setReturnArrays(true);
      prepared.setReadBigInts(true);
      return [prepared, statement.parameters.map(bind)];
    } catch (error) {
      throw new StatementError("other", "refused", error);
    }
  };
  return {
    all: async (statement) => {
      await Promise.resolve();
      const [prepared, values] = prepare(statement);
      return prepared.all(...values) as unknown as unknown[][];
    },
    async *batches(statement, size) {
      await Promise.resolve();
      const [prepared, values] = prepare(statement);
      file.open.statements++;
      try {
        let batch: unknown[][] = [];
        for (const row of prepared.iterate(...values) as unknown as Iterable<unknown[]>) {
          batch.push(row);
          if (batch.length < size) continue;
          yield batch;
          if (signal?.aborted === true) throw new StatementError("canceled", "given up");
          batch = [];
        }
        if (batch.length > 0) yield batch;
      } finally {
        file.open.statements--;
      }
    },
  };
}

function bind({ type, value }: SqlParameter): SQLInputValue {
  if (type === "boolean") return Number(value);
  if (type === "integer") return BigInt(value as number);
  if (type === "texts" || type === "integers" || type === "numbers") return jsonText(value)!;
  return value as SQLInputValue;
}
