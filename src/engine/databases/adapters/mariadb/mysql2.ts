import { requireObject } from "../../../../diagnostics/require-argument.ts";
import type { SqlSource } from "../../source.ts";
import { drainedRows } from "../shared/drained-rows.ts";
import { mariadbSourceOver, type MariadbSourceOptions } from "./session.ts";
import type { Wire, WireValue } from "./settle-session.ts";

/**
 * MariaDB through the promise interface of the driver `mysql2`. The server prepares statements and binds their values.
 * 64-bit integers are returned as bigints, decimals and dates as strings. The driver keeps up to `maxPreparedStatements`
 * statements for each connection. Its default of 16,000 is close to the limit of a whole server: lower it for a pool.
 */

export interface Mysql2Connection {
  execute(options: Mysql2Statement): Promise<readonly unknown[]>;
  /** The underlying callback connection, which offers streams. Some of the driver's types omit it. */
  readonly connection?: object;
}

export interface Mysql2PoolConnection extends Mysql2Connection {
  release(): void;
  destroy(): void;
}

export interface Mysql2Pool {
  getConnection(): Promise<Mysql2PoolConnection>;
}

interface Mysql2Statement {
  readonly sql: string;
  readonly values: WireValue[];
}

/** Methods of the driver's underlying connection that stream rows. The driver's own type declarations differ. */
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
 * Creates a source over a pool or over one connection. Over one connection, snapshots run one after the other.
 *
 * @example fromMysql2(createPool({ host, user, password, database, maxPreparedStatements: 200 }))
 */
export function fromMysql2(
  database: Mysql2Pool | Mysql2Connection,
  options: MariadbSourceOptions<Mysql2Pool | Mysql2Connection> = {},
): SqlSource {
  requireObject(database, "database");
  return mariadbSourceOver(database, options, {
    wireOf,
    // The callback connection: pools return a new wrapper each time.
    identityOf: (connection) => connection.connection ?? connection,
    release: (connection: Mysql2PoolConnection) => connection.release(),
    destroy: (connection: Mysql2PoolConnection) => connection.destroy(),
  });
}

function wireOf(connection: Mysql2Connection): Omit<Wire, "release" | "identity"> {
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
      // The driver reports a lost connection only on the connection. Without this listener the stream would never end.
      const endStream = (error: Error) => stream.destroy(error);
      streaming.on("error", endStream);
      try {
        for await (const row of drainedRows(stream)) yield restore(row);
      } finally {
        streaming.removeListener("error", endStream);
      }
    },
  };
}

const LONGLONG = 8;

function bigints(columns: readonly Column[]): (row: readonly unknown[]) => readonly unknown[] {
  const wide = columns.flatMap(({ columnType }, i) => (columnType === LONGLONG ? [i] : []));
  if (wide.length === 0) return (row) => row;
  return (row) => {
    const restored = [...row];
    for (const i of wide) if (typeof restored[i] === "string") restored[i] = BigInt(restored[i]);
    return restored;
  };
}
