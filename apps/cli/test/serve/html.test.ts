import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markup } from "../../src/serve/html/escape-html.ts";
import { correctedSearch, markedValue, sortState, withParameter } from "../../src/serve/html/query-links.ts";
import { STYLE } from "../../src/serve/html/style.ts";
import { createHash } from "node:crypto";
import { example, folder, lines } from "../files.ts";
import { send, serve, type Answer, type Serving } from "./running-server.ts";

const write = folder();
/** What Firefox sends. */
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

let server: Serving;
const hostile = `<script>alert(1)</script>"'&\u0000\u202e`;

beforeAll(async () => {
  const file = write("hostile.ndjson", lines([{ id: 1, '<b>"x': hostile, name: hostile, list: [hostile] }]));
  server = await serve([example("places.ndjson"), file]);
});
afterAll(async () => {
  await server.stop();
});

const open = (target: string, accept = BROWSER): Promise<Answer> =>
  send(server.url + target, { headers: { accept } });
/** Returns the targets of links with this text. */
const linksOf = (text: string, name: RegExp): readonly string[] =>
  [...text.matchAll(/<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)]
    .filter(([, , content]) => name.test(content!.replace(/<[^>]*>/g, "")))
    .map(([, target]) => target!.replaceAll("&amp;", "&").replaceAll("&#39;", "'"));

describe("a client", () => {
  it("receives HTML if it prefers it, and JSON otherwise", async () => {
    const type = async (accept: string) => (await open("/places", accept)).headers["content-type"];
    expect(await type(BROWSER)).toBe("text/html; charset=utf-8");
    expect(await type("text/html")).toBe("text/html; charset=utf-8");
    for (const accept of [
      "*/*",
      "application/json",
      "application/json, text/html;q=0.9",
      "text/html;q=0, */*",
    ])
      expect(await type(accept)).toMatch(/^application\/(?:vnd.vendor.collection\+)?json$/);
    expect((await send(`${server.url}/places`)).headers["content-type"]).toMatch(/json$/);
    expect((await open("/places")).headers["vary"]).toContain("accept");
  });

  it("receives the same header fields for HEAD", async () => {
    const get = await open("/places?limit=2");
    const head = await send(`${server.url}/places?limit=2`, { method: "HEAD", headers: { accept: BROWSER } });
    expect(head.text).toBe("");
    const times = { date: "", "server-timing": "" };
    expect({ ...head.headers, ...times }).toEqual({ ...get.headers, ...times });
  });

  it("receives exports and catalogs unchanged", async () => {
    expect((await open("/places/@rows")).headers["content-type"]).toBe("application/x-ndjson");
    expect((await open("/places/@catalog")).headers["content-type"]).toBe("application/schema+json");
  });
});

describe("a page", () => {
  it("lists the collections, with links that work", async () => {
    const { text } = await open("/");
    expect(linksOf(text, /./)).toEqual(["/places", "/hostile", "/openapi.json"]);
  });

  it("has the rows, a filter box with the filter, and links to other pages", async () => {
    const { status, text } = await open("/places?filter=gt(pop_max,10000000)&sortBy=name&limit=5&start=5");
    expect(status).toBe(200);
    expect(text).toContain('value="gt(pop_max,10000000)"');
    expect(text).toContain('<input type="hidden" name="sortBy" value="name"');
    expect(text).toContain("Rows 6 to 10 of 17");
    const [next] = linksOf(text, /^Next$/);
    expect((await open(next!)).text).toContain("Rows 11 to 15 of 17");
    expect(linksOf(text, /^Previous$/)).toHaveLength(1);
    expect(text).toMatch(/<label for="filter">/);
  });

  it("accepts what its form sends", async () => {
    const empty = await open("/places?filter=&limit=5");
    expect([empty.status, empty.text.includes("of 243")]).toEqual([200, true]);
    const { text } = await open("/places?filter=eq%28name%2C%27New+York%27%29");
    expect(text).toContain("of 1<");
  });

  it("sorts by its headers, first upward and then downward", async () => {
    const { text } = await open("/places");
    const [up] = linksOf(text, /^pop_max$/);
    const sorted = await open(up!);
    expect(sorted.text).toContain('aria-sort="ascending"');
    const [down] = linksOf(sorted.text, /^pop_max/);
    expect((await open(down!)).text).toContain("Tokyo");
  });

  it("shows an error under the filter box, with its position and a link to the correction", async () => {
    const { status, text } = await open("/places?limit=3&filter=and(eq(nmae,'Oslo'),gt(pop_max,1))");
    expect(status).toBe(400);
    expect(text).toContain("filter, column 8:");
    expect(text).toContain("<mark>nmae</mark>");
    expect(text).toContain('aria-invalid="true"');
    const [fix] = linksOf(text, /name/);
    const fixed = await open(fix!);
    expect([fixed.status, fixed.text.includes("Oslo")]).toEqual([200, true]);
  });

  it("counts the values of small members, and links to the rows that have them", async () => {
    const { text } = await open("/places?filter=gt(pop_max,10000000)");
    const [capital] = linksOf(text, /^Admin-1 capital 6$/);
    const { text: filtered } = await open(capital!);
    expect(filtered).toContain("of 6<");
    const [all] = linksOf(filtered, /^all$/);
    expect((await open(all!)).text).toContain("of 17<");
  });

  it("shows an item and an error as a page", async () => {
    const item = await open("/places/1");
    expect([item.status, item.text.includes("Vatican City")]).toEqual([200, true]);
    const missing = await open("/places/999999");
    expect([missing.status, missing.text.includes("Error 404")]).toEqual([404, true]);
    expect((await open("/%00%ff")).status).toBe(404);
  });

  it("escapes rows, names and queries, and allows no scripts", async () => {
    const targets = [
      "/hostile",
      "/hostile/1",
      `/hostile?filter=eq(name,'${encodeURIComponent(hostile)}')`,
      `/hostile?filter=${encodeURIComponent(hostile)}&x${encodeURIComponent(hostile)}=1`,
      `/${encodeURIComponent(hostile)}`,
    ];
    for (const target of targets) {
      const { text, headers } = await open(target);
      expect(text).toMatch(/^<!doctype html>/);
      expect(text).not.toContain("<script");
      expect(text).not.toContain("\u0000");
      const withoutStyle = text.replace(/<style>[\s\S]*<\/style>/, "");
      expect(withoutStyle.replace(/<[^<>"]*(?:"[^"<>]*"[^<>"]*)*>/g, "")).not.toMatch(/[<>]/);
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(headers["x-content-type-options"]).toBe("nosniff");
    }
  });

  it("has the style that its policy allows", async () => {
    const { text, headers } = await open("/");
    const [, style] = /<style>([\s\S]*)<\/style>/.exec(text)!;
    expect(style).toBe(STYLE);
    const digest = createHash("sha256").update(style!).digest("base64");
    expect(headers["content-security-policy"]).toContain(`'sha256-${digest}'`);
  });

  it("has light and dark colors that differ enough from the background", () => {
    expect(STYLE).toContain("prefers-color-scheme: dark");
    expect(STYLE).toContain("color-scheme: light dark");
    expect(STYLE).toContain(":focus-visible");
  });
});

it("templates escape every value", () => {
  expect(markup`<a title="${`"'<>&`}">${["<", markup`<b>`]}${undefined}${1}</a>`.text).toBe(
    '<a title="&quot;&#39;&lt;&gt;&amp;">&lt;<b>1</a>',
  );
});

describe("a link to another query", () => {
  it("replaces one parameter and returns to the first page", () => {
    expect(withParameter("a=1&sortBy=x&start=20&cursor=c", "sortBy", "y:descending")).toBe(
      "a=1&sortBy=y%3Adescending",
    );
    expect(withParameter("a=1&b=%zz", "a", undefined)).toBe("b=%zz");
  });

  it("knows the sort order", () => {
    expect(sortState("sortBy=a:descending:primary,b")).toEqual({ name: "a", isDescending: true });
    expect(sortState("")).toBeUndefined();
  });

  it("applies all edits of a problem", () => {
    const edits = [
      { from: 0, to: 1, text: "xx" },
      { from: 3, to: 4, text: "" },
    ];
    expect(correctedSearch("abcdef", { message: "", diagnostic: { code: "x", edits } })).toBe("xxbcef");
    expect(correctedSearch("abc", { message: "" })).toBeUndefined();
  });

  it("marks the decoded text of a problem", () => {
    const search = "limit=1&filter=eq(%C3%A4,1)";
    expect(markedValue(search, { message: "", diagnostic: { code: "x", from: 18, to: 24 } })).toEqual({
      name: "filter",
      before: "eq(",
      marked: "ä",
      after: ",1)",
    });
    expect(markedValue(search, { message: "", diagnostic: { code: "x", from: 0, to: 5 } })).toBeUndefined();
  });
});
