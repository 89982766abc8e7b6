import { withoutPrototype } from "../formats/own-members.ts";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { duckdbView, fromDuckdb, fromNodeSqlite, fromSqliteFile } from "tamis/databases";
import type { DatabaseAddress } from "./database-address.ts";
import { loadDuckdb, loadSqlite } from "./drivers.ts";
import { SERVERS } from "./servers/list.ts";
import { serverAddress, type OpenDatabase } from "./servers/server.ts";
import { sqliteRevision } from "./sqlite-revision.ts";

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
  const { kind, location } = address;
  const server = SERVERS.find((candidate) => candidate.kind === kind);
  if (server !== undefined) {
    const { connect } = await server.load();
    return connect(serverAddress(location, server), connections ?? COMMAND_CONNECTIONS);
  }
  if (kind !== "sqlite") return openDuckdb(address);
  return connections !== undefined || (threads ?? (await isLarge(location)))
    ? openSqliteThreads(location, connections)
    : openSqlite(location);
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
