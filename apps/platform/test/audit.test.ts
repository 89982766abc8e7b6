import { describe, expect, it } from "vitest";
import { ALL, TYPE } from "./annotations-fixture.ts";
import { entriesCatalog } from "../src/audit/entry-catalog.ts";
import { AuditTrail } from "../src/audit/audit-trail.ts";
import { runAs } from "../src/audit/origin.ts";
import { memoryStorage, type Storage, type Tables } from "../src/storage/storage.ts";
import { Authorization } from "../src/authorization/authorization.ts";
import { openFamilies } from "../src/families.ts";
import { SAMPLE } from "../src/data-quality/sample.ts";
import { openTokenTables } from "../src/tokens/store/token-tables.ts";
import { connectAll, ENTRIES, entriesDuring, entriesOf, STORAGES, type Clients } from "./audit-fixture.ts";
import { createRule, decideOn, JOB_TYPE, JOBS, rule } from "./authorization-client.ts";
import { create, save } from "./reports-fixture.ts";
import {
  basic,
  registration,
  SECRET,
  startPlatform,
  valuesOf,
  type Client,
  rowsOf,
  recordedStorage,
} from "./platform-fixture.ts";

const start = async (storage = memoryStorage()): Promise<Clients> =>
  connectAll(await startPlatform({ storage, sample: true, passwordGrant: true, tokenInQuery: true }));

const annotation = (name: string, label: string | null = null) => ({
  type: TYPE,
  json: { domain: "d", name, label },
});
const brief = (entries: Awaited<ReturnType<typeof entriesOf>>) =>
  entries.map(({ kind, resourceUri }) => `${kind} ${resourceUri ?? "-"}`);

describe.each(STORAGES)("the audit trail in %s", (_name, withStorage) => {
  it("records content, folders, states, rules, rule jobs, clients and deleted locales", async () => {
    await withStorage(async (storage) => {
      const { admin, writer, platform } = await start(storage);
      let report = "";
      const reports = await entriesDuring(admin, async () => {
        const created = await create(writer, { name: "R" });
        report = created.headers["location"]!;
        expect((await save(writer, created.json.id as string)).status).toBe(204);
        expect((await writer.send(`${report}/states`, { json: { label: "s" } })).status).toBe(201);
      });
      expect(brief(reports)).toEqual([
        `create ${report}`,
        expect.stringMatching(/^create \/folders\/folders\/public\/members\/./),
        `create ${report}/content`,
        `update ${report}`,
        expect.stringMatching(new RegExp(`^create ${report}/states/.`)),
      ]);
      expect(reports.every(({ client }) => client === "writer")).toBe(true);

      let job = "";
      const rules = await entriesDuring(admin, async () => {
        expect((await createRule(admin, { objectUri: "/t/9" })).status).toBe(201);
        const operations = [{ operation: "create", rule: rule({ objectUri: "/t/8" }) }];
        job = (await admin.send(JOBS, { type: JOB_TYPE, json: { operations } })).headers["location"]!;
        const state = async () => (await admin.send(`${job}/state`)).text;
        await expect.poll(state, { timeout: 20_000 }).toBe("completed");
      });
      expect(brief(rules)).toEqual([
        expect.stringMatching(/^create \/authorization\/rules\/./),
        `create ${job}`,
        `update ${job}`,
        expect.stringMatching(/^create \/authorization\/rules\/./),
        `update ${job}`,
      ]);
      // The job itself changes its rules on behalf of its creator.
      expect(rules[3]).toMatchObject({ user: "root", path: job, client: null });

      const others = await entriesDuring(admin, async () => {
        const { client_id, client_secret, scope, authorized_grant_types, authorities } =
          registration("new/1");
        const json = { client_id, client_secret, scope, authorized_grant_types, authorities };
        expect((await admin.send("/VendorLogon/oauth/clients", { json })).status).toBe(201);
        const locale = "/dataQuality/fieldContentLocale/DEDEU";
        expect(await writer.statusOf(locale, { method: "DELETE" })).toBe(204);
      });
      expect(brief(others)).toEqual([
        "create /VendorLogon/oauth/clients/new%2F1",
        "delete /dataQuality/fieldContentLocale/DEDEU",
      ]);
      await platform.close();
    });
  });

  it("records wrong secrets, pauses after them, and tokens that are revoked, but no secret", async () => {
    await withStorage(async (storage) => {
      const { admin, platform } = await start(storage);
      await platform.tokens.addUser("ann", "password of ann", []);
      const grants = { authorized_grant_types: ["password", "refresh_token"] };
      await platform.tokens.addClient(registration("app", grants));
      const app = (form: Record<string, string>) =>
        platform.send("/VendorLogon/oauth/token", { form, headers: { authorization: basic("app", SECRET) } });
      const failures = await entriesDuring(admin, async () => {
        for (let i = 0; i < 5; i++)
          expect((await platform.token("writer", "a wrong secret")).status).toBe(401);
        // During the pause, nothing is compared and nothing is recorded.
        expect((await platform.token("writer", "a wrong secret")).status).toBe(401);
        await platform.token("typed secret", "x");
        await app({ grant_type: "password", username: "ann", password: "wrong" });
        await app({ grant_type: "password", username: "a typed password", password: "x" });
      });
      const writer = "/VendorLogon/oauth/clients/writer";
      expect(brief(failures)).toEqual([
        ...Array.from({ length: 4 }, () => `signIn ${writer}`),
        `lockOut ${writer}`,
        "signIn -",
        "signIn /VendorLogon/users/ann",
        "signIn -",
      ]);
      expect(failures.every(({ outcome, user }) => outcome === "failure" && user === null)).toBe(true);

      const secrets: string[] = [];
      const revoked = await entriesDuring(admin, async () => {
        const { json } = await app({ grant_type: "password", username: "ann", password: "password of ann" });
        const form = { grant_type: "refresh_token", refresh_token: json.refresh_token as string };
        const refresh = () => app(form);
        const second = await refresh();
        expect((await refresh()).status).toBe(400);
        for (const { access_token, refresh_token } of [json, second.json])
          secrets.push(access_token as string, refresh_token as string);
      });
      expect(revoked.map(({ kind }) => kind)).toEqual(["create", "update", "create", "revoke"]);
      expect(new Set(revoked.map(({ resourceUri }) => resourceUri)).size).toBe(1);
      expect(revoked.every(({ client, user }) => client === "app" && user === "ann")).toBe(true);
      const all = JSON.stringify(await entriesOf(admin));
      for (const secret of [...secrets, SECRET, "typed", "password of ann", "a wrong secret", "scrypt$"])
        expect(all).not.toContain(secret);
      await platform.close();
    });
  });
});

describe("the audit trail", () => {
  it("records deployments and the shut-down", async () => {
    const { admin, platform } = await start();
    const entries = await entriesDuring(admin, async () => {
      expect((await admin.send("/detection/restart", { method: "PATCH" })).status).toBe(200);
    });
    const deployed = { kind: "deploy", outcome: "success", resourceUri: "/detection/settings" };
    expect(entries).toMatchObject([{ ...deployed, client: "root", method: "PATCH" }]);
    await platform.close();
  });

  it("records the shut-down before the process ends", async () => {
    const { storage, stores } = recordedStorage();
    const { admin } = await connectAll(await startPlatform({ storage, shutDown: () => undefined }));
    expect((await admin.send("/cas", { method: "DELETE" })).status).toBe(200);
    const rows = await rowsOf(stores.get(entriesCatalog.name)!);
    expect(rows.filter(({ kind }) => kind === "shutDown")).toMatchObject([
      { client: "root", method: "DELETE", resourceUri: "/cas", outcome: "success" },
    ]);
  });

  it("can be read by administrators only, whatever the rules say", async () => {
    const { admin, writer, reader, platform } = await start();
    const [entry] = await entriesOf(admin);
    const item = `${ENTRIES}/${entry!.id}`;
    expect((await admin.send(item)).json.kind).toBe(entry!.kind);
    const forEveryone = { principalType: "everyone", principal: null, objectUri: "/audit/**" };
    for (const type of ["grant", "prohibit"]) await createRule(admin, { ...forEveryone, type });
    for (const path of [ENTRIES, item, `${ENTRIES}/none`, `${ENTRIES}/@facets`, `${ENTRIES}/@rows`]) {
      expect([path, (await writer.send(path)).status]).toEqual([path, 403]);
      expect([path, (await reader.send(path)).status]).toEqual([path, 403]);
      expect([path, (await platform.send(path)).status]).toEqual([path, 401]);
      expect([path, (await admin.send(path)).status]).toEqual([path, path.endsWith("none") ? 404 : 200]);
    }
    const ask = async (client: Client) =>
      (await decideOn(client, { request: { uri: item, method: "GET" } })).json;
    const reason = "Only administrators can read the audit trail.";
    expect(await ask(writer)).toMatchObject({ decision: "denied", reason });
    expect(await ask(admin)).toMatchObject({ decision: "granted" });
    await platform.close();
  });

  it("is a collection with filters, and the newest entries come first", async () => {
    const { admin, writer, platform } = await start();
    const { headers } = await writer.send(ALL, annotation("a"));
    platform.clock.time += 1_000;
    await writer.send(headers["location"]!, { method: "DELETE" });
    const page = await admin.send(`${ENTRIES}?filter=eq(resourceUri,'${headers["location"]!}')`);
    expect(valuesOf(page, "kind")).toEqual(["delete", "create"]);
    const filters = [
      "eq(client,'writer')",
      "eq(user,'writer')",
      "eq(kind,'delete')",
      "startsWith(resourceUri,'/annotations/')",
      "gt(timeStamp,2026-03-01T12:00:00Z)",
      "contains(changedMembers,'label')",
    ];
    const counts = [];
    for (const filter of filters)
      counts.push((await admin.send(`${ENTRIES}?filter=${encodeURIComponent(filter)}`)).json.count > 0);
    expect(counts).toEqual([true, false, true, true, true, false]);
    await platform.close();
  });

  it("keeps entries for the days of the option", async () => {
    const storage = memoryStorage();
    const trail = await AuditTrail.open(storage, { now: () => Date.parse("2026-03-01T00:00:00Z") });
    const old = await AuditTrail.open(
      { ...storage, open: () => Promise.resolve(trail.entries) },
      { now: () => Date.parse("2026-01-01T00:00:00Z") },
    );
    const event = { kind: "deploy", outcome: "success", family: "detection", resourceUri: null } as const;
    for (let i = 0; i < 450; i++) await old.record(event);
    for (let i = 0; i < 3; i++) await trail.record(event);
    const count = async () =>
      ((await trail.entries.collection.count({})) as { readonly count: number }).count;
    await trail.deleteOlderThan(60, AbortSignal.abort());
    expect(await count()).toBe(453);
    await trail.deleteOlderThan(60, new AbortController().signal);
    expect(await count()).toBe(453);
    await trail.deleteOlderThan(58, new AbortController().signal);
    expect(await count()).toBe(3);
  });

  it("refuses a change whose entry cannot be stored", async () => {
    const memory = memoryStorage();
    const open: Storage["open"] = (catalog, options = {}) => {
      const { journal } = options;
      if (catalog.name !== "annotations" || journal === undefined) return memory.open(catalog, options);
      // Two entries with one id.
      return memory.open(catalog, {
        ...options,
        journal: { ...journal, begin: () => () => ({ id: "same" }) },
      });
    };
    const onError = () => undefined;
    const { writer } = await connectAll(await startPlatform({ storage: { ...memory, open }, onError }));
    const answers = [await writer.send(ALL, annotation("a")), await writer.send(ALL, annotation("b"))];
    expect(answers.map(({ status }) => status)).toEqual([201, 500]);
    expect((await writer.send(ALL)).json.count).toBe(1);
  });
});

it("all tables are recorded, except for those whose rows nobody changes on purpose", async () => {
  const unrecorded: string[] = [];
  const recorded: string[] = [];
  const storage = memoryStorage();
  const tables: Tables = {
    open(catalog, { resource, ...options }) {
      (resource === undefined ? unrecorded : recorded).push(catalog.name);
      for (const [, member] of (resource ?? "").matchAll(/\{(\w+)\}/g))
        expect([resource, catalog.members.byName.has(member!)]).toEqual([resource, true]);
      return storage.open(catalog, options);
    },
  };
  const onError = (error: unknown) => expect.fail(String(error));
  await openTokenTables(tables, { onRevocation: () => Promise.resolve(), onKey: () => Promise.resolve() });
  const authorization = await Authorization.open(tables, { now: Date.now, onError });
  const record = () => Promise.resolve();
  const settings = { knowledgeBases: SAMPLE, detection: {}, performance: {} };
  const hooks = { now: Date.now, shutDown: () => 0, record, report: onError };
  const families = await openFamilies(tables, { ...settings, ...hooks });
  for (const family of [authorization, ...families]) await family.close?.();
  expect(unrecorded.sort()).toEqual(["detectionCounters", "detectionMessages", "performanceResults"]);
  expect(recorded.length).toBeGreaterThan(15);
});

it("work that a request starts stands for this request only", async () => {
  const storage = memoryStorage();
  const trail = await AuditTrail.open(storage, { now: Date.now });
  const event = { kind: "deploy", outcome: "success", family: "detection", resourceUri: null } as const;
  await Promise.all(
    ["a", "b"].map((client) =>
      runAs({ method: "POST", path: `/${client}`, client, user: null }, async () => {
        await new Promise((resolve) => setTimeout(resolve, client === "a" ? 10 : 1));
        await trail.record(event);
      }),
    ),
  );
  const rows = await rowsOf(trail.entries);
  const callers = rows.map(({ client, path }) => `${String(client)} ${String(path)}`);
  expect(callers.sort()).toEqual(["a /a", "b /b"]);
});
