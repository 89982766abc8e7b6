import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import pg from "pg";

/**
 * A coordinator and several shards: separate PostgreSQL servers on the loopback interface. The coordinator accesses the
 * shards as the foreign servers `shard_0`, `shard_1` …
 */
export interface Cluster {
  readonly coordinator: pg.Pool;
  readonly shards: readonly pg.Pool[];
  /** Closes the connections, stops the servers and deletes their directories. */
  readonly close: () => Promise<void>;
}

/** @throws Error with the output of the server if PostgreSQL cannot be started */
export async function startCluster(shardCount: number): Promise<Cluster> {
  const started = await Promise.allSettled(Array.from({ length: shardCount + 1 }, startServer));
  const servers = started.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const pools = servers.map(({ port }) => {
    const pool = new pg.Pool({
      host: "127.0.0.1",
      port,
      user: "postgres",
      database: "postgres",
      max: 4,
      // Groups the rows of a partition on its shard.
      options: "-c enable_partitionwise_aggregate=on",
    });
    // Idle connections fail when a server stops.
    return pool.on("error", () => undefined);
  });
  const close = async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    const failed = started.find((each) => each.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    const [coordinator, ...shards] = pools as [pg.Pool, ...pg.Pool[]];
    await connect(
      coordinator,
      servers.slice(1).map(({ port }) => port),
    );
    return { coordinator, shards, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connect(coordinator: pg.Pool, ports: readonly number[]): Promise<void> {
  await coordinator.query("CREATE EXTENSION postgres_fdw");
  for (const [i, port] of ports.entries()) {
    // Scans the shards concurrently, plans with their estimates, and fetches 1,000 rows at a time.
    await coordinator.query(
      `CREATE SERVER shard_${i} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '${port}', dbname 'postgres', async_capable 'true', use_remote_estimate 'true', fetch_size '1000')`,
    );
    await coordinator.query(
      `CREATE USER MAPPING FOR CURRENT_USER SERVER shard_${i} OPTIONS (user 'postgres')`,
    );
  }
}

interface Server {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** The server stops when its standard input closes, even if this process is killed. */
async function startServer(): Promise<Server> {
  const program = fileURLToPath(
    new URL("../../test/sql/engines/embedded-postgres-server.ts", import.meta.url),
  );
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const port = await new Promise<number>((done, failed) => {
    child
      .on("error", failed)
      .on("close", () => failed(new Error(`PostgreSQL did not start: ${output.trim()}`)));
    child.stdout.setEncoding("utf8").once("data", (line: string) => done(Number(line)));
  });
  return { port, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.stdin?.end();
  await ended;
}
