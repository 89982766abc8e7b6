import type { SqlSource } from "../../source.ts";
import { mariadbSourceOver, type Wire, type WireValue } from "./session.ts";

/**
 * MariaDB through the driver `mariadb`. Statements are prepared on the server, which binds their values; whole numbers of
 * 64 bits come as bigints, decimals and dates as texts.
 */

/** As much of the driver's connection as is used. */
export interface MariadbConnection {
  execute(options: MariadbStatement, values: WireValue[]): Promise<unknown>;
  prepare(options: MariadbStatement): Promise<MariadbPrepared>;
}

export interface MariadbPoolConnection extends MariadbConnection {
  release(): Promise<void>;
  destroy(): void;
}

/** As much of the driver's pool as is used. */
export interface MariadbPool {
  getConnection(): Promise<MariadbPoolConnection>;
}

interface MariadbPrepared {
  /** The options count here again; the driver's own types leave them out. */
  executeStream(values: WireValue[], options?: typeof OPTIONS): AsyncIterable<readonly unknown[]>;
  close(): void;
}

type MariadbStatement = { readonly sql: string } & typeof OPTIONS;

const OPTIONS = {
  rowsAsArray: true,
  bigIntAsNumber: false,
  decimalAsNumber: false,
  insertIdAsNumber: false,
  checkNumberRange: false,
  supportBigNumbers: false,
  bigNumberStrings: false,
  dateStrings: true,
  autoJsonMap: false,
  jsonStrings: true,
  bitOneIsBoolean: false,
  nestTables: false,
  namedPlaceholders: false,
  metaAsArray: false,
} as const;

/**
 * A source of rows over a pool, or over one connection, whose snapshots then wait for one another.
 *
 * @param another a further connection or a pool, from which a statement of the one connection is canceled; without it a
 *   statement that is aborted runs to its end.
 * @example fromMariadb(createPool({ host, user, password, database }))
 */
export function fromMariadb(
  database: MariadbPool | MariadbConnection,
  { another }: { readonly another?: MariadbPool | MariadbConnection } = {},
): SqlSource {
  return mariadbSourceOver(database, another, {
    wireOf,
    release: (connection: MariadbPoolConnection) => connection.release(),
    destroy: (connection: MariadbPoolConnection) => connection.destroy(),
  });
}

function wireOf(connection: MariadbConnection): Omit<Wire, "release"> {
  return {
    async execute(text, values) {
      const rows = await connection.execute({ sql: text, ...OPTIONS }, [...values]);
      return Array.isArray(rows) ? (rows as unknown[][]) : [];
    },
    async *stream(text, values) {
      const prepared = await connection.prepare({ sql: text, ...OPTIONS });
      try {
        const rows = prepared.executeStream([...values], OPTIONS)[Symbol.asyncIterator]();
        let isDone = false;
        try {
          for (;;) {
            const next = await rows.next();
            isDone = next.done === true;
            if (next.done === true) return;
            yield next.value;
          }
        } catch (error) {
          isDone = true;
          throw error;
        } finally {
          // Rows that nobody wants still stand on the wire, before the answer to the next statement.
          while (!isDone) isDone = (await rows.next()).done === true;
        }
      } finally {
        prepared.close();
      }
    },
  };
}
