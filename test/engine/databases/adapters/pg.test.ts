import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromPg, type SqlSource } from "tamis/databases";
import {
  toStatement,
  bindable,
  sql,
  rawSql,
  type SqlParameter,
} from "../../../../src/sql/fragments/fragment.ts";
import { HOSTILE_SETTINGS, hostileOptions } from "../../../sql/engines/postgres-hostile-session.ts";
import { embeddedPool } from "../../../sql/engines/postgres.ts";
import { failureOf } from "../failure-of.ts";
import { words } from "../../../words.ts";
import { all, statement } from "../sessions.ts";

const series = statement("SELECT i FROM generate_series(1, 10) AS g(i)");
const slow = statement("SELECT pg_sleep(30)");

let pool: pg.Pool;
let source: SqlSource;
beforeAll(async () => {
  pool = await embeddedPool();
  source = fromPg(pool);
});
afterAll(() => pool.end());

/** What a snapshot leaves behind on its connection. */
async function settings(): Promise<unknown> {
  const { rows } = await pool.query<Record<string, unknown>>(
    "SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS timeout, current_setting('transaction_isolation') AS isolation, (SELECT count(*) FROM pg_cursors) AS cursors",
  );
  return rows[0];
}

/** Hostile settings that change no result of a snapshot. */
const IRRELEVANT = words(`
  search_path escape_string_warning default_transaction_isolation default_transaction_read_only
  jit_above_cost client_min_messages
`);

describe("a snapshot", () => {
  it("reads values of each type unchanged", async () => {
    const bind = (type: string, bound: SqlParameter) => sql`CAST(${bound} AS ${rawSql(type)})`;
    const values = [
      bind("boolean", bindable("boolean", false)),
      bind("double precision", bindable("number", 1e-300)),
      bind("bigint", bindable("integer", 2n ** 62n + 1n)),
      bind("text", bindable("text", "😀 'quoted' \\")),
      bind("bytea", bindable("bytes", new Uint8Array([0, 255, 92]))),
      bind("text[]", bindable("texts", ["a,b", '"', "NULL", "", "{}"])),
    ];
    const [row] = await all(
      source,
      toStatement(
        sql`SELECT ${values[0]!}, ${values[1]!}, ${values[2]!}, ${values[3]!}, ${values[4]!}, to_json(${values[5]!}), CAST(NULL AS text)`,
      ),
    );
    expect(row).toEqual([
      false,
      1e-300,
      String(2n ** 62n + 1n),
      "😀 'quoted' \\",
      new Uint8Array([0, 255, 92]),
      '["a,b","\\"","NULL","","{}"]',
      null,
    ]);
  });

  it("binds values in batches that may end early and run concurrently", async () => {
    const above = toStatement(
      sql`SELECT i FROM generate_series(1, 10) AS g(i) WHERE i > CAST(${bindable("integer", 4)} AS bigint)`,
    );
    const found = await source.snapshot(async (session) => {
      const [a, b] = [session.batches(above, 2), session.batches(above, 3)].map((each) =>
        each[Symbol.asyncIterator](),
      );
      const pages = [await a!.next(), await b!.next(), await a!.next()];
      await a!.return?.();
      return pages.map(({ value }) => value as unknown);
    });
    expect(found).toEqual([
      [[5], [6]],
      [[5], [6], [7]],
      [[7], [8]],
    ]);
  });

  it("always returns the connection with its previous settings", async () => {
    const before = await settings();
    await all(source, series, { timeout: 5_000 });
    await all(source, "SELECT nothing").catch(() => undefined);
    const own = new Error("of the caller");
    await expect(source.snapshot(() => Promise.reject(own))).rejects.toBe(own);
    await all(source, slow, { timeout: 20 }).catch(() => undefined);
    expect(await settings()).toEqual(before);
    expect(pool.totalCount).toBe(pool.idleCount);
  });

  it("has the same settings whatever the settings of the session are", async () => {
    const unlike = await embeddedPool({ options: hostileOptions() });
    // The timeout belongs to the snapshot, and the isolation level to the transaction.
    const shown = statement(
      `SELECT name, setting FROM pg_settings WHERE name IN (${Object.keys({ ...HOSTILE_SETTINGS, jit: "" })
        .filter((name) => !IRRELEVANT.includes(name))
        .map((name) => `'${name}'`)
        .join(", ")}, 'transaction_isolation', 'transaction_read_only') ORDER BY name`,
    );
    const [usual, other] = await Promise.all([source, fromPg(unlike)].map((each) => all(each, shown)));
    expect(other).toEqual(usual);
    expect(usual).toContainEqual(["jit", "off"]);
    await unlike.end();
  });

  it("finds the operators and functions of the server before those of other schemas, and the same tables", async () => {
    const schema = `tamis_path_${process.pid}`;
    await pool.query(
      `CREATE SCHEMA "${schema}"; CREATE SCHEMA "${schema} 2"; CREATE FUNCTION "${schema}".upper(text) RETURNS text LANGUAGE sql AS $$ SELECT 'shadow' $$; CREATE TABLE "${schema} 2".here (n integer); CREATE TABLE "${schema}".first (n integer); CREATE TABLE "${schema} 2".first (n text)`,
    );
    const client = new pg.Client({ ...pool.options });
    await client.connect();
    const within = (written: string) => all(fromPg(client), written);
    const paths = [
      `"${schema}", pg_catalog, "${schema} 2"`,
      `"${schema}", "${schema} 2"`,
      `"${schema}","${schema} 2", absent`,
    ];
    for (const path of paths) {
      await client.query(`SET search_path = ${path}`);
      const before = (await client.query("SHOW search_path")).rows;
      expect(await within("SELECT upper('a' COLLATE \"C\")")).toEqual([["A"]]);
      expect(await within("SELECT n FROM here")).toEqual([]);
      expect(await within("SELECT pg_typeof(max(n))::text FROM first")).toEqual([["integer"]]);
      expect((await client.query("SHOW search_path")).rows).toEqual(before);
    }
    await client.query("CREATE TEMPORARY TABLE here (own integer); CREATE TEMPORARY TABLE text (n integer)");
    expect(await within("SELECT own, CAST(own AS text) FROM here")).toEqual([]);
    await client.query("SET search_path = ''");
    expect(await within("SELECT upper('a')")).toEqual([["A"]]);
    await client.end();
    await pool.query(`DROP SCHEMA "${schema}" CASCADE; DROP SCHEMA "${schema} 2" CASCADE`);
  });

  it("cancels the running statement and no other", async () => {
    for (let round = 0; round < 5; round++) {
      const controller = new AbortController();
      const running = failureOf(all(source, slow, { signal: controller.signal }));
      await untilActive();
      controller.abort();
      expect(await running).toBe("canceled");
      expect(await all(source, series)).toHaveLength(10);
    }
    expect(await failureOf(all(source, series, { signal: AbortSignal.abort() }))).toBe("canceled");
    expect(pool.totalCount).toBe(pool.idleCount);
  });
});

const SLEEPING = "state = 'active' AND query LIKE 'SELECT pg_sleep%'";

async function untilActive(): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(`SELECT 1 FROM pg_stat_activity WHERE ${SLEEPING}`);
    if (rows.length > 0) return;
  }
}

describe("a source", () => {
  it("over one client runs snapshots one after the other", async () => {
    const { port } = pool.options;
    const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
    await client.connect();
    const single = fromPg(client);
    const order: string[] = [];
    await Promise.all(
      ["a", "b"].map((name) =>
        single.snapshot(async (session) => {
          order.push(`${name} begins`);
          await session.all(series);
          order.push(`${name} ends`);
        }),
      ),
    );
    expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
    await client.end();
    expect(await failureOf(all(single, series))).toBe("connection");
  });

  it("reports a server that does not answer", async () => {
    const nobody = new pg.Pool({ host: "127.0.0.1", port: 1, connectionTimeoutMillis: 2_000 });
    expect(await failureOf(fromPg(nobody).prepare({ locales: [] }))).toBe("connection");
    const unknown = new pg.Pool({ ...pool.options, user: "nobody of this name" });
    expect(await failureOf(fromPg(unknown).prepare({ locales: [] }))).toBe("authentication");
    await Promise.all([nobody.end(), unknown.end()]);
  });

  it("rejects a database that is not encoded in UTF-8", async () => {
    await pool.query("CREATE DATABASE narrow ENCODING 'SQL_ASCII' TEMPLATE template0");
    const narrow = new pg.Pool({ ...pool.options, database: "narrow" });
    await expect(fromPg(narrow).prepare({ locales: [] })).rejects.toThrow(
      "encoding of the database is SQL_ASCII",
    );
    await narrow.end();
    await pool.query("DROP DATABASE narrow");
  });

  it("detects the capabilities of the server", async () => {
    const { capabilities } = await source.prepare({ locales: ["en", "da", "tr"] });
    expect(capabilities.version).toMatch(/^18/);
    expect([...capabilities.features].sort()).toEqual([
      "ascii order below tertiary",
      "ascii order of en",
      "ascii order of und",
    ]);
  });
});

describe("a source that alone uses its connections", () => {
  const single = { isSingle: true, timeout: 5_000 } as const;
  let own: pg.Pool;
  let alone: SqlSource;
  beforeAll(async () => {
    own = await embeddedPool();
    alone = fromPg(own, { exclusive: true });
  });
  afterAll(() => own.end());

  it("sends a single statement in one call, after the first one of a connection", async () => {
    const calls: unknown[] = [];
    const client = await own.connect();
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      calls.push(args[0]);
      return query(...args);
    }) as never;
    client.release();
    for (const expected of [4, 1, 1]) {
      calls.length = 0;
      const zone = statement("SELECT current_setting('TimeZone')");
      expect(await all(alone, zone, single)).toEqual([["UTC"]]);
      expect(calls).toHaveLength(expected);
    }
    calls.length = 0;
    await all(alone, series, { ...single, timeout: 4_000 });
    expect(calls).toHaveLength(2);
    delete (client as { query?: unknown }).query;
  });

  it("cannot write, ends at the timeout, and can be canceled", async () => {
    const write = statement("CREATE TABLE never (n integer)");
    expect(await failureOf(all(alone, write, single))).toBe("other");
    const late = all(alone, slow, { ...single, timeout: 50 });
    expect(await failureOf(late)).toBe("timeout");
    const controller = new AbortController();
    const canceled = all(alone, slow, { ...single, signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    expect(await failureOf(canceled)).toBe("canceled");
  });

  it("replaces a connection that is lost while it runs a statement", async () => {
    own.on("error", () => undefined);
    const lost = failureOf(all(alone, slow, single));
    const running =
      "SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(30)' AND state = 'active'";
    await expect
      .poll(
        async () => (await pool.query(`SELECT pg_terminate_backend(pid) FROM (${running}) AS p`)).rowCount,
      )
      .toBe(1);
    expect(await lost).toBe("connection");
    expect(await all(alone, series, single)).toHaveLength(10);
    expect(own.idleCount).toBe(own.totalCount);
  });

  it("makes a transaction for each statement behind a pooler, whose sessions have other processes", async () => {
    const calls: unknown[] = [];
    const client = await own.connect();
    const behind = {
      processID: -1,
      query: (text: unknown) => {
        calls.push(text);
        return client.query(text as string);
      },
      on: () => undefined,
      removeListener: () => undefined,
    };
    const pooled = fromPg(behind, { exclusive: true });
    expect(await all(pooled, series, single)).toHaveLength(10);
    expect(calls.map((text) => (typeof text === "string" ? text.slice(0, 6) : "query"))).toEqual([
      "query",
      "BEGIN ",
      "query",
      "COMMIT",
    ]);
    client.release(true);
  });
});
