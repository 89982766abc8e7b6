import { fromClickhouse, type ClickhouseClient } from "tamis/databases";
import { loadDriver } from "../../io/load-driver.ts";
import type { OpenDatabase, ServerAddress } from "./server.ts";

/** The part of `@clickhouse/client` that the program calls. It is installed only by those who use ClickHouse. */
interface ClickhouseModule {
  createClient: (options: Readonly<Record<string, unknown>>) => ClickhouseClient & { close(): Promise<void> };
}

/** Opens a server by its HTTP interface: `clickhouse://user@host:8123/database`, or `clickhouses:` with TLS. */
export async function connect({ url, user, password, database }: ServerAddress): Promise<OpenDatabase> {
  // The package is not installed here, so that its name must not be a constant for the compiler.
  const name: string = "@clickhouse/client";
  const load = () => import(name) as Promise<ClickhouseModule>;
  const { createClient } = await loadDriver(load, "ClickHouse", name);
  const isSecure = url.protocol === "clickhouses:";
  const client = createClient({
    url: `${isSecure ? "https" : "http"}://${url.hostname || "localhost"}:${url.port || (isSecure ? "8443" : "8123")}`,
    ...(user === undefined ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
    ...(database === undefined ? {} : { database }),
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
