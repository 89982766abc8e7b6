import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import type { RowStore } from "tamis/http";
import { postgresStorage } from "../src/storage/postgres-storage.ts";
import { MAX_CHANGES, SqliteChanges } from "../src/storage/sqlite-changes.ts";
import { sqliteStorage } from "../src/storage/sqlite-storage.ts";
import type { Row, Storage } from "../src/storage/storage.ts";
import { ALL, TYPE } from "./annotations-fixture.ts";
import { createDatabase } from "./database-fixture.ts";
import {
  basic,
  registration,
  SECRET,
  startPlatform,
  sqlitePath,
  type TestPlatform,
} from "./platform-fixture.ts";
import { adminToken, isBuilt, startProcess, type PlatformProcess } from "./process-fixture.ts";
import { rule, RULE_TYPE, RULES } from "./authorization-client.ts";

const database = createDatabase("platform_several");
/** Milliseconds within which a change holds in all processes: the documented second, and time for a busy machine. */
const BOUND = 5_000;

const running: PlatformProcess[] = [];

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
});

interface Reply {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read members of any representation
  readonly json: any;
}

async function request({ base }: PlatformProcess, path: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(`${base}${path}`, init);
  const text = await response.text();
  return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Starts two processes on one database, with a client that may use passwords. */
async function startTwo(address: string) {
  const args = ["--database", address, "--base-url", "https://platform.example", "--password-grant"];
  const first = await startProcess(args);
  running.push(first);
  const second = await startProcess(args);
  running.push(second);
  return { first, second };
}

/** Databases that several processes can use. SQLite shows all changes of other processes with the next request. */
const DATABASES = ["PostgreSQL", "SQLite"] as const;
type Database = (typeof DATABASES)[number];

/** Runs work with the address of a database; skips the test if there is no server. */
async function withDatabase(
  kind: Database,
  skip: () => void,
  work: (address: string) => Promise<void>,
): Promise<void> {
  if (kind === "SQLite") return work(sqlitePath());
  return database.address === undefined ? skip() : work(database.address);
}

/** Waits until a change of another process holds. */
async function expectSoon<T>(kind: Database, actual: () => Promise<T>, expected: T): Promise<void> {
  if (kind === "SQLite") expect(await actual()).toEqual(expected);
  else await expect.poll(actual, { timeout: BOUND, interval: 10 }).toEqual(expected);
}

describe.skipIf(!isBuilt).each(DATABASES)("two processes on one %s database", (kind) => {
  it(
    "obey a changed rule and a revoked token, also after their connections were cut",
    ({ skip }) =>
      withDatabase(kind, skip, async (address) => {
        const { first, second } = await startTwo(address);
        const { secret, password } = first as { readonly secret: string; readonly password: string };
        const admin = bearer(await adminToken(first, secret));
        const authorized_grant_types = ["password", "refresh_token"];
        const app = { client_id: "app", client_secret: SECRET, scope: ["openid"], authorized_grant_types };
        const registered = await request(first, "/VendorLogon/oauth/clients", {
          method: "POST",
          headers: { ...admin, "content-type": "application/json" },
          body: JSON.stringify(app),
        });
        expect(registered.status).toBe(201);
        const token = (process: PlatformProcess, form: Record<string, string>) =>
          request(process, "/VendorLogon/oauth/token", {
            method: "POST",
            headers: { authorization: basic("app", SECRET) },
            body: new URLSearchParams(form),
          });
        const signIn = async () => {
          // A request can get a connection that was cut.
          let reply: Reply | undefined;
          const isSignedIn = async () =>
            (reply = await token(first, { grant_type: "password", username: "admin", password })).status ===
            200;
          await expect.poll(isSignedIn, { timeout: BOUND }).toBe(true);
          return reply!.json as { readonly access_token: string; readonly refresh_token: string };
        };

        for (const isCut of kind === "SQLite" ? [false] : [false, true]) {
          if (isCut) {
            const { rows } = await database.server!.query<{ readonly pid: number }>(
              `SELECT pg_terminate_backend(pid), pid FROM pg_stat_activity WHERE datname = '${database.name}'`,
            );
            expect(rows.length).toBeGreaterThan(1);
          }
          const user = await signIn();
          const headers = bearer(user.access_token);
          const statusIn = async (each: PlatformProcess) => (await request(each, ALL, { headers })).status;
          const statuses = () => Promise.all([first, second].map(statusIn));
          await expect.poll(statuses, { timeout: BOUND }).toEqual([200, 200]);

          // A prohibition that the second process creates holds at once there, and soon in the first.
          const forAdmin = { principalType: "user", principal: "admin", objectUri: ALL };
          const json = rule({ ...forAdmin, type: "prohibit" });
          const created = await fetch(`${second.base}${RULES}`, {
            method: "POST",
            headers: { ...admin, "content-type": RULE_TYPE },
            body: JSON.stringify(json),
          });
          expect(created.status).toBe(201);
          expect((await statuses())[1]).toBe(403);
          await expectSoon(kind, statuses, [403, 403]);
          const removed = await request(first, created.headers.get("location")!, {
            method: "DELETE",
            headers: { ...admin, "if-match": "*" },
          });
          expect(removed.status).toBe(204);
          expect((await statuses())[0]).toBe(200);
          await expectSoon(kind, statuses, [200, 200]);

          // A second use of a refresh token in the first process revokes the sign-in in both.
          const refresh = (process: PlatformProcess) =>
            token(process, { grant_type: "refresh_token", refresh_token: user.refresh_token });
          expect((await refresh(second)).status).toBe(200);
          expect((await refresh(first)).status).toBe(400);
          if (kind === "PostgreSQL") expect((await statuses())[0]).toBe(401);
          await expectSoon(kind, statuses, [401, 401]);
        }
      }),
    120_000,
  );
});

describe.each(DATABASES)("processes on one %s database", (kind) => {
  it("accept and publish a new signing key, refuse tokens of a deleted one, and show new rows", ({ skip }) =>
    withDatabase(kind, skip, async (address) => {
      const storages: Storage[] = [];
      const tables = new Map<string, RowStore<Row>>();
      const start = async () => {
        const storage = kind === "SQLite" ? sqliteStorage(address) : await postgresStorage(address);
        storages.push(storage);
        const open: Storage["open"] = async (catalog, options) => {
          const store = await storage.open(catalog, options);
          tables.set(catalog.name, store);
          return store;
        };
        return startPlatform({ storage: { ...storage, open }, keyRotation: 3_600 });
      };
      const [first, second] = [await start(), await start()];
      for (const { clock } of [first, second]) clock.time = Date.now();
      await first.tokens.addClient(registration("rotating", { access_token_validity: 86_400 }));
      const tokenOf = async () => (await first.token("rotating", SECRET)).json.access_token as string;
      const statusOf = async (token: string) => (await second.send(ALL, { token })).status;
      const headerOf = (token: string) =>
        JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()) as { readonly kid: string };
      const old = await tokenOf();
      const published = async () =>
        ((await second.send("/VendorLogon/token_keys")).json.keys as readonly { readonly kid: string }[])
          .map(({ kid }) => kid)
          .filter((kid) => known.includes(kid));
      const known = [headerOf(old).kid];
      await expectSoon(kind, published, known);
      // An unknown key lets the second process look into the table. It must accept the next new key nevertheless.
      const [, payload, signature] = old.split(".");
      const unknown = Buffer.from(JSON.stringify({ ...headerOf(old), kid: "none" }));
      for (const { clock } of [first, second]) clock.time += 7_200_000;
      expect(await statusOf(`${unknown.toString("base64url")}.${payload!}.${signature!}`)).toBe(401);
      const rotated = await tokenOf();
      known.unshift(headerOf(rotated).kid);
      await expectSoon(kind, published, known);
      expect([await statusOf(rotated), await statusOf(old)]).toEqual([200, 200]);
      const countIn = async (platform: TestPlatform) =>
        (await platform.send(ALL, { token: rotated })).json.count as number;
      const before = await countIn(first);
      // Pages that are requested again can be from memory.
      expect([await countIn(first), await countIn(first)]).toEqual([before, before]);
      const json = { domain: "several", name: crypto.randomUUID(), label: "l" };
      expect((await second.send(ALL, { token: rotated, json, type: TYPE })).status).toBe(201);
      expect(await countIn(first)).toBe(before + 1);
      // Deletes the key of a token that both processes have accepted.
      await tables.get("signing_keys")!.delete(headerOf(old).kid, "any");
      const states = async () => [await statusOf(old), await statusOf(rotated)];
      await expectSoon(kind, states, [401, 200]);
      for (const [i, platform] of [first, second].entries()) {
        await platform.close();
        await storages[i]!.close();
      }
    }));
});

describe("changes of a SQLite file", () => {
  it("are reported by key, also several at once, and all tables are read again after too many", async () => {
    const path = sqlitePath();
    const database = new DatabaseSync(path);
    database.exec(
      "PRAGMA journal_mode = WAL; CREATE TABLE t (id TEXT PRIMARY KEY, n INTEGER); CREATE TABLE other (n)",
    );
    const changes = new SqliteChanges(path);
    const calls: (string | undefined)[] = [];
    let error: Error | undefined;
    await changes.watch("t", "id", (key) => {
      calls.push(key);
      return error === undefined ? Promise.resolve() : Promise.reject(error);
    });
    const caughtUp = async () => {
      await changes.catchUp();
      return calls.splice(0);
    };
    expect(await caughtUp()).toEqual([]);
    database.exec(
      "INSERT INTO t VALUES ('a', 1), ('b', 1); UPDATE t SET n = 2; DELETE FROM t WHERE id = 'a'",
    );
    // Requests at the same time wait for the same listeners.
    expect(changes.catchUp()).toBeInstanceOf(Promise);
    expect(changes.catchUp()).toBeInstanceOf(Promise);
    expect([await caughtUp(), changes.catchUp()]).toEqual([["a", "b"], undefined]);
    const before = changes.revision();
    database.exec("INSERT INTO other VALUES (1); BEGIN; INSERT INTO t VALUES ('lost', 1); ROLLBACK");
    expect([await caughtUp(), changes.revision() === before]).toEqual([[], false]);
    const insert = (count: number) => {
      database.exec("BEGIN");
      const statement = database.prepare("INSERT OR REPLACE INTO t VALUES ('c', ?)");
      for (let i = 0; i < count; i++) statement.run(i);
      database.exec("COMMIT");
    };
    insert(MAX_CHANGES);
    expect(await caughtUp()).toEqual(["c"]);
    insert(MAX_CHANGES + 1);
    expect(await caughtUp()).toEqual([undefined]);
    // A listener that fails ends the request. The next one reads everything again.
    error = new Error("no");
    insert(1);
    await expect(changes.catchUp()).rejects.toBe(error);
    error = undefined;
    calls.length = 0;
    expect([await caughtUp(), await caughtUp()]).toEqual([[undefined], []]);
    const kept = database.prepare("SELECT count(*) AS n FROM platform_changes").get();
    expect(kept).toEqual({ n: MAX_CHANGES });
    changes.close();
    database.close();
  });
});
