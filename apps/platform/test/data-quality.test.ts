import { describe, expect, it } from "vitest";
import { dataQuality } from "tamis/families";
import { parseKnowledgeBases } from "../src/data-quality/knowledge-bases.ts";
import { SAMPLE } from "../src/data-quality/sample.ts";
import { sqliteOpener, startPlatform, valuesOf, linkOf, connectTo } from "./platform-fixture.ts";
import type { Answer } from "./platform-fixture.ts";

const ROOT = "/dataQuality";
const QKB = `${ROOT}/environments/production/contexts/interactive/qkbs/Contact%20Information%2033`;

const started = async () => (await connectTo(await startPlatform())).send;
const names = ({ json }: Answer) => valuesOf({ json }, "name");
const isItem = (value: unknown): value is object => typeof value === "object";

describe("the root of data quality", () => {
  it("links to environments and QKBs, and answers HEAD", async () => {
    const send = await started();
    const root = await send(`${ROOT}/`);
    expect(root.headers["content-type"]).toContain("application/vnd.vendor.api+json");
    expect(root.json.version).toBeGreaterThanOrEqual(1);
    const rels = root.json.links.map(({ href }: { href: string }) => href);
    expect(rels).toEqual(expect.arrayContaining([`${ROOT}/environments`, `${ROOT}/qkbs`]));
    expect((await send(`${ROOT}/`, { method: "HEAD" })).status).toBe(200);
  });
});

describe("QKBs", () => {
  it("of all contexts are listed by name, ten on a page, with links to their own paths", async () => {
    const send = await started();
    const page = await send(`${ROOT}/qkbs`);
    expect(page.json).toMatchObject({ count: 4, start: 0, limit: 10 });
    expect(page.json.accept).toContain("application/vnd.vendor.data.quality.qkb");
    expect(names(page)).toEqual([...names(page)].sort());
    for (const item of page.json.items) {
      expect(Object.keys(item).sort()).toEqual([
        ...["context", "creationTimeStamp", "environment", "isDefault", "links", "name"],
        ...["product", "productVersion", "version"],
      ]);
      const answer = await send(linkOf(item, "self"));
      expect(answer.status).toBe(200);
      const { name, context, environment } = item;
      expect(answer.json).toMatchObject({ name, context, environment });
      expect((await send(linkOf(answer.json, "locales"))).status).toBe(200);
      expect((await send(linkOf(answer.json, "up"))).json.items.length).toBeGreaterThan(0);
    }
  });

  it("are filtered and sorted by the published names, and not by others", async () => {
    const send = await started();
    const page = await send(`${ROOT}/qkbs?filter=and(eq(default,true),gt(created,2026-01-01T00:00:00Z))`);
    expect(page.json.count).toBe(2);
    expect((await send(`${ROOT}/qkbs?filter=eq($primary,environment,'PRODUCTION')`)).json.count).toBe(3);
    const latest = await send(`${ROOT}/qkbs?sortBy=created:descending&limit=1`);
    expect(names(latest)).toEqual(["Contact Information 33"]);
    for (const name of ["isDefault", "creationTimeStamp", "productVersion", "links"])
      expect((await send(`${ROOT}/qkbs?filter=isNull(${name})`)).status).toBe(400);
    // The functions of the language that this collection does not have.
    for (const filter of ["match(name,'.*')", "ne(name,'x')", "like(name,'x%25')"])
      expect((await send(`${ROOT}/qkbs?filter=${filter}`)).status).toBe(400);
  });
});

describe("environments", () => {
  it("are filtered and sorted by name only", async () => {
    const send = await started();
    expect(names(await send(`${ROOT}/environments`))).toEqual(["production", "test"]);
    expect(names(await send(`${ROOT}/environments?filter=startsWith(name,'te')`))).toEqual(["test"]);
    expect((await send(`${ROOT}/environments?filter=eq(version,1)`)).status).toBe(400);
    expect((await send(`${ROOT}/environments?sortBy=version`)).status).toBe(400);
  });

  it("are read and verified by name", async () => {
    const send = await started();
    const { mediaType } = dataQuality.resources.environment;
    const one = await send(`${ROOT}/environments/test`, { headers: { accept: `${mediaType}+json` } });
    expect(one.headers["content-type"]).toContain(mediaType);
    expect(one.json).toMatchObject({ name: "test", version: 1 });
    expect(linkOf(one.json, "contexts")).toBe(`${ROOT}/environments/test/contexts`);
    expect((await send(`${ROOT}/environments/test`, { method: "HEAD" })).status).toBe(200);
    const missing = await send(`${ROOT}/environments/none`);
    expect([missing.status, missing.json.httpStatusCode]).toEqual([404, 404]);
    expect((await send(`${ROOT}/environments/none`, { method: "HEAD" })).status).toBe(404);
    const wrong = await send(`${ROOT}/environments/test`, { headers: { accept: "application/xml" } });
    expect(wrong.status).toBe(406);
  });
});

describe("nested collections", () => {
  it("lead from an environment to each definition by their links", async () => {
    const send = await started();
    const seen: string[] = [];
    const follow = async (target: string, rels: readonly string[]): Promise<void> => {
      const page = await send(`${target}?limit=1000`);
      expect(page.status).toBe(200);
      const [rel, ...rest] = rels;
      for (const { links } of page.json.items) {
        const item = await send(links.find((link: { rel: string }) => link.rel === "self").href);
        expect(item.status).toBe(200);
        seen.push(linkOf(item.json, "self"));
        expect(linkOf(item.json, "up")).toBe(target);
        if (rel !== undefined) await follow(linkOf(item.json, rel), rest);
      }
    };
    await follow(`${ROOT}/environments`, ["contexts", "qkbs", "locales", "functions", "definitions"]);
    const count = (items: readonly object[]): number =>
      items.reduce<number>(
        (sum, item) => sum + 1 + count((Object.values(item) as object[]).flat().filter(isItem)),
        0,
      );
    expect(seen.length).toBe(count(SAMPLE.environments));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("are filtered and sorted by name", async () => {
    const send = await started();
    const locales = `${QKB}/locales`;
    expect(names(await send(`${locales}?filter=startsWith(name,'EN')`))).toEqual(["ENGBR", "ENUSA"]);
    const definitions = `${locales}/DEDEU/functions/Standardization/definitions`;
    const page = await send(`${definitions}?filter=contains($primary,name,'STRASSE')`);
    expect(names(page)).toEqual(["Straße"]);
    const one = await send(linkOf(page.json.items[0], "self"));
    expect(one.json).toMatchObject({ name: "Straße", version: 1 });
  });

  it("of missing items are 404", async () => {
    const send = await started();
    for (const target of [
      `${ROOT}/environments/none/contexts`,
      `${ROOT}/environments/production/contexts/none/qkbs`,
      `${ROOT}/environments/production/contexts/interactive/qkbs/none/locales`,
      `${QKB}/locales/XXXXX/functions`,
      `${QKB}/locales/ENUSA/functions/none`,
      `${QKB}/locales/ENUSA/functions/none/definitions`,
      `${QKB}/locales/ENUSA/functions/__proto__/definitions`,
      `${ROOT}/environments/constructor/contexts`,
    ])
      expect((await send(target)).status, target).toBe(404);
  });
});

describe("field content locales", () => {
  const path = (name: string) => `${ROOT}/fieldContentLocale/${name}`;

  it("of users are deleted once, and built-in ones never", async () => {
    const send = await started();
    const remove = (name: string) => send(path(name), { method: "DELETE" });
    expect((await remove("DEDEU")).status).toBe(204);
    expect((await remove("DEDEU")).status).toBe(404);
    expect((await remove("FRFRA")).status).toBe(204);
    const builtIn = await remove("ENUSA");
    expect(builtIn.status).toBe(404);
    expect(builtIn.headers["content-type"]).toContain("application/vnd.vendor.error+json");
    expect((await remove("none")).status).toBe(404);
    expect((await remove("a%00b")).status).toBe(404);
  });

  it("stay deleted after a restart", async () => {
    const open = sqliteOpener();
    for (const expected of [204, 404]) {
      const { statusOf } = await connectTo(await startPlatform({ storage: await open() }), `c${expected}`);
      expect(await statusOf(path("DEDEU"), { method: "DELETE" })).toBe(expected);
    }
  });

  it("are deleted only by callers who may change something", async () => {
    const { statusOf } = await connectTo(await startPlatform(), "reader", { authorities: [] });
    expect(await statusOf(path("DEDEU"), { method: "DELETE" })).toBe(403);
    for (const target of [`${ROOT}/qkbs`, `${ROOT}/environments`, `${QKB}/locales`])
      expect([target, await statusOf(target)]).toEqual([target, 200]);
  });
});

describe("a file with knowledge bases", () => {
  it("is read, and names are unique among siblings", () => {
    const text = JSON.stringify(SAMPLE);
    expect(parseKnowledgeBases(text)).toEqual(SAMPLE);
    const twice = { ...SAMPLE, environments: [SAMPLE.environments[0], SAMPLE.environments[0]] };
    expect(() => parseKnowledgeBases(JSON.stringify(twice))).toThrow(
      "environments.1.name: 'production' occurs twice",
    );
  });

  it.each([
    ["{", "The knowledge bases are not JSON"],
    ["[]", "The knowledge bases are not valid"],
    ['{"environments":[],"fieldContentLocales":[{"name":"x"}]}', "fieldContentLocales.0.userDefined"],
    ['{"environments":[{"name":"","contexts":[]}],"fieldContentLocales":[]}', "environments.0.name"],
    ['{"environments":[],"fieldContentLocales":[],"other":1}', "other"],
    ['{"fieldContentLocales":[]}', "environments: it is missing"],
    [
      '{"environments":[{"name":"e","contexts":[{"name":"c","qkbs":[{"nam":"q"}]}]}],"fieldContentLocales":[]}',
      'not valid:\nenvironments.0.contexts.0.qkbs.0: Unrecognized key: "nam"\n',
    ],
  ])("%s is refused with the place", (text, message) => {
    expect(() => parseKnowledgeBases(text)).toThrow(message);
  });
});
