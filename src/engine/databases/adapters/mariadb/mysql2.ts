import type { SqlSource } from "../../source.ts";
import { mariadbSourceOver, type Wire, type WireValue } from "./session.ts";

/**
 * MariaDB through the driver `mysql2`, by its promises. Statements are prepared on the server, which binds their values;
 * whole numbers of 64 bits come as bigints, decimals and dates as texts. The driver keeps up to `maxPreparedStatements`
 * for each connection, 16,000 unless told otherwise, which is about all that a server allows: set it lower for a pool.
 */

/** As much of the driver's connection as is used. */
export interface Mysql2Connection {
  execute(options: Mysql2Statement): Promise<readonly unknown[]>;
  /** The connection below the promises, which has streams; the driver's own types leave it out here and there. */
  readonly connection?: object;
}

export interface Mysql2PoolConnection extends Mysql2Connection {
  release(): void;
  destroy(): void;
}

/** As much of the driver's pool as is used. */
export interface Mysql2Pool {
  getConnection(): Promise<Mysql2PoolConnection>;
}

interface Mysql2Statement {
  readonly sql: string;
  readonly values: WireValue[];
}

/** As much of the connection below the promises as is used; the driver's own types take it for another. */
interface Streaming {
  execute(options: Mysql2Statement): Command;
  on(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "error", listener: (error: Error) => void): unknown;
}

interface Command {
  on(event: "fields", listener: (columns: readonly Column[] | undefined) => void): void;
  stream(): AsyncIterable<readonly unknown[]> & { destroy(error: Error): unknown };
}

interface Column {
  readonly columnType?: number;
}

const OPTIONS = {
  rowsAsArray: true,
  nestTables: false,
  namedPlaceholders: false,
  dateStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  decimalNumbers: false,
  jsonStrings: true,
} as const;

/**
 * A source of rows over a pool, or over one connection, whose snapshots then wait for one another.
 *
 * @param another a further connection or a pool, from which a statement of the one connection is canceled; without it a
 *   statement that is aborted runs to its end.
 * @example fromMysql2(createPool({ host, user, password, database, maxPreparedStatements: 200 }))
 */
export function fromMysql2(
  database: Mysql2Pool | Mysql2Connection,
  { another }: { readonly another?: Mysql2Pool | Mysql2Connection } = {},
): SqlSource {
  return mariadbSourceOver(database, another, {
    wireOf,
    release: (connection: Mysql2PoolConnection) => connection.release(),
    destroy: (connection: Mysql2PoolConnection) => connection.destroy(),
  });
}

function wireOf(connection: Mysql2Connection): Omit<Wire, "release"> {
  return {
    async execute(text, values) {
      const [rows, columns] = await connection.execute({ sql: text, values: [...values], ...OPTIONS });
      if (!Array.isArray(rows)) return [];
      const restore = bigints(columns as readonly Column[]);
      return (rows as unknown[][]).map(restore);
    },
    async *stream(text, values) {
      const streaming = connection.connection as Streaming;
      const command = streaming.execute({ sql: text, values: [...values], ...OPTIONS });
      let restore = (row: readonly unknown[]) => row;
      command.on("fields", (columns) => {
        if (columns !== undefined) restore = bigints(columns);
      });
      const stream = command.stream();
      // Of a connection that is lost the driver tells the connection alone, and a stream would wait for ever.
      const lose = (error: Error) => stream.destroy(error);
      streaming.on("error", lose);
      const rows = stream[Symbol.asyncIterator]();
      let isDone = false;
      try {
        for (;;) {
          const next = await rows.next();
          isDone = next.done === true;
          if (next.done === true) return;
          yield restore(next.value);
        }
      } catch (error) {
        isDone = true;
        throw error;
      } finally {
        // Rows that nobody wants still stand on the wire, before the answer to the next statement.
        while (!isDone) isDone = (await rows.next()).done === true;
        streaming.removeListener("error", lose);
      }
    },
  };
}

const LONGLONG = 8;

/** The driver gives whole numbers of 64 bits as texts, so that none is rounded. */
function bigints(columns: readonly Column[]): (row: readonly unknown[]) => readonly unknown[] {
  const wide = columns.flatMap(({ columnType }, i) => (columnType === LONGLONG ? [i] : []));
  if (wide.length === 0) return (row) => row;
  return (row) => {
    const restored = [...row];
    for (const i of wide) if (typeof restored[i] === "string") restored[i] = BigInt(restored[i]);
    return restored;
  };
}
