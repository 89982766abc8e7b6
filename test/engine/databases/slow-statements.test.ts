import { describe, expect, it } from "vitest";
import pg from "pg";
import * as mysql2 from "mysql2/promise";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { fromMysql2, fromPg, sqlCollection, type SqlSource } from "tamis/databases";
import type { Collection, RowOptions, SourceLimit } from "tamis/engine";
import { embeddedPool } from "../../sql/engines/postgres.ts";
import { MARIADB, mariadbAnswers } from "../../sql/engines/mariadb.ts";
import { filterOf } from "../../sql/checked-query.ts";
import { succeeded } from "../../succeeded.ts";
import { streamOf, useOpened } from "./collection-suite.ts";
import { DATABASES, type OpenedDatabase, type Product } from "./opened-databases.ts";
import { failureOf } from "./failure-of.ts";
import { PRODUCTS } from "./products.ts";

/** Statements that take long are cut, whoever asks for it, and leave nothing behind. */

const catalog = defineCatalog({ name: "slow", members: { id: "integer", wait: "integer" }, key: "id" });
const slow = filterOf("gt(wait,0)", catalog);
const quick = filterOf("gt(id,0)", catalog);

const MARKED = `30.0${process.pid}`;

/** What the server still does of it: of this test alone, since others may use the server too. */
const RUNNING: Readonly<Partial<Record<Product, string>>> = {
  postgres:
    "SELECT pid FROM pg_stat_activity WHERE application_name = current_setting('application_name') AND wait_event = 'PgSleep'",
  mariadb: `SELECT id FROM information_schema.processlist WHERE info LIKE '%${MARKED}%' AND id <> CONNECTION_ID()`,
};

const TERMINATE: Readonly<Partial<Record<Product, (id: unknown) => string>>> = {
  postgres: (id) => `SELECT pg_terminate_backend(${Number(id)})`,
  mariadb: (id) => `KILL ${Number(id)}`,
};

const ways: readonly (readonly [
  string,
  (collection: Collection, options: RowOptions) => Promise<unknown>,
])[] = [
  ["page", (collection, options) => collection.page({ filter: slow }, options)],
  ["count", (collection, options) => collection.count({ filter: slow }, options)],
  ["stream", (collection, options) => streamOf(collection, { filter: slow }, options)],
];

const collectionOf = (source: SqlSource, product: Product): Collection =>
  sqlCollection({
    source,
    catalog,
    table: { table: "slow", members: { wait: { expression: PRODUCTS[product].wait(MARKED) } } },
  });

describe.each(DATABASES)("$name", (entry) => {
  const { name, product, blocks } = entry;
  let database: OpenedDatabase;
  let collection: Collection;
  useOpened(entry, async (opened) => {
    database = opened;
    const count = product === "sqlite" ? 300_000 : 3;
    await database.run(`CREATE TABLE slow AS ${PRODUCTS[product].numbers(count)}`);
    collection = collectionOf(database.source, product);
    await collection.explain({});
  });

  /** Returns why a test cannot run: the driver cannot do what is tested. */
  const missing = (limit: SourceLimit): string | undefined =>
    database.source.limits?.includes(limit) === true ? `${name} has no ${limit}` : undefined;
  const running = async (): Promise<unknown[]> => {
    const statement = RUNNING[product];
    return statement === undefined ? [] : (await database.run(statement)).map(([id]) => id);
  };
  const untilRunning = async (): Promise<unknown> => {
    for (;;) {
      const [id] = await running();
      if (id !== undefined) return id;
    }
  };

  /** The pool answers, lends nothing, and the server does nothing of ours any more. */
  const assertSettled = async () => {
    const page = await collection.page({ filter: quick, limit: 2 }, { select: ["id"] });
    expect(page).toMatchObject({ ok: true, items: [{ id: 1 }, { id: 2 }] });
    expect(database.lent()).toBe(0);
    // MariaDB lists a connection for a moment after its end.
    await expect.poll(running, { timeout: 10_000, interval: 5 }).toEqual([]);
  };

  it.for(ways)("ends a %s at its timeout", async ([, ask], { skip }) => {
    const reason = missing("timeout");
    if (reason !== undefined) return skip(reason);
    expect(await failureOf(ask(collection, { timeout: 60 }))).toBe("timeout");
    await assertSettled();
  });

  it.for(ways)("ends a %s when its signal is aborted", async ([way, ask], { skip }) => {
    const reason = missing("timeout");
    if (reason !== undefined) return skip(reason);
    // Nothing else runs in the thread while SQLite looks for a row; between rows it does.
    if (blocks === true && way !== "stream") return skip("SQLite is in the thread");
    const canEnd = blocks === true || missing("cancellation") === undefined;
    if (!canEnd && way === "stream") return skip("the stream ends with its next rows");
    const controller = new AbortController();
    const asked = failureOf(ask(collection, { signal: controller.signal }));
    if (RUNNING[product] === undefined) await new Promise((resolve) => setTimeout(resolve, 30));
    else await untilRunning();
    controller.abort();
    expect(await asked).toBe("canceled");
    await assertSettled();
  });

  it("ends a stream when the loop over it ends", async () => {
    const stream = succeeded(await collection.stream({ filter: quick }, { select: ["id"] }));
    for await (const row of stream.rows) {
      expect(row).toEqual({ id: 1 });
      break;
    }
    await assertSettled();
  });

  it.for(ways)(
    "reports a lost connection of a %s, and uses another one afterwards",
    async ([, ask], { skip }) => {
      const terminate = TERMINATE[product];
      const reason = missing("timeout");
      if (terminate === undefined || reason !== undefined) return skip(reason ?? `${name} has no server`);
      const asked = failureOf(ask(collection, {}));
      await database.run(terminate(await untilRunning()));
      expect(await asked).toBe("connection");
      await assertSettled();
    },
  );
});

describe("a pool whose connections are all in use", () => {
  const abortAll = async (
    source: SqlSource,
    product: Product,
    connections: number,
    wait: () => Promise<unknown>,
  ) => {
    const collection = collectionOf(source, product);
    await collection.explain({});
    const controller = new AbortController();
    const { signal } = controller;
    const asked = Array.from({ length: connections }, () =>
      failureOf(collection.count({ filter: slow }, { signal, timeout: 2_000 })),
    );
    await wait();
    controller.abort();
    return Promise.all(asked);
  };

  it("of pg: a new connection cancels the statement", async () => {
    const admin = await embeddedPool({ max: 1, application_name: `tamis_lent_${process.pid}` });
    await admin.query("CREATE TABLE IF NOT EXISTS slow (id bigint)");
    await admin.query("INSERT INTO slow VALUES (1)");
    const pool = new pg.Pool({ ...admin.options, max: 2 });
    const failures = await abortAll(fromPg(pool), "postgres", 2, async () => {
      for (let count = 0; count < 2;) {
        const { rows } = await admin.query(RUNNING.postgres!);
        count = rows.length;
      }
    });
    expect(failures).toEqual(["canceled", "canceled"]);
    expect(pool.totalCount).toBe(pool.idleCount);
    await pool.end();
    await admin.query("DROP TABLE slow");
    await admin.end();
  });

  it("of mysql2: the timeout ends the statement without another connection", async ({ skip }) => {
    if (!(await mariadbAnswers())) return skip("MariaDB is not here");
    const admin = await mysql2.createConnection(MARIADB);
    await admin.query("CREATE OR REPLACE TABLE slow (id BIGINT)");
    await admin.query("INSERT INTO slow VALUES (1)");
    const pool = mysql2.createPool({ ...MARIADB, connectionLimit: 2 });
    const failures = await abortAll(fromMysql2(pool), "mariadb", 2, async () => {
      for (let count = 0; count < 2;) {
        const [rows] = await admin.query(RUNNING.mariadb!);
        count = (rows as unknown[]).length;
      }
    });
    // The time of one is over before an order could be given; then there is a connection to give the other's from.
    expect(failures.sort()[1]).toBe("timeout");
    expect((await pool.query("SELECT 1"))[0]).toHaveLength(1);
    await pool.end();
    await admin.query("DROP TABLE slow");
    await admin.end();
  });
});
