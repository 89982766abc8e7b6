import { describe, expect, it } from "vitest";
import { annotations } from "tamis/families";
import { connectTo, SECRET, startPlatform, codeOf, valuesOf, relsOf, linkOf } from "./platform-fixture.ts";
import { ALL, create, MEMBER, SELECTION, TYPE } from "./annotations-fixture.ts";
import { isTried } from "../../../test/effort.ts";
import { memoryStorage } from "../src/storage/storage.ts";
import type { Answer, Client, Parts, TestPlatform } from "./platform-fixture.ts";

const connect = async (platform?: TestPlatform) => connectTo(platform ?? (await startPlatform()));

const addMember = ({ send }: Client, id: string, body: object) =>
  send(`${ALL}/${id}/members`, { type: MEMBER, json: body });
const put = ({ send }: Client, id: string, body: object, headers: Parts["headers"] = {}) =>
  send(`${ALL}/${id}`, { method: "PUT", type: TYPE, json: body, headers });

describe("annotations", () => {
  it("are created with the published fields and header fields, and listed by name", async () => {
    const client = await connect();
    const created = await create(client, {
      domain: "d",
      name: "b",
      label: "B",
      id: "mine",
      createdBy: "nobody",
    });
    expect(created.status).toBe(201);
    expect(created.headers).toMatchObject({
      location: `${ALL}/${created.json.id}`,
      etag: expect.stringMatching(/^"/),
      "last-modified": expect.stringContaining("GMT"),
    });
    expect(created.json).toMatchObject({
      domain: "d",
      name: "b",
      label: "B",
      description: null,
      version: 1,
      createdBy: "c",
    });
    expect(created.json.id).not.toBe("mine");
    expect(relsOf(created.json)).toEqual(expect.arrayContaining(["self", "members", "update", "delete"]));
    await create(client, { domain: "d", name: "a" });
    const { json } = await client.send(ALL);
    expect(json).toMatchObject({ name: "annotations", start: 0, limit: 10, count: 2 });
    expect(valuesOf({ json }, "name")).toEqual(["a", "b"]);
  });

  it("are found by the language, and sorted by name only", async () => {
    const client = await connect();
    await create(client, { domain: "d", name: "Straße" });
    expect((await client.send(`${ALL}?filter=contains($primary,name,'STRASSE')`)).json.count).toBe(1);
    expect((await client.send(`${ALL}?sortBy=name:descending`)).status).toBe(200);
    expect((await client.send(`${ALL}?sortBy=label`)).status).toBe(400);
    expect((await client.send(`${ALL}?filter=eq(nmae,'x')`)).json.remediation).toContain("eq(name,'x')");
  });

  it("of one resource are found by resourceUri, and keep it in links", async () => {
    const client = await connect();
    for (let i = 0; i < 3; i++) {
      const { json } = await create(client, { domain: "d", name: `n${i}` });
      await addMember(client, json.id, { resourceUri: i < 2 ? "/tables/1" : "/tables/2", value: "v" });
    }
    const { json } = await client.send(`${ALL}?resourceUri=/tables/1&limit=1`);
    expect(json.count).toBe(2);
    expect((await client.send(linkOf(json, "next"))).json.items[0].name).toBe("n1");
    const selected = await client.send(ALL, {
      type: SELECTION,
      json: { resources: ["/tables/1", "/tables/2"] },
    });
    expect(selected.json.count).toBe(3);
    expect((await client.send(`${ALL}?resourceUri=/tables/3`)).json.count).toBe(0);
  });

  it("of one resource are found by resourceUri in each kind of query, also after new members", async () => {
    const client = await connect();
    const add = async (name: string, resourceUri: string) => {
      await addMember(client, (await create(client, { domain: "d", name })).json.id, { resourceUri });
    };
    const query = "resourceUri=/t%3Fx&limit=1";
    const form = { type: "application/x-www-form-urlencoded", body: query };
    await add("other", "/t");
    for (const count of [1, 2]) {
      await add(`n${count}`, "/t?x");
      for (let i = 0; i < 3; i++) expect((await client.send(`${ALL}?${query}`)).json.count).toBe(count);
    }
    for (const { json } of [
      await client.send(`${ALL}?cursor=&${query}`),
      await client.send(`${ALL}/@query`, form),
      await client.send(ALL, { ...form, method: "QUERY" }),
    ])
      expect((await client.send(linkOf(json, "next"))).json).toMatchObject({
        count: 2,
        items: [{ name: "n2" }],
      });
    const below = (path: string) => client.send(`${ALL}/${path}resourceUri=/t%3Fx`);
    expect((await below("@groups?by=domain&")).json.items).toEqual([{ domain: "d", count: 2 }]);
    expect((await below("@rows?")).text.trim().split("\n")).toHaveLength(2);
    expect((await below("@changes?")).status).toBe(400);
  });

  it("keep their members below them, and take them along when they are deleted", async () => {
    const client = await connect();
    const [one, two] = [await create(client, { name: "1" }), await create(client, { name: "2" })];
    const member = await addMember(client, one.json.id, {
      resourceUri: "/t/1",
      resourceType: "table",
      value: "v",
      annotationId: "other",
    });
    expect(member.status).toBe(201);
    expect(member.json.annotationId).toBe(one.json.id);
    const path = `${ALL}/${one.json.id}/members/${member.json.id}`;
    expect(member.headers["location"]).toBe(path);
    expect((await client.send(path)).json.value).toBe("v");
    const elsewhere = await client.send(`${ALL}/${two.json.id}/members/${member.json.id}`);
    expect(codeOf(elsewhere)).toEqual([404, 16303]);
    const found = await client.send("/annotations/members", {
      type: SELECTION,
      json: { resources: [one.json.id, two.json.id] },
    });
    expect(found.json.count).toBe(1);
    const changed = await client.send(path, {
      method: "PUT",
      type: MEMBER,
      json: { resourceUri: "/t/2", value: "w" },
      headers: { "if-match": member.headers["etag"]! },
    });
    expect(changed.json).toMatchObject({ annotationId: one.json.id, value: "w" });
    await client.send(`${ALL}/${one.json.id}`, { method: "DELETE", headers: { "if-match": "*" } });
    const gone = await client.send("/annotations/members", {
      type: SELECTION,
      json: { resources: [one.json.id] },
    });
    expect(codeOf(gone)).toEqual([400, 16307]);
  });
});

/** Requests that provoke each error of the family, with the id of an annotation. `16300` is for a status of an item, and annotations have none. */
const ERRORS: readonly (readonly [number, number, (client: Client, id: string) => Promise<Answer>])[] = [
  [16301, 400, ({ send }) => send(ALL, { type: TYPE, body: "null" })],
  [16302, 400, ({ send }) => send(ALL, { type: TYPE, body: " " })],
  [16303, 404, ({ send }, id) => send(`${ALL}/${id}/members/x`)],
  [16304, 404, ({ send }) => send(`${ALL}/x`)],
  [16305, 428, (client, id) => put(client, id, { name: "m" })],
  [16306, 412, (client, id) => put(client, id, { name: "m" }, { "if-match": '"x"' })],
  [16307, 400, ({ send }) => send("/annotations/members", { type: SELECTION, json: { resources: ["x"] } })],
  [16308, 400, (client, id) => addMember(client, id, { value: "x".repeat(4_001) })],
  [16309, 400, (client) => create(client, { domain: "x".repeat(256) })],
  [16310, 400, (client) => create(client, { name: "x".repeat(256) })],
  [16311, 400, (client) => create(client, { description: "x".repeat(4_001) })],
  [16312, 400, (client) => create(client, { label: "x".repeat(256) })],
  [16313, 400, (client, id) => addMember(client, id, { resourceType: "x".repeat(256) })],
  [16314, 400, (client) => create(client, { domain: "d", name: "n" })],
  [16315, 400, (client, id) => addMember(client, id, { resourceUri: "x".repeat(2_001) })],
];

describe("errors of annotations", () => {
  it.each(ERRORS)("%i has the status %i", async (code, status, provoke) => {
    const client = await connect();
    const { id } = (await create(client, { domain: "d", name: "n" })).json;
    const { status: given, json } = await provoke(client, id as string);
    expect([given, json.errorCode, json.httpStatusCode]).toEqual([status, code, status]);
    const published = annotations.errors.find((each) => each.code === code)!;
    expect(published.status).toContain(status);
  });

  it("cover all codes of the family but 16300", () => {
    const covered = new Set<unknown>(ERRORS.map(([code]) => code));
    const codes = annotations.errors.map(({ code }) => code);
    expect(codes.filter((code) => !covered.has(code))).toEqual([16300]);
  });

  it("accept the longest values", async () => {
    const client = await connect();
    // Each character is two UTF-16 units.
    const [domain, name] = ["🙂".repeat(255), "🙂".repeat(255)];
    const longest = { domain, name, label: "l".repeat(255), description: "d".repeat(4_000) };
    expect((await create(client, longest)).status).toBe(201);
  });
});

describe("links", () => {
  it("of a selection have the method POST, and its pages have each row once", async () => {
    const client = await connect(await startPlatform({ sample: true }));
    const json = { resources: ["/tables/places", "/tables/rivers", "/tables/places/columns/name"] };
    const names: unknown[] = [];
    let target: string | undefined = `${ALL}?limit=1`;
    while (target !== undefined) {
      const page: Answer = await client.send(target, { type: SELECTION, json });
      names.push(...valuesOf(page, "name"));
      const next = page.json.links.find(({ rel }: { rel: string }) => rel === "next");
      expect(new Set(page.json.links.map(({ method }: { method: string }) => method))).toEqual(
        new Set(["POST"]),
      );
      target = next?.href;
    }
    expect(names).toEqual(["complete", "owner", "source", "unique"]);
  });

  it("of members in a lookup lead to the members below their annotations", async () => {
    const client = await connect(await startPlatform({ sample: true }));
    const all = valuesOf(await client.send(ALL), "id");
    const { json } = await client.send("/annotations/members?limit=3", {
      type: SELECTION,
      json: { resources: all },
    });
    for (const { links, value } of json.items)
      expect((await client.send(links[0].href)).json.value).toBe(value);
  });
});

describe("limits of lookups", () => {
  it.runIf(isTried("apps/platform/test/annotations: limits of lookups"))(
    "are 900 resources and 900 annotations",
    async () => {
      const client = await connect();
      const resources = Array.from({ length: 901 }, (_, i) => `/t/${i}`);
      const lookUp = async (json: object, target = ALL) =>
        (await client.send(target, { type: SELECTION, json })).status;
      expect(await lookUp({ resources: resources.slice(1) })).toBe(200);
      expect(await lookUp({ resources })).toBe(400);
      for (let i = 0; i < 901; i++) {
        const { json } = await create(client, { name: `n${i}` });
        await addMember(client, json.id, { resourceUri: i < 900 ? "/many" : "/more" });
      }
      expect((await client.send(`${ALL}?resourceUri=/many`)).json.count).toBe(900);
      expect(await lookUp({ resources: ["/many", "/more"] })).toBe(400);
    },
  );
});

describe("hostile requests", () => {
  it("get an error of the client, never of the server", async () => {
    const client = await connect(await startPlatform({ onError: (error) => expect.fail(String(error)) }));
    const targets = [
      `${ALL}?resourceUri=%00`,
      `${ALL}?resourceUri=%ed%a0%80`,
      `${ALL}?resourceUri=a&resourceUri=b`,
      `${ALL}?resourceUri=a&limit=x`,
      `${ALL}?resourceUri=a&filter=eq(`,
      `${ALL}/%00`,
      `${ALL}/%00/members`,
      `${ALL}/%2e%2e/members`,
      `${ALL}/__proto__/members/constructor`,
    ];
    const statuses = [];
    for (const target of targets) statuses.push((await client.send(target)).status);
    expect(statuses).toEqual([200, 400, 400, 400, 400, 404, 404, 404, 404]);
    const lists = ["1", "[]", "[1]", '["\\u0000"]'].map((resources) => `{"resources":${resources}}`);
    for (const body of ["", "null", "[]", "{", ...lists])
      for (const target of [ALL, "/annotations/members"])
        expect((await client.send(target, { type: SELECTION, body })).status).toBe(400);
  });

  it("get 500 without details if the storage fails", async () => {
    const storage = memoryStorage();
    const errors: unknown[] = [];
    const platform = await startPlatform({
      onError: (error) => void errors.push(error),
      storage: {
        ...storage,
        open: async (catalog, options) => {
          const store = await storage.open(catalog, options);
          if (catalog.name !== "clients") return store;
          return { ...store, read: () => Promise.reject(new Error("the disk is full")) };
        },
      },
    });
    const answer = await platform.token("c", SECRET);
    expect([answer.status, answer.text.includes("disk")]).toEqual([500, false]);
    expect(errors).toHaveLength(1);
  });
});
