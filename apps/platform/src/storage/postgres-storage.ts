import { postgresStore } from "tamis/http";
import { indexesOf } from "./indexes.ts";
import { tableOf, type Storage } from "./storage.ts";

/**
 * Keeps rows in a PostgreSQL database. Needs the package `pg`.
 *
 * @param address such as `postgres://user:password@host/database`
 */
export async function postgresStorage(address: string): Promise<Storage> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ connectionString: address });
  // Without a listener, a connection that the server closes would end the process. The next statement opens another one.
  pool.on("error", () => undefined);
  return {
    open: (catalog, options = {}) =>
      postgresStore({ ...options, catalog, table: tableOf(catalog), indexes: indexesOf(catalog), pool }),
    close: () => pool.end(),
  };
}
