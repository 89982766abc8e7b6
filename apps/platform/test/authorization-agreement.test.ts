import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL, TYPE } from "./annotations-fixture.ts";
import { countOf } from "../../../test/effort.ts";
import {
  connectAll,
  CONTEXT_TYPE,
  DECISIONS,
  JOBS,
  RULE_TYPE,
  RULES,
  VALIDATIONS,
} from "./authorization-client.ts";
import { startPlatform } from "./platform-fixture.ts";
import type { Client } from "./platform-fixture.ts";

const ITEMS = ["a", "b", "c"];
const PLACES = [
  { objectUri: "/**" },
  { objectUri: "/annotations/**" },
  { objectUri: "/annotations/*" },
  { objectUri: ALL },
  { objectUri: `${ALL}/*` },
  { objectUri: `${ALL}/**` },
  { containerUri: "/annotations" },
  { containerUri: ALL },
  ...ITEMS.flatMap((_, i) => [
    { item: i, suffix: "" },
    { item: i, suffix: "/**" },
  ]),
];

const ruleArbitrary = fc.record({
  type: fc.constantFrom("grant", "grant", "prohibit"),
  principal: fc.constantFrom(
    { principalType: "everyone" },
    { principalType: "authenticatedUsers" },
    { principalType: "group", principal: "writers" },
    { principalType: "client", principal: "writer" },
    { principalType: "client", principal: "reader" },
  ),
  permissions: fc.subarray(["read", "update", "create"], { minLength: 1 }),
  place: fc.constantFrom(...PLACES),
  filter: fc.constantFrom(null, null, null, "eq(domain,'even')", "eq(description,'x')"),
  condition: fc.constantFrom(null, null, null, "contains(principals.type,'group')", "eq(permission,'read')"),
});

describe("decisions and the platform", () => {
  it("agree about each page, item and change, for random rules", async () => {
    const { admin, writer, reader } = await connectAll();
    const paths: string[] = [];
    for (const [i, name] of ITEMS.entries()) {
      const json = { domain: i % 2 === 0 ? "even" : "odd", name };
      paths.push((await writer.send(ALL, { type: TYPE, json })).headers["location"]!);
    }
    const removeRules = async () => {
      for (const { id } of (await admin.send(`${RULES}?limit=100`)).json.items)
        await admin.send(`${RULES}/${id}`, { method: "DELETE" });
    };
    const principals = new Map([
      [
        writer,
        [
          { type: "client", name: "writer" },
          { type: "group", name: "writers" },
        ],
      ],
      [reader, [{ type: "client", name: "reader" }]],
    ]);
    const decide = async (client: Client, uri: string, method: string) => {
      const json = { request: { uri, method }, principals: principals.get(client) };
      return (await admin.send(DECISIONS, { type: CONTEXT_TYPE, json })).json.permitted as boolean;
    };
    const seen = { shown: 0, hidden: 0, changed: 0, refused: 0, closed: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(ruleArbitrary, { minLength: 1, maxLength: 8 }), async (rules) => {
        await removeRules();
        for (const { principal, place, ...others } of rules) {
          const uri = "item" in place ? { objectUri: `${paths[place.item]!}${place.suffix}` } : place;
          await admin.send(RULES, { type: RULE_TYPE, json: { ...others, ...principal, ...uri } });
        }
        for (const client of [writer, reader]) {
          const mayList = await decide(client, ALL, "GET");
          const page = await client.send(ALL);
          expect(page.status).toBe(mayList ? 200 : 403);
          if (!mayList) seen.closed++;
          const shown = mayList ? page.json.items.map(({ id }: { id: string }) => `${ALL}/${id}`) : [];
          for (const path of paths) {
            const mayRead = await decide(client, path, "GET");
            if (mayList) expect(shown.includes(path)).toBe(mayRead);
            seen[mayRead ? "shown" : "hidden"]++;
            const { status } = await client.send(path);
            expect(mayRead ? [200] : [403, 404]).toContain(status);
            const mayChange = mayRead && (await decide(client, path, "PUT"));
            const change = await client.send(path, {
              method: "PATCH",
              type: TYPE,
              json: { label: "changed" },
              headers: { "if-match": "*" },
            });
            expect(mayChange ? [200] : [403, 404]).toContain(change.status);
            seen[mayChange ? "changed" : "refused"]++;
          }
        }
      }),
      { numRuns: countOf("apps/platform/test/authorization-agreement: runs") },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
  }, 120_000);
});

describe("hostile requests", () => {
  it("to the authorization service get an error of the client, never of the server", async () => {
    const { admin } = await connectAll(
      await startPlatform({ onError: (error) => expect.fail(String(error)) }),
    );
    const bodies = [
      "",
      "null",
      "[]",
      "{",
      "1",
      '"x"',
      '{"a":1,"a":2}',
      "[".repeat(1_000),
      '{"__proto__":{"type":"grant"}}',
      '{"request":null,"principals":[null],"permission":"read"}',
      '{"request":{"uri":"/%ed%a0%80","method":"GET"}}',
      '{"request":{"uri":"/\\ud800","method":"GET"},"eachNamed":{"__proto__":"/x"}}',
      '{"request":{"uri":"/x","method":"GET","headers":{"__proto__":"x"},"parameters":{"constructor":null}}}',
      '{"type":"grant","principalType":"user","principal":"\\u0000","objectUri":"/x","permissions":["read"]}',
      '{"type":"grant","principalType":"user","principal":"x","objectUri":"/\\ud800","permissions":["read"]}',
      '{"type":"grant","principalType":"toString","objectUri":"/**/**","permissions":["constructor"]}',
      '{"operations":[{"operation":"create","rule":null}]}',
      '{"operations":[null]}',
    ];
    const targets = [RULES, JOBS, DECISIONS, `${VALIDATIONS}/rules`];
    for (const target of targets)
      for (const body of bodies) {
        expect((await admin.send(target, { body })).status).toBeLessThan(500);
      }
    for (const path of ["%00", "%ed%a0%80", "%2e%2e", "__proto__", "constructor", "%zz", "x".repeat(3_000)])
      for (const target of [
        `${RULES}/${path}`,
        `${JOBS}/${path}`,
        `${JOBS}/${path}/state`,
        `${VALIDATIONS}/rules/${path}`,
      ])
        for (const method of ["GET", "PUT", "DELETE"]) {
          const headers = { "if-match": "*" };
          const { status } = await admin.send(target, {
            method,
            headers,
            ...(method === "PUT" ? { body: "{}" } : {}),
          });
          expect(status).toBeLessThan(500);
        }
  });

  it("with conditions that need much work end soon", async () => {
    const { admin } = await connectAll();
    const send = (condition: string) =>
      admin.send(`${VALIDATIONS}/conditions`, { type: "text/plain", body: condition });
    const deep = "not(".repeat(900) + "true" + ")".repeat(900);
    expect((await send(deep)).json.valid).toBe(false);
    expect((await send(`match(request.uri,'${"(a{1,50}){1,50}".repeat(4)}')`)).json.valid).toBe(false);
    expect((await send(`match(request.uri,'(a+)+b')`)).json.valid).toBe(true);
  });
});
