import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { sqliteFile } from "../databases/database-files.ts";
import { example, folder, lines } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";
import { send, serve } from "./running-server.ts";

const write = folder();
const serveWritable = (...args: readonly string[]) => serve(["--writable", ...args]);

const json = { "content-type": "application/json" };
const change = (method: string, url: string, body?: object, headers: Record<string, string> = {}) =>
  send(url, {
    method,
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

let number = 0;
const file = (rows: readonly object[]) => write(`${++number}/items.ndjson`, lines(rows));
const ITEMS = [
  { id: 1, name: "pen", tags: ["a", "b"], size: { w: 1 }, at: "2024-01-31", price: 1.5 },
  { id: 2, name: "ink", tags: [], size: { w: 2 }, at: "2024-02-01", price: 2 },
];

describe("the rows of a file", () => {
  it("are changed in a copy, and the file stays as it is", async () => {
    const path = file(ITEMS);
    const text = readFileSync(path, "utf8");
    const { mtimeMs } = statSync(path);
    const { url } = await serveWritable(path);
    const first = await send(`${url}/items/1`);
    expect(first.json).toMatchObject(ITEMS[0]!);
    const created = await change("POST", `${url}/items`, { ...ITEMS[0]!, id: 3, name: "nib" });
    expect([created.status, created.headers.location]).toEqual([201, "/items/3"]);
    const condition = { "if-match": first.headers.etag! };
    const mergePatch = { ...condition, "content-type": "application/merge-patch+json" };
    const patched = await change("PATCH", `${url}/items/1`, { name: "pencil" }, mergePatch);
    expect([patched.status, patched.json.name]).toEqual([200, "pencil"]);
    expect((await change("PATCH", `${url}/items/1`, { name: "other" }, condition)).status).toBe(412);
    const second = { "if-match": (await send(`${url}/items/2`)).headers.etag! };
    expect((await change("DELETE", `${url}/items/2`, undefined, second)).status).toBe(204);
    expect((await send(`${url}/items?filter=or(eq(name,'pencil'),size(tags)%3E0)`)).status).toBe(400);
    const { items } = (await send(`${url}/items?sortBy=id&select=id,name`)).json;
    const changed = items.map(({ id, name }: { id: number; name: string }) => `${id} ${name}`);
    expect(changed).toEqual(["1 pencil", "3 nib"]);
    expect([readFileSync(path, "utf8"), statSync(path).mtimeMs]).toEqual([text, mtimeMs]);
  });

  it("keep their changes over a restart, also if the file has changed", async () => {
    const path = file(ITEMS);
    const first = await serveWritable(path);
    await change("POST", `${first.url}/items`, { ...ITEMS[0]!, id: 9, name: "new" });
    await first.stop();
    writeFileSync(path, lines([{ id: 1, other: true }]));
    const { url, log } = await serveWritable(path);
    expect((await send(`${url}/items?limit=0`)).json.count).toBe(3);
    expect((await send(`${url}/items/9`)).json.name).toBe("new");
    expect(log()).toContain("items.ndjson has changed since it was copied");
  });

  it("are the same in the copy, with values of other types read as null", async () => {
    const plain = await serve([example("places.ndjson")]);
    const places = write("copied/places.ndjson", readFileSync(example("places.ndjson")));
    const { url } = await serveWritable(places);
    // The table has instants: a date-time without a zone is in UTC.
    const withZone = (text: string) => text.replace(/"(\d{4}-\d\d-\d\dT[\d:.]+)"/g, '"$1Z"');
    const rows = async (base: string) => {
      const { text } = await send(`${base}/places/@rows?sortBy=fid`);
      const read = (line: string) => JSON.parse(withZone(line)) as Record<string, unknown>;
      return text
        .trim()
        .split("\n")
        .map((line) => withoutNulls(read(line)));
    };
    expect(await rows(url)).toEqual(await rows(plain.url));
    const numbers = Array.from({ length: 20 }, (_, i) => ({ id: i, n: i, d: "2024-01-01" }));
    const mixed = await serveWritable(file([...numbers, { id: 20, n: "x", d: null }]));
    expect((await send(`${mixed.url}/items?filter=isNull(n)`)).json.items[0].id).toBe(20);
  });

  it("are not copied if a column of SQLite cannot store an integer", async () => {
    const path = write(
      "large/items.ndjson",
      '{"id":1,"n":9223372036854775807}\n{"id":2,"n":9223372036854775808}\n',
    );
    const message = await failure(2, ["serve", "--writable", path, "--port", "0"]);
    expect(message).toContain("row 2 cannot be stored in SQLite.");
    expect(existsSync(`${path}.tamis-db`)).toBe(false);
  });

  it("need a key, of which the copy has one", async () => {
    const path = write("keyless/codes.ndjson", lines([{ code: "a" }, { code: "b" }]));
    const refused = await tamis(["serve", "--writable", path, "--port", "0"]);
    expect([refused.code, refused.out]).toEqual([2, ""]);
    expect(refused.err).toContain("Choose one with --key codes=MEMBER");
    expect(existsSync(`${path}.tamis-db`)).toBe(false);
    const { url } = await serveWritable(path, "--key", "code");
    expect((await send(`${url}/codes/b`)).headers.etag).toMatch(/^"/);
  });

  it("of a saved collection are copied too", async () => {
    const saved = write("saved/places.tamis", "");
    await tamis(["save", example("places.ndjson"), "-o", saved, "--force"]);
    const { url } = await serveWritable(saved);
    const { headers } = await send(`${url}/places/1`);
    const { status } = await change("DELETE", `${url}/places/1`, undefined, { "if-match": headers.etag! });
    expect([status, (await send(`${url}/places?limit=0`)).json.count]).toEqual([204, 242]);
  });

  it("are not served from a file that is no copy", async () => {
    const path = file(ITEMS);
    writeFileSync(`${path}.tamis-db`, "something else");
    expect(await failure(2, ["serve", "--writable", path, "--port", "0"])).toContain(
      "is not a copy that tamis serve has made",
    );
    expect(readFileSync(`${path}.tamis-db`, "utf8")).toBe("something else");
  });
});

function withoutNulls(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

describe("a table of SQLite", () => {
  const table = (sql: string) => {
    const path = write(`${++number}/shop.db`, "");
    sqliteFile(path, sql);
    return path;
  };

  it("is changed in place, with digests as versions", async () => {
    const path = table(
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, item TEXT); INSERT INTO orders VALUES (1, 'pen')",
    );
    const { url, stop } = await serveWritable(path);
    const { headers } = await send(`${url}/orders/1`);
    const put = () => change("PUT", `${url}/orders/1`, { id: 1, item: "ink" }, { "if-match": headers.etag! });
    const first = await put();
    expect([first.status, first.json.item]).toEqual([200, "ink"]);
    expect((await put()).status).toBe(412);
    const created = await change("POST", `${url}/orders`, { item: "nib" });
    expect([created.status, created.headers.location]).toEqual([201, "/orders/2"]);
    await stop();
    const database = new DatabaseSync(path);
    const rows = database.prepare("SELECT item FROM orders ORDER BY id").all();
    expect(rows.map(({ item }) => item)).toEqual(["ink", "nib"]);
    expect(database.prepare("PRAGMA table_info(orders)").all()).toHaveLength(2);
    database.close();
    const again = await serveWritable(path);
    const paths = (await send(`${again.url}/`)).json.links.map(({ uri }: { uri: string }) => uri);
    expect(paths).not.toContain("/tamis_idempotency");
  });

  it("keeps values of each type of column", async () => {
    const path = table(
      "CREATE TABLE mixed (code TEXT PRIMARY KEY, n REAL, i INTEGER, b BOOLEAN, d DATE, dt DATETIME, t TIME, j JSON, x NUMERIC(10,2), free STRING);" +
        "INSERT INTO mixed VALUES ('a', 1.5, 2, 1, '2024-01-01', '2024-01-01 10:00:00', '10:00:00', '[1]', 3.25, 'text')",
    );
    const { url, log } = await serveWritable(path);
    expect(log()).toContain("clients cannot change 'free' of mixed");
    const times = { d: "2020-02-29", dt: "2020-02-29T01:02:03Z", t: "23:59:58Z" };
    const row = { n: 7, i: -3, b: false, ...times, j: [1, 2], x: 9.5 };
    const created = await change("POST", `${url}/mixed`, { code: "b", ...row });
    expect([created.status, created.json]).toMatchObject([201, { code: "b", ...row }]);
    const condition = { "if-match": (await send(`${url}/mixed/a`)).headers.etag! };
    const changed = await change("PATCH", `${url}/mixed/a`, row, condition);
    expect([changed.status, changed.json]).toMatchObject([200, { code: "a", ...row }]);
    const nothing = Object.fromEntries(Object.keys(row).map((name) => [name, null]));
    const cleared = await change("PATCH", `${url}/mixed/a`, nothing, { "if-match": changed.headers.etag! });
    const left = withoutNulls(cleared.json as Record<string, unknown>);
    expect([cleared.status, left]).toMatchObject([200, { code: "a" }]);
    expect((await send(`${url}/mixed?filter=and(eq(n,7),eq(d,2020-02-29),eq(b,false))`)).json.count).toBe(1);
  });

  it("without a key is refused at the start", async () => {
    const path = table(
      "CREATE TABLE notes (id INTEGER, text TEXT); CREATE TABLE orders (id INTEGER PRIMARY KEY)",
    );
    const err = await failure(2, ["serve", "--writable", path, "--port", "0"]);
    expect(err).toMatch(/--writable: .*notes/);
    const { url } = await serveWritable(path, "--table", "orders");
    expect((await change("POST", `${url}/orders`, {})).status).toBe(201);
  });
});

describe("--writable", () => {
  it.each([
    [["--watch"], "--watch cannot be combined with --writable"],
    [["--cors", "*"], "needs a --token"],
  ])("is refused with %j", async (args, message) => {
    expect(await failure(2, ["serve", "--writable", example("places.ndjson"), ...args])).toContain(message);
  });

  it("is refused for a database that tamis cannot change", async () => {
    const address = "mariadb://user@localhost:1/db";
    const err = await failure(2, ["serve", "--writable", address, "--port", "0"]);
    expect(err).toContain(`${address} can be read only`);
  });

  it("needs the token for changes, and refuses those of foreign web pages", async () => {
    const { url } = await serveWritable(file(ITEMS), "--token", "s3cret-token");
    const post = (headers: Record<string, string>) =>
      change("POST", `${url}/items`, { ...ITEMS[0]!, id: 5 }, headers);
    expect((await post({})).status).toBe(401);
    const authorization = "Bearer s3cret-token";
    expect((await post({ authorization, origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ authorization })).status).toBe(201);
  });

  it("is required for changes", async () => {
    const server = await serve([file(ITEMS)]);
    expect((await change("POST", `${server.url}/items`, {})).status).toBe(405);
  });
});
