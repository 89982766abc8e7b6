import { withoutPrototype } from "../formats/own-members.ts";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Pool } from "mariadb";
import {
  duckdbView,
  fromClickhouse,
  fromDuckdb,
  fromMariadb,
  fromNodeSqlite,
  fromPg,
  fromSqliteFile,
  type SqlSource,
} from "tamis/databases";
import type { RowStore, SqliteStoreOptions } from "tamis/http";
import type { DatabaseAddress } from "./database-address.ts";
import { sqliteRevision } from "./sqlite-revision.ts";
import { loadClickhouse, loadDuckdb, loadMariadb, loadPg, loadSqlite } from "./drivers.ts";

export interface OpenDatabase {
  readonly source: SqlSource;
  /** Name of the only table of a Parquet file. Undefined for databases. */
  readonly onlyTable: string | undefined;
  /** True if statements block the event loop, so that they cannot be canceled. */
  readonly blocks: boolean;
  /**
   * Creates a store that changes a table. Undefined if tamis cannot change tables of this database.
   * @throws MigrationError for a table without a key
   */
  readonly openStore?: (options: StoreOptions) => Promise<RowStore>;
  /** Returns a number that changes with the rows. Undefined for databases that can change without notice. */
  readonly revision?: () => number;
  readonly close: () => Promise<void>;
}

export type StoreOptions = Omit<SqliteStoreOptions, "database" | "source" | "revision">;

/** Timeout for opening a connection, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;

export interface OpenOptions {
  /** Maximum number of connections, for programs that answer several requests at the same time. Default: for one command. */
  readonly connections?: number;
  /** True if statements of SQLite run in threads, so that they can be canceled. Default: with `connections`, and for large files. */
  readonly threads?: boolean | undefined;
}

/**
 * Minimum size of a SQLite file in bytes for statements in threads. SQLite reads 32 MiB in about the time that a thread takes
 * to start, which is 0.13 s of CPU time.
 */
const THREADS_FILE_SIZE = 32 * 1_048_576;

export async function openDatabase(
  address: DatabaseAddress,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const { connections, threads } = withoutPrototype(options);
  switch (address.kind) {
    case "sqlite":
      return connections !== undefined || (threads ?? (await isLarge(address.location)))
        ? openSqliteThreads(address.location, connections)
        : openSqlite(address.location);
    case "postgres":
      return openPostgres(address.location, connections);
    case "mariadb":
      return openMariadb(address.location, connections);
    case "clickhouse":
      return openClickhouse(address.location);
    case "duckdb":
    case "parquet":
      return openDuckdb(address);
  }
}

async function isLarge(path: string): Promise<boolean> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  return size >= THREADS_FILE_SIZE;
}

function openSqlite(path: string): OpenDatabase {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path, withoutPrototype({ readOnly: true }));
  return {
    source: fromNodeSqlite(database),
    onlyTable: undefined,
    blocks: true,
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}

function openSqliteThreads(path: string, connections = COMMAND_CONNECTIONS): OpenDatabase {
  // Reports a version of Node without SQLite, before a thread fails.
  const sqlite = loadSqlite();
  const source = fromSqliteFile(path, { connections });
  const writers: DatabaseSync[] = [];
  const revision = sqliteRevision(path);
  return {
    source,
    onlyTable: undefined,
    blocks: false,
    openStore: async (options) => {
      const { sqliteStore } = await import("tamis/http");
      const database = new sqlite.DatabaseSync(path);
      writers.push(database);
      return sqliteStore({ ...options, database, source, revision: revision.read });
    },
    revision: revision.read,
    close: async () => {
      await source.close();
      revision.close();
      for (const writer of writers) writer.close();
    },
  };
}

/** One connection runs statements. The other cancels them, or replaces it while a canceled statement has not ended. */
const COMMAND_CONNECTIONS = 2;

async function openPostgres(
  connectionString: string,
  connections = COMMAND_CONNECTIONS,
): Promise<OpenDatabase> {
  const { Pool } = await loadPg();
  const pools: InstanceType<typeof Pool>[] = [];
  const openPool = () => {
    const pool = new Pool({ connectionString, max: connections, connectionTimeoutMillis: CONNECT_TIMEOUT });
    // Ignores lost idle connections: the next statement reports the error.
    pool.on("error", () => undefined);
    pools.push(pool);
    return pool;
  };
  const source = fromPg(openPool(), { exclusive: true });
  let writers: InstanceType<typeof Pool> | undefined;
  return {
    source,
    openStore: async (options) => {
      const { postgresStore } = await import("tamis/http");
      return postgresStore({ ...options, pool: (writers ??= openPool()), source });
    },
    onlyTable: undefined,
    blocks: false,
    close: async () => {
      for (const pool of pools) await pool.end();
    },
  };
}

async function openMariadb(location: string, connections = COMMAND_CONNECTIONS): Promise<OpenDatabase> {
  const { createConnection, createPool } = await loadMariadb();
  const url = new URL(location);
  const database = decodeURIComponent(url.pathname.replace(/^\//, ""));
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password) || process.env["MYSQL_PWD"];
  const options = {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1") || "localhost",
    ...(url.port === "" ? {} : { port: Number(url.port) }),
    ...(user === "" ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(database === "" ? {} : { database }),
    ...(url.searchParams.get("ssl") === "true" ? { ssl: true } : {}),
    connectTimeout: CONNECT_TIMEOUT,
  };
  let pool: Pool | undefined;
  const getConnection = async () => {
    if (pool === undefined) {
      // A pool retries until its timeout, also with a wrong password. A connection of its own fails at once.
      await (await createConnection(options)).end();
      pool ??= createPool({
        ...options,
        connectionLimit: connections,
        acquireTimeout: CONNECT_TIMEOUT,
        initializationTimeout: CONNECT_TIMEOUT,
      });
    }
    return pool.getConnection();
  };
  return {
    source: fromMariadb({ getConnection }, { exclusive: true }),
    onlyTable: undefined,
    blocks: false,
    close: async () => pool?.end(),
  };
}

/** Opens a server by its HTTP interface: `clickhouse://user@host:8123/database`, or `clickhouses:` with TLS. */
async function openClickhouse(location: string): Promise<OpenDatabase> {
  const { createClient } = await loadClickhouse();
  const url = new URL(location);
  const isSecure = url.protocol === "clickhouses:";
  const database = decodeURIComponent(url.pathname.replace(/^\//, ""));
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password) || process.env["CLICKHOUSE_PASSWORD"];
  const client = createClient({
    url: `${isSecure ? "https" : "http"}://${url.hostname || "localhost"}:${url.port || (isSecure ? "8443" : "8123")}`,
    ...(user === "" ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
    ...(database === "" ? {} : { database }),
    log: { level: QUIET_LOG },
  });
  return {
    source: fromClickhouse(client),
    onlyTable: undefined,
    blocks: false,
    close: () => client.close(),
  };
}

/** Level of the driver's log that writes nothing: errors reach the user once, as messages of the command. */
const QUIET_LOG = 127;

async function openDuckdb({ kind, location }: DatabaseAddress): Promise<OpenDatabase> {
  const driver = await loadDuckdb();
  const isFile = kind === "parquet";
  const instance = await driver.DuckDBInstance.create(
    isFile ? ":memory:" : location,
    isFile ? {} : { access_mode: "READ_ONLY" },
  );
  const connection = await instance.connect();
  const onlyTable = isFile ? basename(location).replace(/\.[^.]*$/, "") || "rows" : undefined;
  if (onlyTable !== undefined)
    await duckdbView(connection, onlyTable, literalPath(location), { format: "parquet" });
  return {
    source: fromDuckdb(connection, driver),
    onlyTable,
    blocks: false,
    close: () => {
      connection.closeSync();
      instance.closeSync();
      return Promise.resolve();
    },
  };
}

/** Escapes the glob characters of DuckDB in a path. */
function literalPath(path: string): string {
  return path.replace(/[*?[]/g, "[$&]");
}
