import { expect, it } from "vitest";
import { ALL, TYPE } from "./annotations-fixture.ts";
import { beyondSample } from "../../../test/effort.ts";
import { entriesCatalog } from "../src/audit/entry-catalog.ts";
import { readRows } from "../src/storage/read-rows.ts";
import { postgresStorage } from "../src/storage/postgres-storage.ts";
import type { Row, Storage } from "../src/storage/storage.ts";
import { createDatabase } from "./database-fixture.ts";
import { withFolder } from "./detection-fixture.ts";
import { annotations } from "tamis/families";
import { sqliteStorage } from "../src/storage/sqlite-storage.ts";
import { adminToken, isBuilt, startProcess, type PlatformProcess } from "./process-fixture.ts";

const database = createDatabase("platform_audit_crash");
/** Numbers of acknowledged changes after which the process is killed. */
const KILLS = [40, ...beyondSample(20, 60)];

/** Changes annotations by several connections until the process is killed. Returns the acknowledged tags. */
async function changeUntilKilled({ base, child }: PlatformProcess, token: string, count: number) {
  const acknowledged: string[] = [];
  let serial = 0;
  const work = async () => {
    const send = async (method: string, path: string, headers: object = {}, body?: object) => {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": TYPE }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      const tag = response.headers.get("etag");
      if (tag !== null) acknowledged.push(tag);
      if (acknowledged.length >= count) child.kill("SIGKILL");
      return { location: response.headers.get("location"), tag };
    };
    for (;;) {
      const name = `${child.pid}-${serial++}`;
      const { location, tag } = await send("POST", ALL, {}, { domain: "d", name });
      const put = await send("PUT", location!, { "if-match": tag }, { domain: "d", name, label: "x" });
      if (serial % 3 === 0) await send("DELETE", location!, { "if-match": put.tag });
    }
  };
  const results = await Promise.allSettled([work(), work(), work(), work()]);
  for (const result of results)
    if (result.status === "rejected" && !/fetch failed|terminated|other side/.test(String(result.reason)))
      throw result.reason;
  return acknowledged;
}

/** Compares the entries of the trail with the rows: those of each row form a chain that ends with its version. */
async function compare(storage: Storage, acknowledged: readonly string[]): Promise<number> {
  const entries: Row[] = [];
  for await (const row of readRows(await storage.open(entriesCatalog)))
    if (String(row["resourceUri"]).startsWith(`${ALL}/`)) entries.push(row);
  const tags = new Set(entries.map((entry) => entry["entityTagAfter"]));
  expect(acknowledged.filter((tag) => !tags.has(tag))).toEqual([]);
  const store = await storage.open(annotations.collections.annotations.catalog, {
    unique: [["domain", "name"]],
  });
  const rows = new Set<string>();
  for await (const { id } of readRows(store)) rows.add(id as string);
  const byUri = Map.groupBy(entries, (entry) => String(entry["resourceUri"]).slice(ALL.length + 1));
  for (const id of rows) expect([id, byUri.has(id)]).toEqual([id, true]);
  for (const [id, own] of byUri) {
    if (id.includes("/")) continue;
    let tag: unknown = null;
    for (let i = 0; i < own.length; i++) {
      const next = own.find((entry) => entry["entityTagBefore"] === tag);
      expect(next).toBeDefined();
      tag = next!["entityTagAfter"];
    }
    const stored = await store.read(id);
    expect([id, tag]).toEqual([id, stored === undefined ? null : `"${stored.version}"`]);
    expect(rows.has(id)).toBe(stored !== undefined);
  }
  return byUri.size;
}

async function killAndCompare(database: string, open: () => Promise<Storage>): Promise<void> {
  let secret = "";
  const acknowledged: string[] = [];
  for (const count of KILLS) {
    const running = await startProcess(["--database", database]);
    secret = running.secret ?? secret;
    acknowledged.push(...(await changeUntilKilled(running, await adminToken(running, secret), count)));
    expect(await running.ended).toEqual({ code: null, signal: "SIGKILL" });
  }
  const storage = await open();
  expect(await compare(storage, acknowledged)).toBeGreaterThan(10 * KILLS.length);
  await storage.close();
}

it.skipIf(!isBuilt)(
  "after kills, there is an entry exactly for each stored change, on SQLite",
  async () => {
    await withFolder(async (path) => {
      const file = path("platform.db");
      await killAndCompare(file, () => Promise.resolve(sqliteStorage(file)));
    });
  },
  120_000,
);

it.skipIf(!isBuilt)(
  "after kills, there is an entry exactly for each stored change, on PostgreSQL",
  async ({ skip }) => {
    const { address } = database;
    if (address === undefined) return skip();
    await killAndCompare(address, () => postgresStorage(address));
  },
  120_000,
);
