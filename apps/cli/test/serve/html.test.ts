import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markup } from "../../../../src/explorer/escape-html.ts";
import { canRun } from "../built-program.ts";
import { example, folder, lines } from "../files.ts";
import { send, serve, type Answer, type Serving } from "./running-server.ts";

const write = folder();
/** What Firefox sends. */
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

let server: Serving;
const hostile = `<script>alert(1)</script>"'&\u0000\u202e`;

const open = (target: string, accept = BROWSER): Promise<Answer> =>
  send(server.url + target, { headers: { accept } });
/** Returns the paths of the scripts, styles and pictures of a page. */
const filesOf = (html: string): readonly string[] =>
  [...html.matchAll(/ (?:src|href)="(\/explorer\/[^"]+)"/g)].map(([, file]) => file!);
const noscriptOf = (html: string): string => /<noscript>([\s\S]*)<\/noscript>/.exec(html)![1]!;

describe.skipIf(!canRun)("the explorer of tamis serve", () => {
  beforeAll(async () => {
    const row = { id: 1, '<b>"x': hostile, name: hostile, list: [hostile] };
    const file = write("hostile.ndjson", lines([row]));
    server = await serve([example("places.ndjson"), file]);
  });
  afterAll(async () => {
    await server.stop();
  });

  describe("a client", () => {
    it("receives HTML if it prefers it, and JSON otherwise", async () => {
      const type = async (accept: string) => (await open("/places", accept)).headers["content-type"];
      expect(await type(BROWSER)).toBe("text/html; charset=utf-8");
      expect(await type("text/html")).toBe("text/html; charset=utf-8");
      const others = ["*/*", "application/json", "application/json, text/html;q=0.9", "text/html;q=0, */*"];
      for (const accept of others)
        expect(await type(accept)).toMatch(/^application\/(?:vnd.vendor.collection\+)?json$/);
      expect((await send(`${server.url}/places`)).headers["content-type"]).toMatch(/json$/);
      expect((await open("/places")).headers["vary"]).toContain("accept");
    });

    it("receives the same header fields for HEAD", async () => {
      const get = await open("/places?limit=2");
      const parts = { method: "HEAD", headers: { accept: BROWSER } };
      const head = await send(`${server.url}/places?limit=2`, parts);
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
    it("says which collection and which row its scripts open", async () => {
      for (const [target, attributes] of [
        ["/", ' data-view="root"'],
        ["/places?limit=1", ' data-view="collection" data-path="/places"'],
        ["/places/7", ' data-view="collection" data-path="/places" data-key="7"'],
        ["/playground", ""],
      ] as const) {
        const [tag] = /<html[^>]*>/.exec((await open(target)).text)!;
        expect([target, tag]).toEqual([target, `<html lang="en"${attributes}>`]);
      }
    });

    it("shows the first rows without scripts, and how programs read them", async () => {
      const rows = noscriptOf((await open("/places?filter=gt(pop_max,10000000)&sortBy=name&limit=5")).text);
      expect(rows.match(/<tr>/g)).toHaveLength(6);
      expect(rows).toContain("Buenos Aires");
      expect(rows).toContain("<code>curl ADDRESS</code>");
      expect(noscriptOf((await open("/")).text)).toContain('<a href="/places">places</a>');
      expect(noscriptOf((await open("/places/1")).text)).toContain("Vatican City");
    });

    it("shows the errors of a query, and of a path without anything", async () => {
      const invalid = await open("/places?limit=3&filter=eq(nmae,'Oslo')");
      expect([invalid.status, noscriptOf(invalid.text)]).toEqual([400, expect.stringContaining("nmae")]);
      const missing = await open("/places/999999");
      expect([missing.status, missing.text.includes("<h2>Error 404</h2>")]).toEqual([404, true]);
      expect((await open("/%00%ff")).status).toBe(404);
    });

    it("escapes rows, names and queries, and allows only scripts of the server", async () => {
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
        expect(text.match(/<script/g)).toHaveLength(1);
        expect(text).not.toContain("\u0000");
        expect(text.replace(/<[^<>"]*(?:"[^"<>]*"[^<>"]*)*>/g, "")).not.toMatch(/[<>]/);
        expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; /);
        expect(headers["content-security-policy"]).not.toMatch(/unsafe|https?:|blob:|\*/);
        expect(headers["x-content-type-options"]).toBe("nosniff");
      }
    });

    it("has the Content-Security-Policy of its file also as a header field", async () => {
      const { text, headers } = await open("/playground");
      const [, inFile] = /Content-Security-Policy"\s+content="([^"]+)"/.exec(text)!;
      expect(headers["content-security-policy"]).toBe(`${inFile!}; frame-ancestors 'none'`);
    });
  });

  describe("the files of the page", () => {
    it("are kept by browsers, and compressed for clients that accept it", async () => {
      const files = filesOf((await open("/places")).text);
      const names = files.map((file) => file.replace(/^.*\//, "")).toSorted();
      expect(names).toEqual(["icon.svg", "icon.svg", "page.js", "style.css"]);
      const script = files.find((file) => file.endsWith("page.js"))!;
      const later = ["language.js", "engine.js"].map((name) => script.replace("page.js", name));
      for (const file of [...files, ...later]) {
        const { status, headers } = await send(server.url + file);
        const caching = "public, max-age=31536000, immutable";
        expect([file, status, headers["cache-control"]]).toEqual([file, 200, caching]);
      }
      const plain = await send(server.url + script);
      for (const coding of ["zstd", "br", "gzip"]) {
        const { headers } = await send(server.url + script, { headers: { "accept-encoding": coding } });
        expect(headers["content-encoding"]).toBe(coding);
        expect(Number(headers["content-length"])).toBeLessThan(plain.text.length / 2);
      }
    });

    it("are the only ones", async () => {
      const [file] = filesOf((await open("/")).text);
      for (const name of ["none.js", "..%2Ftamis.cjs", "%2e%2e/index.js", "toString", "index.html"])
        expect((await send(server.url + file!.replace("icon.svg", name))).status, name).toBe(404);
    });
  });

  it("asks for the token by a page without data, and gives its files without one", async () => {
    const secret = await serve([example("places.ndjson"), "--token", "secret-token"]);
    const page = await send(`${secret.url}/places`, { headers: { accept: BROWSER } });
    expect([page.status, page.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="tamis"']);
    expect(page.text).toContain('data-path="/places"');
    expect(page.text).not.toContain("Vatican");
    for (const path of [...filesOf(page.text), "/playground"])
      expect((await send(secret.url + path)).status, path).toBe(200);
    for (const path of ["/places", "/places/@rows", "/openapi.json", "/"])
      expect((await send(secret.url + path)).status, path).toBe(401);
  });
});

it("markup escapes every part", () => {
  expect(markup`<b title="${hostile}">${[hostile, 1, undefined]}</b>`.text).toBe(
    '<b title="&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\ufffd\u202e">&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\ufffd\u202e1</b>',
  );
});
