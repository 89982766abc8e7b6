import { requireKind } from "../../../../diagnostics/require-argument.ts";
import type { SqlSource } from "../../source.ts";
import { asyncSqliteSource, type RunSqlite } from "./async-sqlite.ts";
import { boundStatement } from "./connection.ts";
import { guardedSqlite } from "./errors.ts";

/** The part of a client of `@libsql/client` that the adapter uses. */
export interface LibsqlClient extends LibsqlExecutor {
  transaction(mode: "read"): Promise<LibsqlTransaction>;
}

export interface LibsqlTransaction extends LibsqlExecutor {
  close(): void;
}

interface LibsqlExecutor {
  execute(statement: {
    readonly sql: string;
    readonly args: never[];
  }): Promise<{ readonly rows: readonly object[] }>;
}

/**
 * Creates a source over SQLite or libSQL through `@libsql/client`. The driver has no functions of its own, so that memory
 * evaluates more, and it returns the rows of a stream all at once. A local file blocks the calling thread: aborts and timeouts
 * have their effect after the statement.
 *
 * @example const source = fromLibsql(createClient({ url: "file:sales.db" }));
 */
export function fromLibsql(client: LibsqlClient): SqlSource {
  requireKind(client, "client", "a client of @libsql/client", "execute", "transaction");
  return asyncSqliteSource({
    limits: [],
    async within(work, isSingle) {
      if (isSingle) return work(runOn(client));
      const transaction = await guardedSqlite(client.transaction("read"));
      try {
        return await work(runOn(transaction));
      } finally {
        transaction.close();
      }
    },
  });
}

function runOn(executor: LibsqlExecutor): RunSqlite {
  return async (statement) => {
    const { text, values } = boundStatement(statement);
    const { rows } = await guardedSqlite(executor.execute({ sql: text, args: values as never[] }));
    return rows.map((row) => Array.from(row as ArrayLike<unknown>));
  };
}
