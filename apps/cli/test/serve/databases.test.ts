import * as mariadb from "mariadb";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MARIADB, mariadbAnswers } from "../../../../test/sql/engines/mariadb.ts";
import { embeddedPool } from "../../../../test/sql/engines/postgres.ts";
import { duckdbFile } from "../databases/database-files.ts";
import { folder } from "../files.ts";
import { failure } from "../outcomes.ts";
import { send, serve } from "./running-server.ts";

const write = folder();

describe("a DuckDB and a Parquet file", () => {
  it("are served read-only", async () => {
    const parquet = write("items.parquet", "");
    const database = await duckdbFile(
      write("shop.duckdb", ""),
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, item VARCHAR)",
      "INSERT INTO orders VALUES (1, 'pen'), (2, 'ink')",
      `COPY orders TO '${parquet}' (FORMAT parquet)`,
    );
    const server = await serve([database, parquet]);
    expect((await send(`${server.url}/orders/2`)).json.item).toBe("ink");
    expect((await send(`${server.url}/items?filter=eq(item,'pen')`)).json.count).toBe(1);
    const err = await failure(2, ["serve", "--writable", parquet, "--port", "0"]);
    expect(err).toContain("can be read only");
  });
});

describe("tables of PostgreSQL", () => {
  let pool: pg.Pool;
  let address: string;
  beforeAll(async () => {
    pool = await embeddedPool();
    const { host, port } = pool.options;
    address = `postgres://postgres:s3cret@${host}:${port}/postgres`;
    await pool.query("DROP TABLE IF EXISTS served_orders, served_notes");
    await pool.query("CREATE TABLE served_orders (id integer PRIMARY KEY, item text)");
    await pool.query("INSERT INTO served_orders VALUES (1, 'pen')");
    await pool.query("CREATE TABLE served_notes (text text, image bytea)");
    await pool.query(
      "CREATE SCHEMA IF NOT EXISTS a_served; CREATE TABLE a_served.served_orders (id integer)",
    );
  });
  afterAll(async () => {
    await pool.query("DROP TABLE IF EXISTS served_orders, served_notes, tamis_idempotency");
    await pool.query("DROP SCHEMA IF EXISTS a_served CASCADE; DROP FUNCTION IF EXISTS refuse_served");
    await pool.end();
  });

  it("show their current rows", async () => {
    const server = await serve([address]);
    const paths = (await send(`${server.url}/`)).json.links.map(({ uri }: { uri: string }) => uri);
    expect(paths).toEqual(
      expect.arrayContaining(["/served_orders", "/a_served.served_orders", "/served_notes"]),
    );
    expect((await send(`${server.url}/served_orders/1`)).json.item).toBe("pen");
    expect((await send(`${server.url}/served_orders/1`, { method: "DELETE" })).status).toBe(405);
    await server.stop();
    expect(server.log()).not.toContain("s3cret");
    expect(server.log()).toContain("served_notes: image: its values are bytes");
  });

  it("are refused with the whole reason if they cannot be changed", async () => {
    await pool.query("CREATE TABLE served_lists (id integer PRIMARY KEY, tags text[])");
    const args = ["serve", address, "--table", "served_lists", "--writable", "--port", "0"];
    const err = await failure(2, args);
    await pool.query("DROP TABLE served_lists");
    expect(err).toContain(
      "A store cannot write the member tags: it is not stored in a column of its own. Use a table that a store creates. " +
        "--table chooses another table.",
    );
  });

  it("are changed in place", async () => {
    const server = await serve([address, "--table", "served_orders", "--writable"]);
    const { headers } = await send(`${server.url}/served_orders/1`);
    const put = (item: string) =>
      send(`${server.url}/served_orders/1`, {
        method: "PUT",
        headers: { "content-type": "application/json", "if-match": headers.etag! },
        body: JSON.stringify({ item }),
      });
    expect((await put("ink")).json.item).toBe("ink");
    expect((await put("nib")).status).toBe(412);
    await pool.query(
      "CREATE FUNCTION refuse_served() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no pens''; END'",
    );
    await pool.query(
      "CREATE TRIGGER t BEFORE INSERT ON served_orders FOR EACH ROW EXECUTE FUNCTION refuse_served()",
    );
    const body = JSON.stringify({ item: "pen" });
    const headers500 = { "content-type": "application/json" };
    const refused = await send(`${server.url}/served_orders`, { method: "POST", headers: headers500, body });
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([
      500,
      expect.not.stringContaining("pens"),
    ]);
    expect(server.log()).toMatch(/internal error .*no pens/);
    await server.stop();
    expect((await pool.query("SELECT item FROM served_orders")).rows).toEqual([{ item: "ink" }]);
  });

  it("need a key for changes", async () => {
    const err = await failure(2, ["serve", address, "--table", "served_notes", "--writable", "--port", "0"]);
    expect(err).toContain("--writable: ");
    expect(err).toContain("key");
    expect(err).not.toContain("s3cret");
  });
});

const hasMariadb = await mariadbAnswers();

describe.skipIf(!hasMariadb)("tables of MariaDB", () => {
  const address = `mariadb://${MARIADB.user}@${MARIADB.host}:${MARIADB.port}/tamis_served`;
  let connection: mariadb.Connection;
  beforeAll(async () => {
    const { host, port, user, password } = MARIADB;
    connection = await mariadb.createConnection({ host, port, user, password });
    await connection.query("CREATE OR REPLACE DATABASE tamis_served CHARACTER SET utf8mb4");
    await connection.query(
      "CREATE TABLE tamis_served.orders (id INT PRIMARY KEY, item VARCHAR(50), price DECIMAL(8,2), paid BOOLEAN, at DATETIME(3))",
    );
    await connection.query(
      "INSERT INTO tamis_served.orders VALUES (1, 'Épée', 2.50, true, '2024-02-29 10:00:00.250'), (2, 'epee', NULL, false, NULL), (3, 'ink', 1, NULL, NULL)",
    );
    await connection.query("CREATE TABLE tamis_served.notes (text TEXT)");
  });
  afterAll(async () => {
    await connection.query("DROP DATABASE IF EXISTS tamis_served");
    await connection.end();
  });

  it("show their current rows, compared by the rules of the request's language", async () => {
    const server = await serve([address]);
    const get = async (target: string, language = "fr") =>
      (await send(server.url + target, { headers: { "accept-language": language } })).json;
    const paths = (await get("/")).links.map(({ uri }: { uri: string }) => uri);
    expect(paths).toEqual(expect.arrayContaining(["/orders", "/notes"]));
    expect(await get("/orders/1")).toMatchObject({ id: 1, item: "Épée" });
    const page = await get("/orders?sortBy=item:descending,id&select=id&limit=2");
    expect(page.items.map(({ id }: { id: number }) => id)).toEqual([3, 1]);
    expect(page.count).toBe(3);
    const next = page.links.find(({ rel }: { rel: string }) => rel === "next");
    expect((await get(next.uri)).items.map(({ id }: { id: number }) => id)).toEqual([2]);
    await connection.query("INSERT INTO tamis_served.orders (id, item) VALUES (4, 'pen')");
    expect((await get("/orders?filter=eq(item,'pen')")).count).toBe(1);
    expect((await get("/orders/@facets/paid")).values).toHaveLength(3);
    expect((await send(`${server.url}/orders/@rows?sortBy=id`)).text.split("\n")).toHaveLength(5);
    expect((await send(`${server.url}/orders/1`, { method: "DELETE" })).status).toBe(405);
  });

  it("cannot be changed", async () => {
    const err = await failure(2, ["serve", "--writable", address, "--port", "0"]);
    expect(err).toContain("can be read only");
  });
});
