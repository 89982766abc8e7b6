import type { SqlSource } from "../../../src/engine/databases/source.ts";
import {
  createTable,
  rawRows,
  type NativeColumn,
  type NativeConnection,
  type NativeTable,
  type TableStatements,
} from "./native-type.ts";

/** Keeps the last session, which consecutive tables with the same settings share. It is prepared once. */
export interface Sessions {
  readonly get: (settings: readonly string[]) => Promise<SqlSource>;
  readonly end: () => Promise<void>;
}

interface SessionRules<S> {
  readonly open: (
    settings: readonly string[],
  ) => Promise<{ readonly session: S; readonly source: SqlSource }>;
  readonly close: (session: S) => Promise<void>;
}

export function sessionsOf<S>({ open, close }: SessionRules<S>): Sessions {
  let last: { readonly settings: string; readonly session: S; readonly source: SqlSource } | undefined;
  const end = async () => {
    if (last !== undefined) await close(last.session);
    last = undefined;
  };
  return {
    async get(settings) {
      if (last?.settings === settings.join()) return last.source;
      await end();
      const { session, source } = await open(settings);
      let prepared: ReturnType<SqlSource["prepare"]> | undefined;
      const prepare: SqlSource["prepare"] = (options) => (prepared ??= source.prepare(options));
      last = { settings: settings.join(), session, source: { ...source, prepare } };
      return last.source;
    },
    end,
  };
}

/** Access to a server with tables of any name. */
interface TableServer {
  readonly run: (statement: string) => Promise<unknown>;
  readonly query: (statement: string) => Promise<readonly (readonly unknown[])[]>;
  readonly quoted: (name: string) => string;
  readonly path: (name: string) => readonly string[];
  readonly statements: (table: NativeTable, name: string) => TableStatements;
  /** Returns the SQL of the raw value of a column. */
  readonly rawValue: (column: NativeColumn) => string;
}

/** Returns a function that creates tables by one connection. They are read by sessions with their settings. */
export function tablesOf(
  sessions: Pick<Sessions, "get">,
  { run, query, quoted, path, statements, rawValue }: TableServer,
): NativeConnection["create"] {
  let tables = 0;
  return async (table) => {
    const name = `things_${tables++}`;
    await createTable(table, (of) => statements(of, name), run);
    return {
      source: await sessions.get(table.session),
      path: path(name),
      raw: await rawRows(query, quoted(name), table.columns.map(rawValue)),
      close: async () => {
        await run(`DROP TABLE ${quoted(name)}`);
      },
    };
  };
}
