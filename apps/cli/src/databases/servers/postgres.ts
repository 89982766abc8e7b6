import type { Pool } from "pg";
import { fromPg } from "tamis/databases";
import { loadDriver } from "../../io/load-driver.ts";
import { CONNECT_TIMEOUT, type OpenDatabase, type ServerAddress } from "./server.ts";

export async function connect({ location }: ServerAddress, connections: number): Promise<OpenDatabase> {
  const { default: driver } = await loadDriver(() => import("pg"), "PostgreSQL", "pg");
  const pools: Pool[] = [];
  const openPool = () => {
    const pool = new driver.Pool({
      connectionString: location,
      max: connections,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
    });
    // Ignores lost idle connections: the next statement reports the error.
    pool.on("error", () => undefined);
    pools.push(pool);
    return pool;
  };
  const source = fromPg(openPool(), { exclusive: true });
  let writers: Pool | undefined;
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
