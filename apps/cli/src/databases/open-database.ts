import { basename } from "node:path";
import type { DialectName } from "tamis/sql";
import {
  duckdbTableView,
  duckdbView,
  fromDuckdb,
  fromMariadb,
  fromNodeSqlite,
  fromPg,
  type SqlSource,
} from "tamis/databases";
import type { DatabaseAddress } from "./database-address.ts";
import { loadDuckdb, loadMariadb, loadPg, loadSqlite } from "./drivers.ts";

export interface OpenDatabase {
  readonly source: SqlSource;
  readonly dialect: DialectName;
  /** Name of the only table of a Parquet file. Undefined for databases. */
  readonly onlyTable: string | undefined;
  /**
   * Creates a view of the table if the driver needs one. Returns the name to query, as a list of its parts.
   */
  readonly prepareTable: (table: readonly string[]) => Promise<readonly string[]>;
  /** True if statements block the event loop, so that they cannot be canceled. */
  readonly blocks: boolean;
  readonly close: () => Promise<void>;
}

/** Timeout for opening a connection, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;

export async function openDatabase(address: DatabaseAddress): Promise<OpenDatabase> {
  switch (address.kind) {
    case "sqlite":
      return openSqlite(address.location);
    case "postgres":
      return openPostgres(address.location);
    case "mariadb":
      return openMariadb(address.location);
    case "duckdb":
    case "parquet":
      return openDuckdb(address);
  }
}

const withoutView = (table: readonly string[]) => Promise.resolve(table);

function openSqlite(path: string): OpenDatabase {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path, { readOnly: true });
  return {
    source: fromNodeSqlite(database),
    dialect: "sqlite",
    onlyTable: undefined,
    prepareTable: withoutView,
    blocks: true,
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}

async function openPostgres(connectionString: string): Promise<OpenDatabase> {
  const { Pool } = await loadPg();
  // One connection runs statements, the other cancels them.
  const pool = new Pool({ connectionString, max: 2, connectionTimeoutMillis: CONNECT_TIMEOUT });
  // Ignores lost idle connections: the next statement reports the error.
  pool.on("error", () => undefined);
  return {
    source: fromPg(pool),
    dialect: "postgres",
    onlyTable: undefined,
    prepareTable: withoutView,
    blocks: false,
    close: () => pool.end(),
  };
}

async function openMariadb(location: string): Promise<OpenDatabase> {
  const { createPool } = await loadMariadb();
  const url = new URL(location);
  const database = decodeURIComponent(url.pathname.replace(/^\//, ""));
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password) || process.env["MYSQL_PWD"];
  const pool = createPool({
    host: url.hostname.replace(/^\[(.*)\]$/, "$1") || "localhost",
    ...(url.port === "" ? {} : { port: Number(url.port) }),
    ...(user === "" ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(database === "" ? {} : { database }),
    ...(url.searchParams.get("ssl") === "true" ? { ssl: true } : {}),
    connectionLimit: 2,
    connectTimeout: CONNECT_TIMEOUT,
    acquireTimeout: CONNECT_TIMEOUT,
    initializationTimeout: CONNECT_TIMEOUT,
  });
  return {
    source: fromMariadb(pool),
    dialect: "mariadb",
    onlyTable: undefined,
    prepareTable: withoutView,
    blocks: false,
    close: () => pool.end(),
  };
}

async function openDuckdb({ kind, location }: DatabaseAddress): Promise<OpenDatabase> {
  const driver = await loadDuckdb();
  const isFile = kind === "parquet";
  const instance = await driver.DuckDBInstance.create(
    isFile ? ":memory:" : location,
    isFile ? {} : { access_mode: "READ_ONLY" },
  );
  const connection = await instance.connect();
  const onlyTable = isFile ? basename(location).replace(/\.[^.]*$/, "") || "rows" : undefined;
  return {
    source: fromDuckdb(connection, driver),
    dialect: "duckdb",
    onlyTable,
    prepareTable: async (table) => {
      const name = table.at(-1)!;
      if (isFile) await duckdbView(connection, name, literalPath(location), { format: "parquet" });
      else await duckdbTableView(connection, `tamis ${name}`, table);
      return [isFile ? name : `tamis ${name}`];
    },
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
