import { afterEach, describe, expect, it } from "vitest";
import { postgresStorage } from "../src/storage/postgres-storage.ts";
import { createDatabase } from "./database-fixture.ts";
import { basic, registration, SECRET, startPlatform } from "./platform-fixture.ts";
import { adminToken, isBuilt, startProcess, type PlatformProcess } from "./process-fixture.ts";
import { rule, RULE_TYPE, RULES } from "./authorization-client.ts";

const database = createDatabase("platform_several");
const ALL = "/annotations/annotations";
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

let secret = "";
let password = "";

describe.skipIf(!isBuilt)("two processes on one PostgreSQL database", () => {
  it("obey a changed rule and a revoked token within a second, also after their connections were cut", async ({
    skip,
  }) => {
    const { address, server } = database;
    if (address === undefined || server === undefined) return skip();
    const { first, second } = await startTwo(address);
    secret = first.secret!;
    password = first.password!;
    const admin = bearer(await adminToken(first, secret));
    const app = registration("app", {
      authorized_grant_types: ["password", "refresh_token"],
      scope: ["openid"],
    });
    const { client_id, client_secret, scope, authorized_grant_types } = app;
    const registered = await request(first, "/VendorLogon/oauth/clients", {
      method: "POST",
      headers: { ...admin, "content-type": "application/json" },
      body: JSON.stringify({ client_id, client_secret, scope, authorized_grant_types }),
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
        (reply = await token(first, { grant_type: "password", username: "admin", password })).status === 200;
      await expect.poll(isSignedIn, { timeout: BOUND }).toBe(true);
      return reply!.json as { readonly access_token: string; readonly refresh_token: string };
    };

    for (const isCut of [false, true]) {
      if (isCut) {
        const { rows } = await server.query<{ readonly pid: number }>(
          `SELECT pg_terminate_backend(pid), pid FROM pg_stat_activity WHERE datname = '${database.name}'`,
        );
        expect(rows.length).toBeGreaterThan(1);
      }
      const user = await signIn();
      const statuses = () =>
        Promise.all(
          [first, second].map(
            async (each) => (await request(each, ALL, { headers: bearer(user.access_token) })).status,
          ),
        );
      await expect.poll(statuses, { timeout: BOUND }).toEqual([200, 200]);

      // A prohibition that the second process creates holds at once there, and soon in the first.
      const json = rule({
        type: "prohibit",
        principalType: "user",
        principal: "admin",
        objectUri: ALL,
        permissions: ["read"],
      });
      const created = await fetch(`${second.base}${RULES}`, {
        method: "POST",
        headers: { ...admin, "content-type": RULE_TYPE },
        body: JSON.stringify(json),
      });
      expect(created.status).toBe(201);
      expect((await statuses())[1]).toBe(403);
      await expect.poll(statuses, { timeout: BOUND, interval: 10 }).toEqual([403, 403]);
      const removed = await request(first, created.headers.get("location")!, {
        method: "DELETE",
        headers: { ...admin, "if-match": "*" },
      });
      expect(removed.status).toBe(204);
      expect((await statuses())[0]).toBe(200);
      await expect.poll(statuses, { timeout: BOUND, interval: 10 }).toEqual([200, 200]);

      // A second use of a refresh token in the first process revokes the sign-in in both.
      const refresh = (process: PlatformProcess) =>
        token(process, { grant_type: "refresh_token", refresh_token: user.refresh_token });
      expect((await refresh(second)).status).toBe(200);
      expect((await refresh(first)).status).toBe(400);
      expect((await statuses())[0]).toBe(401);
      await expect.poll(statuses, { timeout: BOUND, interval: 10 }).toEqual([401, 401]);
    }
  }, 120_000);
});

it("a signing key that one process creates is accepted and published by another within a second", async ({
  skip,
}) => {
  const { address } = database;
  if (address === undefined) return skip();
  const storages = [await postgresStorage(address), await postgresStorage(address)];
  const [first, second] = [
    await startPlatform({ storage: storages[0]!, keyRotation: 3_600 }),
    await startPlatform({ storage: storages[1]!, keyRotation: 3_600 }),
  ];
  for (const { clock } of [first, second]) clock.time = Date.now();
  await first.tokens.addClient(registration("rotating", { access_token_validity: 86_400 }));
  const tokenOf = async () => (await first.token("rotating", SECRET)).json.access_token as string;
  const statusOf = async (token: string) => (await second.send(ALL, { token })).status;
  const old = await tokenOf();
  const published = async () => (await second.send("/VendorLogon/token_keys")).json.keys.length as number;
  await expect.poll(published, { timeout: BOUND }).toBeGreaterThan(0);
  const before = await published();
  // An unknown key lets the second process look into the table. It must accept the next new key nevertheless.
  const [header, payload, signature] = old.split(".");
  const unknown = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(header!, "base64url").toString()), kid: "none" }),
  );
  for (const { clock } of [first, second]) clock.time += 7_200_000;
  expect(await statusOf(`${unknown.toString("base64url")}.${payload!}.${signature!}`)).toBe(401);
  const rotated = await tokenOf();
  await expect.poll(published, { timeout: BOUND, interval: 10 }).toBe(before + 1);
  expect([await statusOf(rotated), await statusOf(old)]).toEqual([200, 200]);
  for (const [i, platform] of [first, second].entries()) {
    await platform.close();
    await storages[i]!.close();
  }
});
