import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { defineCatalog } from "tamis";
import {
  fetchHandler,
  listen,
  memoryStore,
  nodeHandler,
  type HttpHandler,
  type HttpResponse,
  type NodeHandlerOptions,
  type NodeRequest,
} from "tamis/http";
import { createCollection } from "tamis/store";
import { chooseCoding, CODINGS } from "../../src/http/compression/choose-coding.ts";
import { compressResponses } from "../../src/http/compression/compress-responses.ts";
import { nodeCodecs } from "../../src/http/adapters/node-codecs.ts";
import { serve } from "./serve.ts";

it.each([
  [undefined, undefined],
  ["", undefined],
  ["gzip", "gzip"],
  ["X-GZIP", "gzip"],
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip;q=1, br;q=0.9, zstd;q=0.1", "gzip"],
  ["br;q=0, *", "zstd"],
  ["zstd;q=0, br;q=0, *;q=0.5", "gzip"],
  ["*;q=0", undefined],
  ["deflate, compress", undefined],
  ["gzip;q=0.5, identity", undefined],
  ["gzip;q=0.5, identity;q=0.5", "gzip"],
  ["identity;q=0, br;q=0.1", "br"],
  ["br;q=x, gzip;q=7", "br"],
] as const)("Accept-Encoding: %s chooses %s", (field, coding) => {
  expect(chooseCoding(field, CODINGS)).toBe(coding);
});

const DECODERS = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync } as const;

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

async function start(handle: HttpHandler, options: NodeHandlerOptions<NodeRequest> = {}) {
  const listener = nodeHandler(handle, options);
  const server = createServer((request, response) => void listener(request, response));
  const { url } = await listen(server, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (path: string, headers: Record<string, string> = {}, method = "GET", body?: string) =>
    new Promise<Received>((resolve, reject) => {
      const sent = httpRequest(`${url}${path}`, { method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const coding = response.headers["content-encoding"] as keyof typeof DECODERS | undefined;
          const plain = coding === undefined || bytes.length === 0 ? bytes : DECODERS[coding](bytes);
          resolve({ status: response.statusCode!, headers: response.headers, bytes, text: plain.toString() });
        });
      });
      sent.on("error", reject).end(body);
    });
}

const plain = { "content-type": "text/plain" };

/** Returns a handler with one response. Its status is 200 by default. */
const answering =
  (response: Partial<HttpResponse>): HttpHandler =>
  () =>
    Promise.resolve({ status: 200, headers: {}, body: undefined, ...response });

const catalog = defineCatalog({ name: "notes", key: "id", members: { id: "integer", text: "string" } });
const rows = Array.from({ length: 3_000 }, (_, id) => ({ id, text: `Zoë ${id} ${"note ".repeat(10)}` }));

function notes() {
  const store = memoryStore(createCollection<Record<string, unknown>>(rows, { catalog }));
  return serve({ path: "/notes", store });
}

it.each(CODINGS)("pages, items and exports compressed with %s have the same content", async (coding) => {
  const get = await start(notes(), { compress: { minBytes: 1 } });
  for (const path of ["/notes?limit=50", "/notes/7", "/notes/@rows", "/notes/@rows?limit=0"]) {
    const plain = await get(path);
    const compressed = await get(path, { "accept-encoding": coding });
    expect(compressed.text, path).toBe(plain.text);
    expect(compressed.headers["content-encoding"]).toBe(coding);
    expect(plain.headers).not.toHaveProperty("content-encoding");
    for (const { headers } of [plain, compressed]) expect(headers.vary).toMatch(/, accept-encoding$/);
    const head = await get(path, { "accept-encoding": coding }, "HEAD");
    const { "content-length": length, ...fields } = compressed.headers;
    const unknown = { date: "", "transfer-encoding": "" };
    expect({ ...head.headers, ...unknown }).toEqual({ ...fields, ...unknown });
    if (!path.includes("@rows")) expect(Number(length)).toBe(compressed.bytes.length);
  }
});

it("requests with the option compress: false, and small responses, are not compressed", async () => {
  const text = (length: number) => answering({ headers: plain, body: "ö".repeat(length / 2) });
  const fields = { "accept-encoding": "gzip" };
  for (const [length, isCompressed] of [
    [1_022, false],
    [1_024, true],
  ] as const) {
    const { headers } = await (await start(text(length)))("/", fields);
    expect(headers["content-encoding"]).toBe(isCompressed ? "gzip" : undefined);
    expect(headers.vary).toBe(isCompressed ? "accept-encoding" : undefined);
  }
  const { headers } = await (await start(text(5_000), { compress: false }))("/", fields);
  expect(headers["content-encoding"] ?? headers.vary).toBeUndefined();
  expect(() => nodeHandler(text(1), { compress: { minBytes: -1 } })).toThrow(
    "minBytes must be an integer >= 0, got -1",
  );
});

const body = "abc ".repeat(1_000);
const html = { "content-type": "text/html; charset=utf-8" };
it.each([
  ["a text", { headers: plain }, {}, true],
  ["JSON of a type with a suffix", { headers: { "content-type": "application/vnd.a.b+json" } }, {}, true],
  ["an image", { headers: { "content-type": "image/png" } }, {}, false],
  ["a response without a type", { headers: {} }, {}, false],
  ["an event stream", { headers: { "content-type": "text/event-stream" } }, {}, false],
  ["a part of a file", { headers: { ...plain, "content-range": "bytes 0-3/9" }, status: 206 }, {}, false],
  ["a compressed file", { headers: { ...plain, "content-encoding": "br" } }, {}, false],
  ["a response that no cache may store", { headers: { ...html, "cache-control": "no-store" } }, {}, false],
  ["a response that sets a cookie", { headers: { ...html, "set-cookie": "a=b" } }, {}, false],
  ["a request of the same origin", { headers: html }, { "sec-fetch-site": "same-origin" }, true],
  ["a request of the user", { headers: html }, { "sec-fetch-site": "none" }, true],
  ["a request of another site", { headers: html }, { "sec-fetch-site": "cross-site" }, false],
  ["a request of another host of the site", { headers: html }, { "sec-fetch-site": "same-site" }, false],
  [
    "a request of an allowed origin",
    { headers: { ...html, "access-control-allow-origin": "https://app.example" } },
    { "sec-fetch-site": "cross-site" },
    true,
  ],
] as const)("%s", async (_, response, fields, isCompressed) => {
  const answer = compressResponses(answering({ body, ...response }), nodeCodecs());
  const headers = { "accept-encoding": "gzip", ...fields };
  const { body: sent } = await answer({ method: "GET", path: "/", headers });
  expect(sent instanceof Uint8Array && gunzipSync(sent).toString() === body).toBe(isCompressed);
  if (!isCompressed) expect(sent).toBe(body);
});

it("a compressed item has a tag of its own, which conditions accept", async () => {
  const get = await start(notes(), { compress: { minBytes: 1 } });
  const { headers } = await get("/notes/7");
  const compressed = await get("/notes/7", { "accept-encoding": "gzip" });
  const tag = compressed.headers.etag!;
  expect(tag).toBe(headers.etag!.replace(/"$/, '.gzip"'));
  for (const [field, etag] of [
    [tag, tag],
    [headers.etag!, headers.etag],
    [`"x", W/${tag}`, tag],
  ] as const) {
    const known = await get("/notes/7", { "accept-encoding": "gzip", "if-none-match": field });
    expect([known.status, known.headers.etag, known.text]).toEqual([304, etag, ""]);
    expect(known.headers).not.toHaveProperty("content-encoding");
    expect(known.headers.vary).toMatch(/accept-encoding$/);
  }
  const json = { "content-type": "application/json" };
  const change = { ...json, "accept-encoding": "br", "if-match": tag };
  const changed = await get("/notes/7", change, "PUT", '{"text":"new"}');
  // The tag of a response to a change is that of the new version, as in logs and in the audit trail.
  expect([changed.status, changed.headers["content-encoding"]]).toEqual([200, "br"]);
  expect(changed.headers.etag).toMatch(/^"[^.]+"$/);
  expect((await get("/notes/7", change, "PUT", '{"text":"lost"}')).status).toBe(412);
  expect((await get("/notes/7", { "if-none-match": tag })).status).toBe(200);
});

it("bytes with an entity tag are compressed once", async () => {
  const bytes = new TextEncoder().encode(body);
  const headers = { "content-type": "text/plain", etag: '"1"' };
  const answer = compressResponses(answering({ headers, body: bytes }), nodeCodecs());
  const get = async (coding: string) =>
    (await answer({ method: "GET", path: "/", headers: { "accept-encoding": coding } })).body;
  expect(await get("br")).toBe(await get("br"));
  expect(await get("gzip")).not.toBe(await get("br"));
});

/** A stream of texts that reports how many were read, and whether it was closed. */
function stream(count: number) {
  const state = { read: 0, closed: 0 };
  const next = async () => {
    // The source of a real stream never answers at once.
    await new Promise((resolve) => setImmediate(resolve));
    if (state.read === count) return { done: true as const, value: undefined };
    const value = `${Array.from({ length: 10_000 }, () => Math.random()).join()}\n`;
    state.read++;
    return { done: false as const, value };
  };
  const close = () => {
    state.closed++;
    return Promise.resolve({ done: true as const, value: undefined });
  };
  return { state, parts: { [Symbol.asyncIterator]: () => ({ next, return: close }) } };
}

const settle = async () => {
  for (let i = 0; i < 300; i++) await new Promise((resolve) => setImmediate(resolve));
};

it.each(CODINGS)("a stream compressed with %s is read as fast as its client", async (coding) => {
  const { state, parts } = stream(200);
  const codec = nodeCodecs().find((each) => each.coding === coding)!;
  const compressed = codec.parts(parts)[Symbol.asyncIterator]();
  expect((await compressed.next()).done).toBe(false);
  for (let i = 0; i < 50; i++) await settle();
  expect(state.read).toBeLessThan(20);
  await compressed.return!();
  await settle();
  expect(state.closed).toBe(1);
});

it("each part of a stream arrives without the next one", async () => {
  let release: () => void = () => undefined;
  async function* parts() {
    yield "first\n";
    await new Promise<void>((resolve) => (release = resolve));
    yield "second\n";
  }
  for (const { parts: compress } of nodeCodecs()) {
    const compressed = compress(parts())[Symbol.asyncIterator]();
    expect((await compressed.next()).done).toBe(false);
    release();
    while ((await compressed.next()).done !== true);
  }
});

it("a client that disconnects closes the stream, and so does one that is gone before", async () => {
  const { state, parts } = stream(Infinity);
  const ndjson = { "content-type": "application/x-ndjson" };
  const handle = answering({ headers: ndjson, body: parts });
  const listener = nodeHandler(handle);
  const server = createServer((request, response) => void listener(request, response));
  const { url } = await listen(server, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => {
    const sent = httpRequest(url, { headers: { "accept-encoding": "gzip" }, agent: false }, (response) => {
      response.once("data", () => {
        sent.destroy();
        resolve();
      });
    });
    sent.on("error", () => undefined).end();
  });
  await expect.poll(() => state.closed).toBe(1);
  const answer = compressResponses(handle, nodeCodecs());
  const { body } = await answer({ method: "GET", path: "/", headers: { "accept-encoding": "gzip" } });
  await (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]().return!();
  expect(state.closed).toBe(2);
});

it("an error of a stream breaks the connection", async () => {
  async function* parts() {
    yield await Promise.resolve("row\n");
    throw new Error("The database is gone.");
  }
  const get = await start(() => Promise.resolve({ status: 200, headers: plain, body: parts() }));
  await expect(get("/", { "accept-encoding": "zstd" })).rejects.toThrow(/aborted|hang up/);
});

it("fetch handlers compress with gzip, if they are asked to", async () => {
  const service = notes();
  const request = (path: string, method = "GET") =>
    new Request(`http://localhost${path}`, { method, headers: { "accept-encoding": "zstd, gzip;q=0.5" } });
  const handle = fetchHandler(service, { compress: true });
  for (const path of ["/notes?limit=50", "/notes/@rows"]) {
    const original = await fetchHandler(service)(request(path));
    expect(original.headers.has("content-encoding")).toBe(false);
    const compressed = await handle(request(path));
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(await compressed.arrayBuffer()).toString()).toBe(await original.text());
    expect((await handle(request(path, "HEAD"))).headers.get("content-encoding")).toBe("gzip");
  }
  const { state, parts } = stream(Infinity);
  const streamed = fetchHandler(answering({ headers: plain, body: parts }), { compress: true });
  const reader = (await streamed(request("/"))).body!.getReader();
  await reader.read();
  await settle();
  expect(state.read).toBeLessThan(20);
  await reader.cancel();
  await settle();
  expect(state.closed).toBe(1);
});
