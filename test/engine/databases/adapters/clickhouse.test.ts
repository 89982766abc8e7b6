import { createRequire } from "node:module";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { type ClickhouseClient, fromClickhouse, openTable, sqlCollection } from "tamis/databases";
import type { Collection } from "../../../../src/engine/collection.ts";
import { filterOf, sortByOf } from "../../../sql/agree.ts";
import { startClickhouseServer, type ClickhouseServer } from "../../../sql/engines/clickhouse/http-server.ts";
import { openChdb, type TestSession } from "../../../sql/engines/clickhouse/open-chdb.ts";
import { streamOf } from "../collection-suite.ts";
import { failureOf } from "../failure-of.ts";

/** The driver `@clickhouse/client` over HTTP. The server is the engine in the process. */

const catalog = defineCatalog({
  name: "places",
  members: {
    id: { type: "integer", nullable: false },
    name: "string",
    size: "number",
    big: "integer",
    tags: { type: "list", items: "string" },
    slow: "integer",
  },
  key: "id",
});
const NAMES = ["Ystad", 'it\'s \\ \t\n "é" 😀', "", null];
const ROWS = Array.from({ length: 2500 }, (_, id) => ({
  id,
  name: NAMES[id % NAMES.length]!,
  size: [0.1, 1e21, -0.5, null][id % 4]!,
  big: id % 2 === 0 ? 9_223_372_036_854_775_807n : -1,
  tags: id % 3 === 0 ? ["a", "b\\"] : [],
}));

let session: TestSession | undefined;
let server: ClickhouseServer;
let client: ClickhouseClient & { close(): Promise<void> };
let places: Collection;

beforeAll(async () => {
  session = openChdb();
  if (session === undefined) return;
  session.query(
    "CREATE TABLE places (id Int64, name Nullable(String), size Nullable(Float64), big Int64, tags Array(String)) ENGINE = MergeTree ORDER BY id",
  );
  const lines = ROWS.map((row) =>
    JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  );
  session.query(`INSERT INTO places FORMAT JSONEachRow ${lines.join("\n")}`);
  server = await startClickhouseServer(session);
  const require = createRequire(new URL("../../../sql/engines/clickhouse/package.json", import.meta.url));
  const { createClient } = require("@clickhouse/client") as {
    createClient: (options: object) => typeof client;
  };
  client = createClient({ url: server.url, log: { level: 127 } });
  const members = { tags: { array: "tags" }, slow: { expression: "(t.id + 0 * length('slow'))" } };
  places = sqlCollection({ source: fromClickhouse(client), catalog, table: { table: "places", members } });
}, 60_000);

afterAll(async () => {
  if (session === undefined) return;
  await client.close();
  await server.close();
  session.close();
});

beforeEach(({ skip }) => {
  if (session === undefined) skip("chDB is not installed");
});

const filter = (text: string) => filterOf(text, catalog);
const select = ["id", "name", "size", "big", "tags"];

describe("the driver @clickhouse/client", () => {
  it("reads a page and its count in one request, with each value exactly", async () => {
    await places.explain({});
    const before = server.received.length;
    const page = await places.page(
      { filter: filter("lt(id,6)"), sortBy: sortByOf("id", catalog), limit: 5 },
      { select },
    );
    expect(page).toMatchObject({ ok: true, count: 6, items: ROWS.slice(0, 5) });
    expect(server.received.length - before).toBe(1);
  });

  it("sends values as parameters that no character escapes", async () => {
    const name = "it''s \\ \t\n \"é\" 😀";
    const found = await places.count({ filter: filter(`eq(name,'${name}')`) });
    expect(found).toMatchObject({ ok: true, count: 625 });
    const names = Array.from({ length: 30 }, (_, i) => `'${i === 7 ? name : i}'`).join();
    expect(await places.count({ filter: filter(`in(name,${names})`) })).toMatchObject({ count: 625 });
    expect(await places.count({ filter: filter("in(size,0.1,1e21,5)") })).toMatchObject({ count: 1250 });
    expect(await places.count({ filter: filter("contains(tags,'b\\')") })).toMatchObject({ count: 834 });
    expect(await places.count({ filter: filter("eq(big,9223372036854775807)") })).toMatchObject({
      count: 1250,
    });
    expect(server.received.at(-1)!.text).not.toContain("9223372036854775807");
  });

  it("streams rows in batches, and ends the request when the loop ends", async () => {
    expect(await streamOf(places, { sortBy: sortByOf("id", catalog) }, { select })).toEqual(ROWS);
    const again = await places.stream({}, { select });
    if (again.ok) for await (const row of again.rows) if (row["id"] !== undefined) break;
    expect(await places.count({})).toMatchObject({ count: 2500 });
  });

  it.each(["page", "count"] as const)(
    "ends a %s at its timeout and when it is aborted, on the server too",
    async (verb) => {
      const slow = { filter: filter("gt(slow,-1)") };
      const failure = (options: object) => failureOf(places[verb](slow, options));
      await places.explain({});
      const before = server.received.length;
      expect(await failure({ timeout: 1_000 })).toBe("timeout");
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 1_000);
      expect(await failure({ signal: controller.signal })).toBe("canceled");
      const started = server.received.slice(before).filter(({ text }) => text.includes("slow"));
      expect(started).toHaveLength(2);
      await expect
        .poll(() =>
          server.received
            .filter(({ text }) => text.startsWith("KILL QUERY"))
            .map(({ parameters }) => parameters.get("param_id")),
        )
        .toEqual(expect.arrayContaining(started.map(({ parameters }) => parameters.get("query_id"))));
      expect(started[0]!.parameters.get("max_execution_time")).toBe("1");
    },
  );

  it("reports errors as failures", async () => {
    const source = fromClickhouse(client);
    const missing = sqlCollection({ source, catalog, table: { table: "nowhere" } });
    expect(await failureOf(missing.count({}))).toBe("missing-table");
    const table = { table: "places", members: { name: { column: "nam" } } };
    const column = sqlCollection({ source, catalog, table });
    expect(await failureOf(column.count({ filter: filter("eq(name,'x')") }))).toBe("missing-column");
    server.fail(403, "Code: 516. DB::Exception: x: Authentication failed. (AUTHENTICATION_FAILED)");
    expect(await failureOf(places.count({}))).toBe("authentication");
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const unreachable = Object.assign(Object.create(client) as ClickhouseClient, {
      query: () => Promise.reject(refused),
    });
    const gone = sqlCollection({ source: fromClickhouse(unreachable), catalog, table: { table: "places" } });
    expect(await failureOf(gone.count({}))).toBe("connection");
  });

  it("finds tables by the object of the driver, without a key", async () => {
    const found = await openTable(client, "places", { key: "id" });
    expect(found.catalog.members.byName.get("tags")).toMatchObject({ type: "list" });
    expect(found.notes).toContain(
      "id: the table is sorted by it, but values can repeat, so it is not used as the key.",
    );
    const page = await found.page({ limit: 1, sortBy: sortByOf("id", found.catalog) });
    expect(page).toMatchObject({ ok: true, count: 2500, items: [{ id: 0 }] });
    expect((await found.explain({})).limits).toEqual(["snapshot"]);
  });
});
