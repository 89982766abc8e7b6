import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { defineCatalog, type Catalog } from "tamis";
import { type HttpHandler } from "tamis/http";
import { countOf } from "../../effort.ts";
import { VersionChain } from "../crashes/version-chain.ts";
import { send, sendJson } from "../request.ts";
import { serve } from "../serve.ts";
import { STORES, TYPED_MEMBERS, type StoreFixture } from "../stores/store-fixtures.ts";
import { ANY_CHARACTER } from "../../properties/any-character.ts";

const catalog: Catalog = defineCatalog({
  name: "items",
  key: "id",
  defaultSort: ["id"],
  members: {
    id: "string",
    name: "string",
    group: "string",
    ...TYPED_MEMBERS,
    labels: { type: "map", values: "number" },
    owner: { type: "object", members: { name: "string", since: "dateTime" } },
    free: { type: "object", members: {} },
  },
});

const fixtures: StoreFixture[] = [];
const services: HttpHandler[] = [];

beforeAll(async () => {
  for (const [, open] of STORES) {
    const fixture = await open(catalog, { unique: [["group"]] });
    fixtures.push(fixture);
    services.push(serve({ path: "/items", store: fixture.store }));
  }
});
afterAll(async () => {
  for (const fixture of fixtures) await fixture.end();
});

const text = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 6 }),
  fc.constantFrom("a", "A", "ä", "", " ", "__proto__"),
);
const double = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom(-0, 0.1, 1e300, 5e-324, 1e21, 12345678901234567000),
);
const integer = fc.oneof(
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
  fc.integer().map(String),
  fc.constantFrom("-0", "1e3", "1.0", "9007199254740993", "-9223372036854775808", "9223372036854775807"),
);
const instant = fc
  .date({ min: new Date(-62_135_596_800_000), max: new Date(253_402_300_799_999), noInvalidDate: true })
  .map((date) => date.toISOString());
const json = (value: fc.Arbitrary<unknown>) => value.map((each) => JSON.stringify(each));
const member = fc.oneof(
  fc.tuple(fc.constant("name"), json(text)),
  fc.tuple(fc.constant("group"), json(fc.constantFrom("g", "h", null))),
  fc.tuple(fc.constant("size"), integer),
  fc.tuple(fc.constant("ratio"), fc.oneof(json(double), integer)),
  fc.tuple(fc.constant("done"), json(fc.boolean())),
  fc.tuple(fc.constant("day"), json(instant.map((each) => each.slice(0, 10)))),
  fc.tuple(fc.constant("at"), json(instant.map((each) => each.slice(11)))),
  fc.tuple(fc.constant("changed"), json(instant)),
  fc.tuple(fc.constant("tags"), json(fc.array(fc.oneof(text, fc.constant(null)), { maxLength: 3 }))),
  fc.tuple(fc.constant("labels"), json(fc.dictionary(text, double, { maxKeys: 3 }))),
  fc.tuple(fc.constant("owner"), json(fc.record({ name: text, since: instant }, { requiredKeys: [] }))),
  fc.tuple(fc.constantFrom("name", "size", "tags", "owner", "free"), json(fc.jsonValue())),
  fc.tuple(fc.constantFrom("name", "size", "tags", "owner", "unknown"), fc.constant("null")),
);
const body = fc.array(member, { maxLength: 6 }).map((members) => {
  const entries = [...new Map(members)].map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  return { entries, text: `{${entries.join()}}` };
});
const IDS = ["a", "b", "ä/%", "A"];
const EMPTY = Object.fromEntries([...catalog.members.byName.keys()].map((name) => [name, null]));
const step = fc.record({
  method: fc.constantFrom("POST", "PUT", "PATCH", "PUT", "PATCH", "DELETE"),
  id: fc.constantFrom(...IDS),
  condition: fc.constantFrom("current", "current", "current", "*", "other"),
  body,
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

it("random changes get the same responses from rows in memory, SQLite and PostgreSQL", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20, size: "max" }), async (steps) => {
      for (const { store } of fixtures) {
        for (const id of IDS) await store.delete(id, "any");
        for (const id of IDS.slice(1)) await store.create({ ...EMPTY, id });
      }
      for (const each of steps) {
        const responses = await Promise.all(services.map((service) => change(service, each)));
        expect(responses[1]).toEqual(responses[0]);
        expect(responses[2]).toEqual(responses[0]);
      }
      const pages = await Promise.all(services.map((service) => send(service, "/items?limit=20")));
      expect(pages[1]!.json).toEqual(pages[0]!.json);
      expect(pages[2]!.json).toEqual(pages[0]!.json);
    }),
    { numRuns: countOf("http/writing/same-responses: runs") },
  );
}, 1_800_000);

async function change(service: HttpHandler, { method, id, condition, body: { entries, text: whole } }: Step) {
  const path = `/items/${encodeURIComponent(id)}`;
  const read =
    condition === "current" && method !== "POST" ? (await send(service, path)).headers["etag"] : undefined;
  const tag = condition === "current" ? read : condition === "*" ? "*" : '"other"';
  const withKey = `{${[`"id":${JSON.stringify(id)}`, ...entries].join()}}`;
  const response = await send(service, method === "POST" ? "/items" : path, {
    method,
    headers: { "content-type": "application/json", ...(tag === undefined ? {} : { "if-match": tag }) },
    ...(method === "DELETE" ? {} : { body: method === "POST" ? withKey : whole }),
  });
  const { status, body: content, json } = response;
  // Errors have an identifier of their own.
  return { status, body: status < 300 ? content : [json.message, json.errors] };
}

it.each(STORES.map(([name], i) => [name, i] as const))(
  "conditional PUTs of 64 clients form one chain of entity tags in %s",
  async (_name, i) => {
    const service = services[i]!;
    const path = "/items/chain";
    await send(service, path, { method: "DELETE" });
    const created = await sendJson(service, "POST", "/items", { id: "chain", name: "", size: 0 });
    const chain = new VersionChain();
    chain.seen(created.headers["etag"]!, "");
    await Promise.all(
      Array.from({ length: 64 }, async () => {
        for (let put = 0; put < 5; put++) {
          const { headers, json } = await send(service, path);
          const previous = headers["etag"]!;
          chain.seen(previous, json.name);
          const row = { name: previous, size: Number(json.size) + 1 };
          const response = await sendJson(service, "PUT", path, row, { headers: { "if-match": previous } });
          expect([200, 412]).toContain(response.status);
          if (response.status === 200) chain.acknowledged(response.headers["etag"]!, previous);
        }
      }),
    );
    const last = await send(service, path);
    expect(chain.verify(last.headers["etag"]!)).toBe(chain.acknowledgedCount);
    expect(last.json.size).toBe(chain.acknowledgedCount);
  },
);
