import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canRun } from "../built-program.ts";
import { send, serve, type Serving } from "./running-server.ts";

describe.skipIf(!canRun)("the playground of tamis serve", () => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serve(["examples/data/rivers.ndjson", "--port", "0"]);
  });
  afterAll(() => serving.stop());

  it("is a page whose files are below /playground/", async () => {
    const redirect = await fetch(`${serving.url}/playground`, { redirect: "manual" });
    expect([redirect.status, redirect.headers.get("location")]).toEqual([308, "/playground/"]);
    const page = await fetch(`${serving.url}/playground/`);
    const html = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const files = [...html.matchAll(/ (?:src|href)="([^"#]+)"/g)].map(([, file]) => file!);
    expect(new Set(files)).toEqual(new Set(["icon.svg", "style.css", "page.js"]));
    for (const file of [...files, "engine.js"])
      expect((await fetch(`${serving.url}/playground/${file}`)).status, file).toBe(200);
  });

  it("has the same Content-Security-Policy as header field and in the file, without inline scripts and styles", async () => {
    const page = await fetch(`${serving.url}/playground/`);
    const policy = page.headers.get("content-security-policy")!;
    const [, inFile] = /Content-Security-Policy"\s+content="([^"]+)"/.exec(await page.text())!;
    expect(policy).toBe(`${inFile!}; frame-ancestors 'none'`);
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/unsafe|https?:|blob:|\*/);
  });

  it("has compressed files for clients that accept them", async () => {
    const { headers, text } = await send(`${serving.url}/playground/engine.js`);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(text)));
    for (const coding of ["zstd", "br", "gzip"]) {
      const fields = { "accept-encoding": coding };
      const compressed = await send(`${serving.url}/playground/engine.js`, { headers: fields });
      expect(compressed.headers["content-encoding"]).toBe(coding);
      expect(Number(compressed.headers["content-length"])).toBeLessThan(text.length / 2);
      const known = { ...fields, "if-none-match": compressed.headers.etag! };
      expect((await send(`${serving.url}/playground/engine.js`, { headers: known })).status).toBe(304);
    }
    const plain = await serve(["examples/data/rivers.ndjson", "--no-compress"]);
    const uncompressed = await send(`${plain.url}/playground/engine.js`, {
      headers: { "accept-encoding": "gzip" },
    });
    await plain.stop();
    expect(uncompressed.headers["content-length"]).toBe(headers["content-length"]);
  });

  it("does not send a file again that has not changed, and has no other files", async () => {
    const url = `${serving.url}/playground/engine.js`;
    const etag = (await fetch(url, { method: "HEAD" })).headers.get("etag")!;
    expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
    for (const name of ["none.js", "..%2Ftamis.cjs", "%2e%2e/index.js", "toString"])
      expect((await fetch(`${serving.url}/playground/${name}`)).status, name).toBe(404);
  });
});
