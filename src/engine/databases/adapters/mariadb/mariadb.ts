import { requireObject } from "../../../../diagnostics/require-argument.ts";
import type { SqlSource } from "../../source.ts";
import { drainedRows } from "../shared/drained-rows.ts";
import { mariadbSourceOver, type MariadbSourceOptions } from "./session.ts";
import type { Wire, WireValue } from "./settle-session.ts";

/**
 * MariaDB through the driver `mariadb`. The server prepares statements and binds their values. 64-bit integers arrive as
 * bigints, decimals and dates as strings.
 */

export interface MariadbConnection {
  execute(options: MariadbStatement, values: WireValue[]): Promise<unknown>;
  prepare(options: MariadbStatement): Promise<MariadbPrepared>;
  /** What the driver knows about the connection to the server, such as its id. */
  readonly info?: object | null;
}

export interface MariadbPoolConnection extends MariadbConnection {
  release(): Promise<void>;
  destroy(): void;
}

export interface MariadbPool {
  getConnection(): Promise<MariadbPoolConnection>;
}

interface MariadbPrepared {
  /**
   * Runs the statement as a stream. The driver also reads the options here, although its type declarations omit the
   * parameter.
   */
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
 * Creates a source over a pool or over one connection. Over one connection, snapshots run one after the other.
 *
 * @example fromMariadb(createPool({ host, user, password, database }))
 */
export function fromMariadb(
  database: MariadbPool | MariadbConnection,
  options: MariadbSourceOptions<MariadbPool | MariadbConnection> = {},
): SqlSource {
  requireObject(database, "database");
  return mariadbSourceOver(database, options, {
    wireOf,
    // The object of the connection to the server: pools return a new wrapper each time.
    identityOf: (connection) => connection.info ?? connection,
    release: (connection: MariadbPoolConnection) => connection.release(),
    destroy: (connection: MariadbPoolConnection) => connection.destroy(),
  });
}

function wireOf(connection: MariadbConnection): Omit<Wire, "release" | "identity"> {
  return {
    async execute(text, values) {
      const rows = await connection.execute({ sql: text, ...OPTIONS }, [...values]);
      return Array.isArray(rows) ? (rows as unknown[][]) : [];
    },
    async *stream(text, values) {
      const prepared = await connection.prepare({ sql: text, ...OPTIONS });
      try {
        yield* drainedRows(prepared.executeStream([...values], OPTIONS));
      } finally {
        prepared.close();
      }
    },
  };
}
