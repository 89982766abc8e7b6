import type { SqlSource } from "tamis/databases";
import type { RowStore, SqliteStoreOptions } from "tamis/http";
import type { DialectName } from "tamis/sql";

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

/** A database with a server, whose address is a URL. */
export interface DatabaseServer {
  readonly kind: DialectName;
  /** Schemes of its addresses. The first one is shown. */
  readonly schemes: readonly string[];
  /** Name of the environment variable that has the password if the address has none. */
  readonly passwordVariable: string;
  /** Loads the file that connects: only commands with such an address need it. */
  readonly load: () => Promise<{
    readonly connect: (address: ServerAddress, connections: number) => Promise<OpenDatabase>;
  }>;
}

/** Parts of an address. Missing parts are undefined. */
export interface ServerAddress {
  readonly location: string;
  readonly url: URL;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
}

/** Timeout for opening a connection, in milliseconds. */
export const CONNECT_TIMEOUT = 10_000;

/** @throws URIError if a part cannot be decoded */
export function serverAddress(location: string, { passwordVariable }: DatabaseServer): ServerAddress {
  const url = new URL(location);
  const [user, password, database] = [url.username, url.password, url.pathname.replace(/^\//, "")].map(
    (part) => (part === "" ? undefined : decodeURIComponent(part)),
  );
  return { location, url, user, password: password ?? process.env[passwordVariable], database };
}
