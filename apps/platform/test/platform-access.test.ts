import { describe, expect, it } from "vitest";
import { AccessCache, MAX_RESULTS } from "../src/authorization/rights/access-cache.ts";
import { RuleIndex } from "../src/authorization/rules/rule-index.ts";
import { connectAll, createRule, decideOn, RULES, type Clients } from "./authorization-client.ts";
import { ALL, create, MEMBER, SELECTION, TYPE } from "./annotations-fixture.ts";
import { registration, SECRET, startPlatform, type Answer, codeOf } from "./platform-fixture.ts";
import type { Client } from "./platform-fixture.ts";

const put = ({ send }: Client, path: string, name: string) =>
  send(path, { method: "PUT", type: TYPE, json: { domain: "d", name }, headers: { "if-match": "*" } });
const names = async ({ send }: Client, query = "") =>
  (await send(`${ALL}${query}`)).json.items.map(({ name }: { name: string }) => name);
const forReaders = { principalType: "client", principal: "reader" };
const prohibitAll = { type: "prohibit", principalType: "everyone", principal: null, objectUri: "/**" };

async function withAnnotations(): Promise<Clients & { readonly paths: readonly string[] }> {
  const clients = await connectAll();
  const paths: string[] = [];
  for (const [i, name] of ["a", "b", "c"].entries()) {
    const { json, headers } = await create(clients.writer, { name, domain: i < 2 ? "open" : "closed" });
    paths.push(headers["location"]!);
    const member = { resourceUri: "/t/1", value: json.id as string };
    await clients.writer.send(`${headers["location"]!}/members`, { type: MEMBER, json: member });
  }
  return { ...clients, paths };
}

describe("the default rules", () => {
  it("let administrators do everything, readers read, and writers change all but the rules", async () => {
    const { admin, writer, reader, paths } = await withAnnotations();
    const path = paths[0]!;
    const statuses = async (client: Client) => [
      ...[await client.statusOf(ALL), await client.statusOf(path), await client.statusOf(`${path}/members`)],
      (await create(client, { domain: "d", name: crypto.randomUUID() })).status,
      (await put(client, path, crypto.randomUUID())).status,
      ...[await client.statusOf(RULES), await client.statusOf(`${RULES}/default-1`)],
      (await createRule(client, { objectUri: `/${crypto.randomUUID()}` })).status,
      await client.statusOf(`${RULES}/jobs`),
    ];
    expect(await statuses(admin)).toEqual([200, 200, 200, 201, 200, 200, 200, 201, 200]);
    expect(await statuses(writer)).toEqual([200, 200, 200, 201, 200, 403, 403, 403, 403]);
    expect(await statuses(reader)).toEqual([200, 200, 200, 403, 403, 403, 403, 403, 403]);
  });

  it("let a user without groups change annotations", async () => {
    const platform = await startPlatform({ passwordGrant: true });
    await platform.tokens.addUser("ann", "a password of ann", []);
    const grants = { authorized_grant_types: ["password"], authorities: [] };
    await platform.tokens.addClient(registration("app", grants));
    const form = { grant_type: "password", username: "ann", password: "a password of ann" };
    const token = (await platform.token("app", SECRET, form)).json.access_token as string;
    const created = await platform.send(ALL, { token, type: TYPE, json: { name: "n" } });
    expect([created.status, created.json.createdBy]).toEqual([201, "ann"]);
  });
});

describe("rules about the platform", () => {
  it("hide an item everywhere: it behaves as a missing one", async () => {
    const { admin, reader, paths } = await withAnnotations();
    const path = paths[1]!;
    const id = path.split("/").at(-1)!;
    await createRule(admin, { ...forReaders, type: "prohibit", objectUri: path });
    expect(await names(reader)).toEqual(["a", "c"]);
    const facets = await reader.send(`${ALL}/@facets/name`);
    expect(facets.json.values).not.toContainEqual(expect.objectContaining({ value: "b" }));
    expect(await names(reader, "?resourceUri=/t/1")).toEqual(["a", "c"]);
    expect((await reader.send(ALL, { type: SELECTION, json: { resources: ["/t/1"] } })).json.count).toBe(2);
    const lookUp = (resources: readonly string[]) =>
      reader.send("/annotations/members", { type: SELECTION, json: { resources } });
    expect((await lookUp(paths.map((each) => each.split("/").at(-1)!))).json.count).toBe(2);
    expect((await lookUp([id])).json).toMatchObject({ httpStatusCode: 400, errorCode: 16307 });
    const same = (hidden: Answer, missing: Answer) => {
      const shown = ({ json }: Answer) => json.message.replace(/'.*'/, "'…'") as string;
      expect([...codeOf(hidden), shown(hidden)]).toEqual([...codeOf(missing), shown(missing)]);
    };
    const none = `${ALL}/none`;
    same(await reader.send(path), await reader.send(none));
    same(await reader.send(`${path}/members`), await reader.send(`${none}/members`));
    same(await reader.send(`${path}/members/x`), await reader.send(`${none}/members/x`));
    expect(await names(admin)).toEqual(["a", "b", "c"]);
  });

  it("hide an item whatever the spelling of its path", async () => {
    const { admin, reader, paths } = await withAnnotations();
    const path = paths[1]!;
    await createRule(admin, { ...forReaders, type: "prohibit", objectUri: path });
    const last = path.split("/").at(-1)!;
    const encoded = [...last].map((each) => `%${each.charCodeAt(0).toString(16)}`).join("");
    expect((await reader.send(`${ALL}/${encoded}`)).status).toBe(404);
    expect((await reader.send(`${ALL}/${encoded}/members`)).status).toBe(404);
  });

  it("with filters show some rows, and protect the others from changes", async () => {
    const { admin, writer, paths } = await withAnnotations();
    const forWriters = { type: "prohibit", objectUri: `${ALL}/**` };
    await createRule(admin, { ...forWriters, filter: "eq(domain,'closed')" });
    expect(await names(writer)).toEqual(["a", "b"]);
    expect((await writer.send(paths[2]!)).status).toBe(404);
    expect((await put(writer, paths[2]!, "x")).status).toBe(404);
    // Neither a condition nor its absence tells that the item exists.
    const tag = (await admin.send(paths[2]!)).headers["etag"]!;
    for (const headers of [{}, { "if-match": tag }, { "if-match": '"another"' }])
      for (const target of [paths[2]!, `${ALL}/none`]) {
        const json = { domain: "d", name: "x" };
        const answer = await writer.send(target, { method: "PUT", type: TYPE, json, headers });
        expect(codeOf(answer)).toEqual([404, 16304]);
      }
    expect((await writer.send(`${paths[2]!}/members`)).status).toBe(404);
    expect((await put(writer, paths[0]!, "a")).status).toBe(200);
    await createRule(admin, { ...forWriters, permissions: ["create"], filter: "eq(domain,'new')" });
    expect((await create(writer, { domain: "new", name: "y" })).status).toBe(403);
    expect((await create(writer, { domain: "other", name: "y" })).status).toBe(201);
    // Decisions agree with what the platform does.
    const decided = async (uri: string) =>
      (await decideOn(writer, { request: { uri, method: "GET" } })).json.decision as string;
    expect([await decided(paths[0]!), await decided(paths[2]!)]).toEqual(["granted", "prohibited"]);
  });

  it("refuse changes of an item with 403 if its caller may read it", async () => {
    const { admin, writer, paths } = await withAnnotations();
    const rule = { objectUri: paths[0]!, type: "prohibit", permissions: ["update", "delete"] };
    await createRule(admin, rule);
    expect((await writer.send(paths[0]!)).status).toBe(200);
    expect((await put(writer, paths[0]!, "x")).status).toBe(403);
    expect((await writer.send(paths[0]!, { method: "DELETE" })).status).toBe(403);
    expect((await put(writer, paths[1]!, "x")).status).toBe(200);
    const { links } = (await writer.send(paths[0]!)).json;
    expect(links.map(({ rel }: { rel: string }) => rel)).not.toContain("update");
  });

  it("can share one item with a caller that may read nothing else", async () => {
    const { admin, reader, paths } = await withAnnotations();
    await createRule(admin, { ...forReaders, objectUri: paths[0]! });
    await createRule(admin, { ...forReaders, objectUri: ALL });
    await admin.send(`${RULES}/default-2`, { method: "DELETE" });
    expect((await reader.send(paths[0]!)).status).toBe(200);
    expect((await reader.send(paths[1]!)).status).toBe(404);
    expect(await names(reader)).toEqual(["a"]);
  });

  it.each([
    ["a collection", ALL, "/annotations/**"],
    ["an operation", "/detection/stats", "/detection/**"],
  ])(
    "about %s take effect with the next request, and end with their expiry",
    async (_, target, objectUri) => {
      const { admin, reader, platform } = await withAnnotations();
      const statuses = async () => [(await reader.send(target)).status, (await admin.send(target)).status];
      // Later requests get kept decisions.
      for (let i = 0; i < 2; i++) expect(await statuses()).toEqual([200, 200]);
      const prohibition = { ...forReaders, type: "prohibit", objectUri };
      const expirationTimeStamp = "2026-03-01T12:01:00Z";
      const { headers } = await createRule(admin, { ...prohibition, expirationTimeStamp });
      expect(await statuses()).toEqual([403, 200]);
      platform.clock.time += 60_000;
      expect(await statuses()).toEqual([200, 200]);
      platform.clock.time -= 60_000;
      expect(await statuses()).toEqual([403, 200]);
      await admin.send(headers["location"]!, { method: "DELETE" });
      expect(await statuses()).toEqual([200, 200]);
      const lasting = await createRule(admin, prohibition);
      for (let i = 0; i < 2; i++) expect(await statuses()).toEqual([403, 200]);
      await admin.send(lasting.headers["location"]!, { method: "DELETE" });
      expect(await statuses()).toEqual([200, 200]);
    },
  );

  it("with filters decide anew after each change of the row", async () => {
    const { admin, reader, writer, paths } = await withAnnotations();
    const hidden = { type: "prohibit", objectUri: "/annotations/**", filter: "eq(name,'hidden')" };
    await createRule(admin, { ...forReaders, ...hidden });
    const statuses = [];
    for (const name of ["a", "hidden", "a"]) {
      expect((await put(writer, paths[0]!, name)).status).toBe(200);
      for (let i = 0; i < 2; i++) statuses.push((await reader.send(`${paths[0]!}/members`)).status);
    }
    expect(statuses).toEqual([200, 200, 404, 404, 200, 200]);
  });

  it("are decided once for a maximum number of paths", () => {
    const index = new RuleIndex();
    const cache = new AccessCache(index);
    const [first] = [cache.of("0")];
    for (let i = 0; i < MAX_RESULTS; i++) {
      cache.of(String(i));
      cache.setGranted(String(i), true, index.revision);
    }
    expect([cache.of("0") === first, cache.isGranted("0")]).toEqual([true, true]);
    cache.of("one more");
    cache.setGranted("one more", false, index.revision);
    expect(cache.of("0")).not.toBe(first);
    expect([cache.isGranted("0"), cache.isGranted("one more")]).toEqual([undefined, false]);
    // A decision by rules that have changed meanwhile is not kept.
    cache.setGranted("old", true, index.revision - 1);
    expect(cache.isGranted("old")).toBeUndefined();
  });

  it("cannot lock administrators out", async () => {
    const { admin, writer } = await withAnnotations();
    const permissions = ["read", "create", "update", "delete", "secure"];
    const { headers } = await createRule(admin, { ...prohibitAll, permissions });
    expect((await admin.send(ALL)).status).toBe(403);
    expect((await writer.send(ALL)).status).toBe(403);
    expect((await admin.send(RULES)).status).toBe(200);
    const decision = (await decideOn(admin, { request: { uri: RULES, method: "POST" } })).json;
    expect(decision.decision).toBe("granted");
    expect(decision.reason).toBe("Administrators can always use the authorization service.");
    expect((await admin.send(headers["location"]!, { method: "DELETE" })).status).toBe(204);
    expect((await admin.send(ALL)).status).toBe(200);
    // Also without any rule.
    for (const { id } of (await admin.send(`${RULES}?limit=100`)).json.items)
      expect((await admin.send(`${RULES}/${id}`, { method: "DELETE" })).status).toBe(204);
    expect([(await admin.send(RULES)).status, (await admin.send(ALL)).status]).toEqual([200, 403]);
    expect((await createRule(admin)).status).toBe(201);
  });

  it("about single items are limited by the condition of a page: 998 rules, and one more is refused", async () => {
    const { admin, reader, paths } = await withAnnotations();
    await admin.send(`${RULES}/default-2`, { method: "DELETE" });
    await createRule(admin, { ...forReaders, objectUri: ALL });
    await createRule(admin, { ...forReaders, objectUri: paths[0]! });
    for (let i = 1; i < 998; i++) await createRule(admin, { ...forReaders, objectUri: `${ALL}/x${i}` });
    expect(await names(reader)).toEqual(["a"]);
    await createRule(admin, { ...forReaders, objectUri: `${ALL}/one-more` });
    expect((await reader.send(ALL)).status).toBe(403);
    expect((await reader.send(paths[0]!)).status).toBe(200);
  });

  it("that do not fit the rows of a collection count against the caller, and never fail the server", async () => {
    const { admin, reader } = await withAnnotations();
    await createRule(admin, { ...forReaders, objectUri: "/**", filter: "eq(noSuchMember,1)" });
    expect(await names(reader)).toEqual(["a", "b", "c"]);
    const prohibition = { type: "prohibit", objectUri: "/**", filter: "eq(noSuchMember,2)" };
    await createRule(admin, { ...forReaders, ...prohibition });
    expect((await reader.send(ALL)).json.items).toEqual([]);
  });

  it("with conditions on a request decide anew for each request, and those on principals for each caller", async () => {
    const { admin, writer, reader } = await withAnnotations();
    await createRule(admin, { ...prohibitAll, condition: "eq(request.headers.x-test,'yes')" });
    const statuses = async (client: Client, target: string) => {
      const with_ = (value: string) => client.statusOf(target, { headers: { "x-test": value } });
      return [await with_("no"), await with_("yes"), await with_("no"), (await client.send(target)).status];
    };
    // Without the header field, the condition is unknown.
    for (const target of [ALL, "/detection/stats"])
      expect(await statuses(writer, target)).toEqual([200, 403, 200, 403]);
    const items = (await admin.send(`${RULES}?type=prohibit`)).json.items as { id: string }[];
    await admin.send(`${RULES}/${items[0]!.id}`, { method: "DELETE" });
    await createRule(admin, { ...prohibitAll, condition: "contains(principals.name,'reader')" });
    for (let i = 0; i < 2; i++)
      expect([await reader.statusOf(ALL), await writer.statusOf(ALL)]).toEqual([403, 200]);
  });

  it("about members of one annotation also hold in lookups", async () => {
    const { admin, reader, paths } = await withAnnotations();
    const ids = paths.map((path) => path.split("/").at(-1)!);
    const found = async () => {
      const selection = { type: SELECTION, json: { resources: ids } };
      const { json } = await reader.send("/annotations/members", selection);
      return json.items.map(({ annotationId }: { annotationId: string }) => ids.indexOf(annotationId)).sort();
    };
    expect(await found()).toEqual([0, 1, 2]);
    const hide = (others: object) => createRule(admin, { ...forReaders, type: "prohibit", ...others });
    await hide({ objectUri: `${paths[0]!}/members/**` });
    expect(await found()).toEqual([1, 2]);
    const member = (await admin.send(`${paths[1]!}/members`)).json.items[0];
    await hide({ objectUri: `${paths[1]!}/members/${member.id}` });
    expect(await found()).toEqual([2]);
    await hide({ objectUri: `${paths[2]!}/members/*`, filter: "eq(resourceUri,'/t/2')" });
    expect(await found()).toEqual([2]);
  });
});
