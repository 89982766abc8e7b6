import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import * as mariadb from "mariadb";
import * as mysql2 from "mysql2/promise";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { fromMariadb, fromMysql2, fromPg, sqlCollection, type SqlSource } from "tamis/databases";
import { fromPostgresJs } from "../../../../src/engine/databases/adapters/postgres/postgres-js.ts";
import { beyondSample } from "../../../effort.ts";
import { filterOf } from "../../../sql/checked-query.ts";
import { MARIADB, mariadbAnswers } from "../../../sql/engines/mariadb.ts";
import { failureOf } from "../failure-of.ts";
import { HAS_DRIVERS, openPostgresJs } from "../drivers/drivers.ts";
import { embeddedPool, machinePool } from "../../../sql/engines/postgres.ts";

/*
 * Pools of their own, as `tamis serve` has them, whose settings stay in the sessions. A proxy stands in for the server, so that the
 * server can stop without ending the tests of others.
 */

const CONNECTIONS = 8;
const TABLE = `tamis_lost_${process.pid}`;
const MARKED = `30.5${process.pid}`;

/** Passes connections on to a server until it is cut. */
class Proxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  constructor(host: string, port: number) {
    this.#server = createServer((client) => {
      const server = connect(port, host);
      for (const [socket, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(socket);
        socket
          .on("error", () => undefined)
          .on("close", () => (this.#sockets.delete(socket), other.destroy()));
        socket.pipe(other);
      }
    });
  }

  /** Number of connections to the server. */
  get connections(): number {
    return this.#sockets.size / 2;
  }

  /** Listens on the same port each time. */
  async start(): Promise<number> {
    await once(this.#server.listen(this.#port, "127.0.0.1"), "listening");
    return (this.#port = (this.#server.address() as AddressInfo).port);
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

interface OpenedPool {
  readonly source: SqlSource;
  readonly lent: () => number;
  readonly end: () => Promise<unknown>;
}

interface Tested {
  readonly host: string;
  readonly port: number;
  /** Runs a statement on a connection of its own. */
  readonly run: (statement: string) => Promise<readonly (readonly unknown[])[]>;
  /** Expression of 30 seconds. */
  readonly wait: string;
  readonly running: string;
  readonly kill: (id: number) => string;
  readonly open: (port: number) => OpenedPool | Promise<OpenedPool>;
  readonly end: () => Promise<unknown>;
}

async function postgres(makePool: typeof machinePool): Promise<Tested | undefined> {
  const admin = await makePool({ max: 1 });
  if (admin === undefined) return undefined;
  const { host, port } = admin.options;
  return {
    host: host!,
    port: port!,
    run: async (text) => (await admin.query<unknown[]>({ text, rowMode: "array" })).rows,
    wait: `(SELECT 1 FROM pg_sleep(${MARKED}) WHERE t.id > 0)`,
    running: `SELECT pid FROM pg_stat_activity WHERE application_name = '${TABLE}' AND wait_event = 'PgSleep'`,
    kill: (id) => `SELECT pg_terminate_backend(${id})`,
    open(proxied) {
      const { user, database } = admin.options;
      const pool = new pg.Pool({
        ...{ host: "127.0.0.1", port: proxied, user, database },
        max: CONNECTIONS,
        application_name: TABLE,
      });
      pool.on("error", () => undefined);
      return {
        source: fromPg(pool, { exclusive: true }),
        lent: () => pool.totalCount - pool.idleCount,
        end: () => pool.end(),
      };
    },
    end: () => admin.end(),
  };
}

async function postgresJs(): Promise<Tested | undefined> {
  if (!HAS_DRIVERS) return undefined;
  const pool = await embeddedPool();
  const tested = (await postgres(embeddedPool))!;
  return {
    ...tested,
    async open(port) {
      const settings = { application_name: TABLE };
      const sql = await openPostgresJs(pool, settings, { port, max: CONNECTIONS, connect_timeout: 2 });
      return { source: fromPostgresJs(sql), lent: () => 0, end: () => sql.end({ timeout: 1 }) };
    },
    end: () => Promise.all([pool.end(), tested.end()]),
  };
}

async function mariadbThrough(driver: "mariadb" | "mysql2"): Promise<Tested | undefined> {
  if (!(await mariadbAnswers())) return undefined;
  const admin = await mariadb.createConnection({ ...MARIADB, rowsAsArray: true });
  return {
    host: MARIADB.host,
    port: MARIADB.port,
    run: async (text) => [await admin.query<unknown>(text)].flat() as unknown[][],
    wait: `(SLEEP(${MARKED}) + t.id)`,
    running: `SELECT id FROM information_schema.processlist WHERE info LIKE '%${MARKED}%' AND id <> CONNECTION_ID()`,
    kill: (id) => `KILL ${id}`,
    open(port) {
      const settings = { ...MARIADB, host: "127.0.0.1", port, connectionLimit: CONNECTIONS };
      if (driver === "mysql2") {
        const pool = mysql2.createPool(settings);
        const { _allConnections: all, _freeConnections: free } = pool.pool as unknown as Record<
          "_allConnections" | "_freeConnections",
          { readonly length: number }
        >;
        return {
          source: fromMysql2(pool, { exclusive: true }),
          lent: () => all.length - free.length,
          end: () => pool.end(),
        };
      }
      const pool = mariadb.createPool({ ...settings, acquireTimeout: 2_000, initializationTimeout: 1_000 });
      return {
        source: fromMariadb(pool, { exclusive: true }),
        lent: () => pool.activeConnections(),
        end: () => pool.end(),
      };
    },
    end: () => admin.end(),
  };
}

const SERVERS: readonly (readonly [string, () => Promise<Tested | undefined>])[] = [
  ["pg", () => postgres(embeddedPool)],
  ...beyondSample(["pg, PostgreSQL of the machine", () => postgres(machinePool)] as const),
  ["postgres.js", postgresJs],
  ["mariadb", () => mariadbThrough("mariadb")],
  ...beyondSample(["mysql2", () => mariadbThrough("mysql2")] as const),
];

const catalog = defineCatalog({ name: "lost", members: { id: "integer", wait: "integer" }, key: "id" });

describe.each(SERVERS)("%s", (name, open) => {
  it("reports lost connections and a lost server, keeps no connection, and answers the next page", async ({
    skip,
  }) => {
    const server = await open();
    if (server === undefined) return skip(`${name} is not here`);
    const proxy = new Proxy(server.host, server.port);
    const pool = await server.open(await proxy.start());
    const collection = sqlCollection({
      source: pool.source,
      catalog,
      table: { table: TABLE, members: { wait: { expression: server.wait } } },
    });
    await server.run(`CREATE TABLE ${TABLE} (id INTEGER PRIMARY KEY)`);
    await server.run(`INSERT INTO ${TABLE} VALUES (1), (2)`);
    const running = async () => (await server.run(server.running)).map(([id]) => Number(id));
    const slowPages = async () => {
      const filter = filterOf("gt(wait,0)", catalog);
      const pages = Array.from({ length: CONNECTIONS }, () => failureOf(collection.page({ filter })));
      await expect.poll(running, { timeout: 20_000, interval: 20 }).toHaveLength(CONNECTIONS);
      return pages;
    };
    const assertRight = async () => {
      const pages = await Promise.all(
        Array.from({ length: 2 * CONNECTIONS }, () => collection.page({}, { select: ["id"] })),
      );
      for (const page of pages)
        expect(page).toMatchObject({ ok: true, count: 2, items: [{ id: 1 }, { id: 2 }] });
      expect(pool.lent()).toBe(0);
      expect(proxy.connections).toBeLessThanOrEqual(CONNECTIONS);
    };

    await collection.count({});
    const killed = await slowPages();
    for (const id of await running()) await server.run(server.kill(id));
    expect(await Promise.all(killed)).toEqual(killed.map(() => "connection"));
    await assertRight();

    const lost = await slowPages();
    await proxy.stop();
    expect(await Promise.all(lost)).toEqual(lost.map(() => "connection"));
    expect(await failureOf(collection.page({}))).toBe("connection");
    expect(pool.lent()).toBe(0);
    await proxy.start();
    await assertRight();

    for (const id of await running()) await server.run(server.kill(id));
    await pool.end();
    expect(await failureOf(collection.page({}))).toBe("connection");
    await proxy.stop();
    await server.run(`DROP TABLE ${TABLE}`);
    await server.end();
  });
});
