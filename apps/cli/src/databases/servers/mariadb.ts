import type { Pool } from "mariadb";
import { fromMariadb } from "tamis/databases";
import { loadDriver } from "../../io/load-driver.ts";
import { CONNECT_TIMEOUT, type OpenDatabase, type ServerAddress } from "./server.ts";

export async function connect(
  { url, user, password, database }: ServerAddress,
  connections: number,
): Promise<OpenDatabase> {
  const { createConnection, createPool } = await loadDriver(() => import("mariadb"), "MariaDB", "mariadb");
  const options = {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1") || "localhost",
    ...(url.port === "" ? {} : { port: Number(url.port) }),
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(database === undefined ? {} : { database }),
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
