import { describe, expect, it } from "vitest";
import { authorization } from "tamis/families";
import {
  connectAll,
  CONTEXT_TYPE,
  createRule,
  decideOn,
  DECISIONS,
  rule,
  RULE_TYPE,
  RULES,
  VALIDATIONS,
} from "./authorization-client.ts";
import { codeOf, sqliteOpener, startPlatform, tokenOf, valuesOf } from "./platform-fixture.ts";
import type { Client } from "./platform-fixture.ts";

const user = (name: string) => ({ type: "user", name });
const group = (name: string) => ({ type: "group", name });

describe("rules", () => {
  it("are created, read, changed under a condition, and deleted", async () => {
    const { admin } = await connectAll();
    const stated = { reason: "Because.", expirationTimeStamp: "2027-01-01T00:00:00Z" };
    const created = await createRule(admin, stated);
    expect(created.status).toBe(201);
    expect(created.headers["content-type"]).toBe(RULE_TYPE);
    const path = created.headers["location"]!;
    expect(path).toBe(`${RULES}/${created.json.id}`);
    const shown = { ...rule(), reason: "Because.", enabled: true, version: 1, createdBy: "root" };
    expect(created.json).toMatchObject(shown);
    expect(Object.keys(created.json)).toEqual(
      expect.arrayContaining(Object.keys(authorization.resources.rule.catalog.definition.members)),
    );
    expect(created.json).not.toHaveProperty("digest");
    const put = (tag: string | undefined, json: object) => {
      const headers = tag === undefined ? {} : { "if-match": tag };
      return admin.send(path, { method: "PUT", type: RULE_TYPE, json, headers });
    };
    const tag = created.headers["etag"]!;
    expect(codeOf(await put(undefined, rule()))).toEqual([428, 10720]);
    const changed = await put(tag, rule({ enabled: false }));
    expect([changed.status, changed.json.enabled]).toEqual([200, false]);
    expect(codeOf(await put(tag, rule()))).toEqual([412, 10722]);
    const disabled = await admin.send(`${RULES}?filter=contains(permissions,'read')&enabled=false`);
    expect(disabled.json.count).toBe(1);
    expect((await admin.send(path, { method: "DELETE" })).status).toBe(204);
    expect((await admin.send(path)).status).toBe(404);
  });

  it("that say the same are a conflict, whatever the order of their permissions", async () => {
    const { admin } = await connectAll();
    expect((await createRule(admin, { permissions: ["read", "update"] })).status).toBe(201);
    const twin = await createRule(admin, { permissions: ["update", "read", "read"], description: "other" });
    expect([twin.status, twin.json.message]).toEqual([409, "Another rule does the same."]);
    expect((await createRule(admin, { permissions: ["update"] })).status).toBe(201);
  });

  const WRONG: readonly (readonly [string, object, string])[] = [
    ["type", { type: "allow" }, "The type is grant or prohibit."],
    ["type", { type: null }, "The type is"],
    ["principalType", { principalType: "team" }, "The principalType is"],
    ["principal", { principal: null }, "A rule for a group names it"],
    ["principal", { principalType: "everyone" }, "A rule for everyone has no principal."],
    ["permissions", { permissions: [] }, "A rule has at least one permission"],
    ["permissions", { permissions: ["reed"] }, "A rule has at least one permission"],
    ["objectUri", { objectUri: null }, "A rule has an objectUri, a containerUri, or both."],
    ["objectUri", { objectUri: "tables" }, 'begins with "/"'],
    ["objectUri", { objectUri: "/a/*/b" }, "only as its last segment"],
    ["objectUri", { objectUri: "/%zz" }, "percent-encoded"],
    ["objectUri", { objectUri: `/${"x".repeat(2_000)}` }, "at most 2000 characters"],
    ["objectUri", { objectUri: "/a".repeat(65) }, "at most 64 segments"],
    ["containerUri", { containerUri: "/a/**" }, "without a wildcard"],
    ["contentType", { contentType: "json" }, "a media type"],
    ["condition", { condition: "eq(request.method,'GET'" }, "from character 0 to 3"],
    ["condition", { condition: "eq(request.mehtod,'GET')" }, "from character 3 to 17"],
    ["condition", { condition: " " }, "The condition is empty."],
    ["condition", { condition: "request.uri" }, "from character 0"],
    ["filter", { objectUri: "/annotations/annotations/**", filter: "eq(nmae,'x')" }, "from character 3 to 7"],
    ["reason", { reason: "x".repeat(4_001) }, "at most 4000 characters"],
  ];
  it.each(WRONG)("with a wrong %s are refused: %j", async (member, others, message) => {
    const { admin } = await connectAll();
    const created = await createRule(admin, others);
    expect(created.status).toBe(400);
    const problems = created.json.errors as { pointer: string; message: string }[];
    expect(problems.map(({ pointer }) => pointer)).toContain(`/${member}`);
    expect(problems.map((each) => each.message).join()).toContain(message);
    const validated = await admin.send(`${VALIDATIONS}/rules`, { type: RULE_TYPE, json: rule(others) });
    expect([validated.status, validated.json.valid]).toEqual([200, false]);
    expect(validated.json.error.errors[0].message).toBe(problems[0]!.message);
  });

  it("at the limits of their lengths are accepted", async () => {
    const { admin } = await connectAll();
    const statuses = [
      await createRule(admin, { objectUri: `/${"x".repeat(1_999)}` }),
      await createRule(admin, { objectUri: "/a".repeat(64) }),
      await createRule(admin, { reason: "x".repeat(4_000), description: "😀".repeat(4_000) }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 201]);
  });
});

describe("decisions", () => {
  const decided = async (client: Client, context: object) => {
    const { status, json } = await decideOn(client, context);
    expect(status).toBe(200);
    return json;
  };
  const about = (uri: string, principals: object[] = [user("ann")], others: object = {}) => ({
    request: { uri, method: "GET" },
    principals,
    ...others,
  });
  const own = { principalType: "user", principal: "ann" };
  const everyone = { principalType: "everyone", principal: null };
  /** Removes the default rules, so that only those of a test decide. */
  const emptied = async () => {
    const clients = await connectAll();
    const { items } = (await clients.admin.send(`${RULES}?limit=100`)).json;
    for (const { id } of items) await clients.admin.send(`${RULES}/${id}`, { method: "DELETE" });
    return clients;
  };

  it("deny without a rule, grant with one, and prohibit whatever grants there are", async () => {
    const { admin } = await emptied();
    const forAnn = { ...own, objectUri: "/t/1" };
    const denied = { decision: "denied", permitted: false, rule: null };
    const reason = "No rule grants the permission.";
    expect(await decided(admin, about("/t/1"))).toMatchObject({ ...denied, reason });
    const grant = (await createRule(admin, { ...forAnn, reason: "Ann may." })).json;
    expect(await decided(admin, about("/t/1"))).toMatchObject({
      version: 1,
      uri: "/t/1",
      permission: "read",
      decision: "granted",
      permitted: true,
      rule: { id: grant.id, principal: "ann" },
      reason: "Ann may.",
      links: [{ rel: "rule", href: `${RULES}/${grant.id}` }],
    });
    await createRule(admin, { ...everyone, type: "prohibit", objectUri: "/**" });
    const prohibited = await decided(admin, about("/t/1"));
    const expected = { decision: "prohibited", permitted: false, rule: { type: "prohibit" } };
    expect(prohibited).toMatchObject(expected);
    expect(prohibited.explanation).toEqual([
      { ruleId: grant.id, type: "grant", applies: true, reason: "The rule applies." },
      expect.objectContaining({ type: "prohibit", applies: true }),
    ]);
  });

  it("name the most specific rule, which does not change the result", async () => {
    const { admin } = await emptied();
    const ids: string[] = [];
    const add = async (others: object) => void ids.push((await createRule(admin, others)).json.id);
    await add({ ...everyone, objectUri: null, containerUri: "/t" });
    await add({ ...everyone, objectUri: "/**" });
    await add({ ...everyone, objectUri: "/t/**" });
    await add({ ...everyone, objectUri: "/t/*" });
    await add({ ...everyone, objectUri: "/t/1" });
    await add({ principalType: "authenticatedUsers", principal: null, objectUri: "/t/1" });
    await add({ principalType: "group", principal: "g", objectUri: "/t/1" });
    await add({ ...own, objectUri: "/t/1" });
    await add({ ...own, objectUri: "/t/1", condition: "true" });
    for (const id of ids.toReversed()) {
      expect((await decided(admin, about("/t/1", [user("ann"), group("g")]))).rule.id).toBe(id);
      await admin.send(`${RULES}/${id}`, { method: "DELETE" });
    }
  });

  it("ignore disabled and expired rules, and say so", async () => {
    const { admin, platform } = await emptied();
    const forAnn = { ...own, objectUri: "/t/1" };
    await createRule(admin, { ...forAnn, enabled: false });
    const expiring = { permissions: ["read", "update"], expirationTimeStamp: "2026-03-01T12:00:10Z" };
    await createRule(admin, { ...forAnn, ...expiring });
    platform.clock.time += 9_999;
    expect((await decided(admin, about("/t/1"))).decision).toBe("granted");
    platform.clock.time += 1;
    const json = await decided(admin, about("/t/1"));
    expect(json.decision).toBe("denied");
    const reasons = json.explanation.map(({ reason }: { reason: string }) => reason).sort();
    expect(reasons).toEqual(["The rule has expired.", "The rule is disabled."]);
  });

  it("compare parameters only if the rule or the context says so", async () => {
    const { admin } = await emptied();
    await createRule(admin, { ...own, objectUri: "/t/1?a=1&b=2", matchParams: true });
    await createRule(admin, { ...own, objectUri: "/t/2?a=1" });
    await createRule(admin, { ...own, objectUri: "/t/3?a=1", matchParams: false });
    const request = { uri: "/t/1", method: "GET" };
    for (const [uri, others, decision] of [
      ["/t/1", {}, "denied"],
      ["/t/1?b=2&a=1&c=3", {}, "granted"],
      ["/t/1?b=2&a=2", {}, "denied"],
      ["/t/1", { request: { ...request, queryString: "a=1&b=2" } }, "granted"],
      ["/t/1", { request: { ...request, parameters: { a: "1", b: "2" } } }, "granted"],
      ["/t/2", {}, "granted"],
      ["/t/2", { matchParams: true }, "denied"],
      ["/t/2?a=1", { matchParams: true }, "granted"],
      ["/t/3", { matchParams: true }, "granted"],
    ] as const) {
      const actual = (await decided(admin, { ...about(uri), ...others })).decision;
      expect([uri, others, actual]).toEqual([uri, others, decision]);
    }
  });

  it("apply container rules to all that a container contains, and not to the container", async () => {
    const { admin } = await emptied();
    await createRule(admin, { ...own, objectUri: null, containerUri: "/folders/1" });
    const german = { containerUri: "/folders/2", condition: "eq(request.locale,'de')" };
    await createRule(admin, { ...own, objectUri: "/reports/**", ...german });
    for (const [uri, containerUri, locale, decision] of [
      ["/folders/1", undefined, "de", "denied"],
      ["/folders/1/members/2", undefined, "de", "granted"],
      ["/reports/1", undefined, "de", "denied"],
      ["/reports/1", "/folders/1", "de", "granted"],
      ["/reports/1", "/folders/1/folders/3", "de", "granted"],
      ["/reports/1", "/folders/2", "de", "granted"],
      ["/reports/1", "/folders/2", "en", "denied"],
      ["/tables/1", "/folders/2", "de", "denied"],
      ["/tables/1", "/folders/9,/folders/1", "de", "granted"],
    ] as const) {
      const parameters = containerUri === undefined ? null : { containerUri };
      const context = { request: { uri, method: "GET", locale }, principals: [user("ann")], parameters };
      const actual = (await decided(admin, context)).decision;
      expect([uri, containerUri, actual]).toEqual([uri, containerUri, decision]);
    }
  });

  it("compare media types without case and parameters", async () => {
    const { admin } = await emptied();
    const forAnn = { ...own, objectUri: "/t/1" };
    await createRule(admin, { ...forAnn, contentType: "application/json" });
    await createRule(admin, { ...forAnn, acceptType: "text/csv", acceptItemType: "application/json" });
    const of = async (others: object) => {
      const request = { uri: "/t/1", method: "GET", ...others };
      return (await decided(admin, { request, principals: [user("ann")] })).decision;
    };
    expect(await of({})).toBe("denied");
    expect(await of({ contentType: "Application/JSON; charset=utf-8" })).toBe("granted");
    expect(await of({ headers: { Accept: "text/html, text/csv;q=0.5" } })).toBe("denied");
    const headers = { Accept: "text/html, text/csv;q=0.5", "Accept-Item": "application/json" };
    expect(await of({ headers })).toBe("granted");
  });

  it("count unknown conditions against the caller", async () => {
    const { admin } = await emptied();
    const condition = "eq(request.remoteIp,'10.0.0.1')";
    await createRule(admin, { ...own, condition, objectUri: "/t/1" });
    await createRule(admin, { ...own, objectUri: "/t/2" });
    await createRule(admin, { ...own, condition, objectUri: "/t/2", type: "prohibit" });
    for (const [uri, decisions] of [
      ["/t/1", ["denied", "granted", "denied"]],
      ["/t/2", ["prohibited", "prohibited", "granted"]],
    ] as const) {
      const actual = [];
      for (const remoteIp of [undefined, "10.0.0.1", "10.0.0.2"]) {
        const context = { request: { uri, method: "GET", remoteIp }, principals: [user("ann")] };
        actual.push((await decided(admin, context)).decision);
      }
      expect([uri, actual]).toEqual([uri, decisions]);
    }
  });

  it("take the permission from the method, and answer for each named resource", async () => {
    const { admin } = await emptied();
    await createRule(admin, { ...own, objectUri: "/t/**", permissions: ["delete"] });
    const json = await decided(admin, {
      request: { uri: "https://host.example/t/1#x", method: "DELETE" },
      principals: [user("ann")],
      eachNamed: { mine: "/t/2", other: "/u/1" },
    });
    expect([json.uri, json.permission, json.decision]).toEqual(["/t/1", "delete", "granted"]);
    expect(json.eachNamed).toMatchObject({
      mine: { decision: "granted" },
      other: { decision: "denied", uri: "/u/1" },
    });
  });

  it("treat all spellings of a path alike", async () => {
    const { admin } = await emptied();
    await createRule(admin, { ...own, objectUri: "/t/a%20b/" });
    for (const uri of ["/t/a%20b", "/%74/a%20b", "/t/a b", "/t/a%20b/"])
      expect((await decided(admin, about(uri))).decision).toBe("granted");
    for (const uri of ["/t/A%20b", "/t/a+b", "/t%2Fa%20b"])
      expect((await decided(admin, about(uri))).decision).toBe("denied");
  });

  it("are open to each caller about itself, without the rules", async () => {
    const { writer, reader } = await connectAll();
    const update = { request: { uri: "/annotations/annotations", method: "POST" } };
    const permitted = { permitted: true, rule: null, explanation: null, links: [] };
    expect(await decided(writer, update)).toMatchObject(permitted);
    expect(await decided(reader, update)).toMatchObject({ permitted: false, decision: "denied" });
    expect((await decideOn(writer, { ...update, principals: [user("ann")] })).status).toBe(403);
    expect((await decideOn(writer, { ...update, principals: [group("writers")] })).status).toBe(200);
  });

  it("refuse contexts that are wrong, with each problem", async () => {
    const { admin } = await connectAll();
    const users = Array.from({ length: 101 }, (_, i) => `u${i}`);
    const wrong: readonly (readonly [object, string])[] = [
      [{}, "/request/uri"],
      [{ request: { uri: "t", method: "GET" } }, "/request/uri"],
      [{ request: { uri: "/%00", method: "GET" } }, "/request/uri"],
      [{ request: { uri: "/t" } }, "/permission"],
      [{ request: { uri: "/t" }, permission: "fly" }, "/permission"],
      [about("/t", [{ name: "x" }]), "/principals/0/type"],
      [about("/t", [{ type: "user" }]), "/principals/0/name"],
      [about("/t", users.map(user)), "/principals"],
      [{ ...about("/t"), eachNamed: { "a/b": "x" } }, "/eachNamed/a~1b"],
      [{ ...about("/t"), eachNamed: Object.fromEntries(users.map((name) => [name, "/t"])) }, "/eachNamed"],
      [{ ...about("/t"), parameters: { containerUri: "x" } }, "/parameters/containerUri"],
      [{ request: { uri: 1 } }, "/request/uri"],
    ];
    for (const [context, pointer] of wrong) {
      const { status, json } = await decideOn(admin, context);
      const pointers = json.errors.map((each: { pointer: string }) => each.pointer);
      expect([status, pointers]).toEqual([400, expect.arrayContaining([pointer])]);
    }
    expect((await decideOn(admin, about("/t", users.slice(1).map(user)))).status).toBe(200);
  });

  it("negotiate media types with the codes of the platform", async () => {
    const { admin } = await connectAll();
    const json = about("/t");
    const send = (parts: object) => admin.send(DECISIONS, { type: CONTEXT_TYPE, json, ...parts });
    const accept = (value: string) => send({ headers: { accept: value } });
    const media = "application/vnd.vendor.authorization.decision+json";
    expect((await send({})).headers["content-type"]).toBe(media);
    expect(codeOf(await accept("text/html"))).toEqual([406, 10712]);
    expect(codeOf(await accept(`${media};version=0`))).toEqual([400, 10713]);
    expect(codeOf(await send({ type: `${CONTEXT_TYPE};version=2` }))).toEqual([400, 10713]);
    expect((await send({ type: "text/plain" })).status).toBe(415);
  });
});

describe("validations", () => {
  const condition = (client: Client, body: string) =>
    client.send(`${VALIDATIONS}/conditions`, { type: "text/plain", body });

  it("of conditions return the errors with their positions and fixes", async () => {
    const { reader } = await connectAll();
    const right = await condition(reader, "and(eq(request.method,'GET'),contains(principals.name,'ann'))");
    expect(right.headers["content-type"]).toBe("application/vnd.vendor.validation+json");
    expect(right.json).toEqual({ version: 1, valid: true, error: null, links: [] });
    const wrong = await condition(reader, "eq(request.method,'GET'");
    expect(wrong.status).toBe(200);
    expect(wrong.json).toMatchObject({
      valid: false,
      error: {
        message: "The condition is not valid.",
        httpStatusCode: 400,
        errors: [{ remediation: "Add )", diagnostic: { code: "missing-parenthesis", from: 0, to: 3 } }],
      },
    });
    for (const text of ["", "eq(", "nonsense", "x".repeat(4_001), "eq(request.uri,'\0')"])
      expect((await condition(reader, text)).json.valid).toBe(false);
  });

  it("of rules report duplicates, current tags, and rules that do not exist", async () => {
    const { admin } = await connectAll();
    const created = await createRule(admin);
    const one = `${VALIDATIONS}/rules/${created.json.id}`;
    const put = (headers: Record<string, string>, json: object = rule(), path = one) =>
      admin.send(path, { method: "PUT", type: RULE_TYPE, json, headers });
    const etag = created.headers["etag"]!;
    const post = (json: object) => admin.send(`${VALIDATIONS}/rules`, { type: RULE_TYPE, json });
    expect((await post(rule())).json).toMatchObject({ valid: false, error: { httpStatusCode: 409 } });
    expect((await post(rule({ principal: "others" }))).json.valid).toBe(true);
    expect(codeOf(await put({}))).toEqual([428, 10720]);
    expect(codeOf(await put({ "if-match": '"x"' }))).toEqual([412, 10722]);
    expect((await put({ "if-match": etag })).json.valid).toBe(true);
    expect((await put({ "if-match": "*" }, rule({ type: "x" }))).json.valid).toBe(false);
    const unknown = await put({ "if-match": etag }, rule(), `${VALIDATIONS}/rules/x`);
    expect(unknown.json).toMatchObject({ valid: false, error: { httpStatusCode: 404 } });
    expect((await admin.send(one, { method: "DELETE" })).json.valid).toBe(true);
    const gone = await admin.send(`${VALIDATIONS}/rules/x`, { method: "DELETE" });
    expect(gone.json).toMatchObject({ valid: false, error: { httpStatusCode: 404 } });
    expect((await admin.send(`${RULES}/${created.json.id}`)).status).toBe(200);
  });
});

describe("a restart", () => {
  it("keeps the rules, and does not add the default rules again", async () => {
    const open = sqliteOpener();
    const first = await startPlatform({ storage: await open() });
    const { admin } = await connectAll(first);
    await admin.send(`${RULES}/default-2`, { method: "DELETE" });
    const { json } = await createRule(admin, { condition: "eq(request.method,'GET')" });
    await first.close();
    const platform = await startPlatform({ storage: await open() });
    const token = await tokenOf(platform, "root", "VendorAdministrators");
    const ids = valuesOf(await platform.send(`${RULES}?limit=100`, { token }), "id");
    expect(ids.sort()).toEqual(["default-1", "default-3", "default-4", "default-5", json.id].sort());
  });
});
