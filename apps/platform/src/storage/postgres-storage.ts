import { fromPg, type SqlSource } from "tamis/databases";
import { postgresStore } from "tamis/http";
import { ChangeFeed } from "./change-feed.ts";
import { withCursorKey } from "./cursor-key.ts";
import { indexesOf } from "./indexes.ts";
import { tableOf, type Storage } from "./storage.ts";

/**
 * Keeps rows in a PostgreSQL database. Several processes can use one database. Needs the package `pg`.
 *
 * @param address such as `postgres://user:password@host/database`
 */
export async function postgresStorage(address: string): Promise<Storage> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ connectionString: address });
  // Without a listener, a connection that the server closes would end the process. The next statement opens another one.
  pool.on("error", () => undefined);
  const source = probedOnce(fromPg(pool));
  const feed = new ChangeFeed(
    () => new pg.Client({ connectionString: address, connectionTimeoutMillis: 2_000 }),
  );
  return {
    open: withCursorKey(async (catalog, { onChange, ...options }) => {
      const { table } = tableOf(catalog);
      const channel = onChange === undefined ? undefined : table;
      const store = await postgresStore({
        ...options,
        catalog,
        table: { table },
        indexes: indexesOf(catalog),
        pool,
        source,
        channel,
      });
      // The caller reads the table after this call, so it misses no change.
      if (onChange !== undefined) await feed.watch(table, onChange);
      return store;
    }),
    catchUp: () => undefined,
    async close() {
      await feed.close();
      await pool.end();
    },
  };
}

/** Returns a source that probes the server once for all tables with the same locales. A probe that failed is repeated. */
export function probedOnce(source: SqlSource): SqlSource {
  const probes = new Map<string, ReturnType<SqlSource["prepare"]>>();
  return {
    ...source,
    prepare(options) {
      const key = options.locales.join();
      const startedProbe = probes.get(key);
      if (startedProbe !== undefined) return startedProbe;
      const probe = source.prepare(options);
      probes.set(key, probe);
      probe.catch(() => probes.delete(key));
      return probe;
    },
  };
}
