/** Requests that no honest client sends, to a running server. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { example } from "../files.ts";
import { exchange, send, serve, type Serving } from "./running-server.ts";

let server: Serving;
beforeAll(async () => {
  server = await serve([example("places.ndjson"), "--cors", "https://app.example"]);
});
afterAll(async () => {
  await server.stop();
});

const isAlive = async () => (await send(`${server.url}/places?limit=1`)).status === 200;
/** Sends the bytes of a request, and returns the status of each response. */
const statusesOf = async (...parts: readonly (string | Uint8Array)[]) =>
  [...(await exchange(server.port, ...parts)).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
    Number(status),
  );
const END = "host: localhost\r\nconnection: close\r\n\r\n";

describe("a target", () => {
  it.each([
    "/places?filter=%zz",
    "/places?filter=%E0%A4",
    "/places?filter=%C0%AF",
    "/places?filter=%ED%A0%80",
    "/places?filter=%F4%90%80%80",
    "/places?filter=%u0041",
    "/places?filter=%",
    "/places?filter=eq(name,'%00')",
    "/places?%00=1",
    "/places?%ff=1",
    "/places?filter=a&filter=b",
    "/places?limit=-1",
    "/places?start=99999999999999999999",
  ])("that is not valid is an error of the client: %s", async (target) => {
    const { status, json } = await send(server.url + target);
    expect(status).toBe(400);
    expect(json.httpStatusCode).toBe(400);
  });

  it.each([
    "/%zz",
    "/places/%ff",
    "/places/%",
    "/places/%00",
    "//evil.example/x",
    "/%2F%2Fevil.example",
    "/places/..%2f",
    "/places//",
    "/places/@nothing",
    "/places/@facets/%ff",
  ])("that leads nowhere is missing: %s", async (target) => {
    const text = await exchange(server.port, `GET ${target} HTTP/1.1\r\n${END}`);
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
    expect(text).not.toMatch(/^location:/im);
  });

  it("with bytes that are not ASCII, spaces or control characters is not a server error", async () => {
    const queries = ["filter=\xe9", "a\tb", "filter=\x7f", "\x01=1"].map((query) => `/places?${query}`);
    for (const target of [...queries, "/pl aces", "/\\evil.example"]) {
      const [status] = await statusesOf(Buffer.from(`GET ${target} HTTP/1.1\r\n${END}`, "latin1"));
      expect(status, target).toBeGreaterThanOrEqual(400);
      expect(status, target).toBeLessThan(500);
    }
  });

  it("can be in its absolute form, for a host of the server", async () => {
    expect(await statusesOf(`GET http://localhost/places?limit=1 HTTP/1.1\r\n${END}`)).toEqual([200]);
    expect(await statusesOf(`GET http://evil.example/places HTTP/1.1\r\n${END}`)).toEqual([421]);
    expect(await statusesOf(`OPTIONS * HTTP/1.1\r\n${END}`)).toEqual([404]);
  });

  it("that is too long is refused", async () => {
    expect((await send(`${server.url}/places?filter=${"x".repeat(40_000)}`)).status).toBe(431);
    expect((await send(`${server.url}/${"x".repeat(10_000)}`)).status).toBe(414);
  });

  it("with a line break cannot add a header field", async () => {
    const field = "%0d%0aset-cookie:x";
    const places = [
      `?limit=1&filter=eq(name,'${field}')`,
      `/${field}`,
      `?select=${field}`,
      `?sortBy=${field}`,
    ];
    for (const target of [...places, `/@facets/${field}`].map((rest) => `/places${rest}`)) {
      const { status, headers } = await send(server.url + target);
      expect(status, target).toBeLessThan(500);
      expect(headers["set-cookie"], target).toBeUndefined();
    }
  });
});

describe("a header field", () => {
  const FIELDS: readonly (readonly [name: string, first: string, second: string])[] = [
    ["accept", "application/json", "text/html"],
    ["accept-item", "application/json", "*/*"],
    ["accept-language", "de", "sv"],
    ["accept-encoding", "gzip", "br"],
    ["authorization", "Bearer a", "Bearer b"],
    ["content-type", "text/plain", "application/json"],
    ["cookie", "a=1", "b=2"],
    ["expect", "100-continue", "100-continue"],
    ["from", "a@example.com", "b@example.com"],
    ["idempotency-key", "a", "b"],
    ["if-match", '"a"', '"b"'],
    ["if-modified-since", "Sun, 06 Nov 1994 08:49:37 GMT", "Mon, 07 Nov 1994 08:49:37 GMT"],
    ["if-none-match", '"a"', '"b"'],
    ["if-unmodified-since", "Sun, 06 Nov 1994 08:49:37 GMT", "Mon, 07 Nov 1994 08:49:37 GMT"],
    ["origin", "https://app.example", "https://evil.example"],
    ["range", "bytes=0-1", "bytes=2-3"],
    ["referer", "https://a.example", "https://b.example"],
    ["user-agent", "a", "b"],
    ["x-forwarded-host", "evil.example", "b.example"],
    ["x-http-method-override", "DELETE", "PUT"],
    ["x-unknown", "1", "2"],
    ["__proto__x", "1", "2"],
    ["__proto__", "x", "y"],
    ["constructor", "x", "y"],
  ];

  it.each(FIELDS)("that is sent twice is not a server error: %s", async (name, first, second) => {
    for (const [a, b] of [
      [first, second],
      [first, first],
      ["", first],
    ])
      for (const target of ["/places?limit=1", "/places/1", "/places/@rows?limit=1", "/"]) {
        const statuses = await statusesOf(
          `GET ${target} HTTP/1.1\r\n${name}: ${a}\r\n${name}: ${b}\r\n${END}`,
        );
        const last = statuses.at(-1);
        expect(last, `${name} ${target}`).toBeGreaterThanOrEqual(200);
        expect(last, `${name} ${target}`).toBeLessThan(500);
      }
  });

  it("that frames the message twice is refused", async () => {
    const post = (fields: string) =>
      statusesOf(`POST /places/@query HTTP/1.1\r\n${fields}\r\n${END}`, "0\r\n\r\n");
    expect(await post("content-length: 5\r\ntransfer-encoding: chunked")).toEqual([400]);
    expect(await post("content-length: 5\r\ncontent-length: 6")).toEqual([400]);
    expect(await post("content-length: -1")).toEqual([400]);
    expect(await post("transfer-encoding: chunked, chunked, gzip")).toEqual([400]);
    expect(
      await statusesOf("GET / HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\nconnection: close\r\n\r\n"),
    ).toEqual([400]);
    expect(await statusesOf("GET / HTTP/1.1\r\nconnection: close\r\n\r\n")).toEqual([400]);
  });

  it("with a thousand entries or garbage is a question of the client's taste", async () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `a/b${i};q=${i}`).join();
    const broken = [
      ";;;,,,",
      "text/html;q=x",
      "application/json;version=0",
      "*/*;q=0",
      '"',
      'a/b;q="',
      "/",
      "*",
    ];
    for (const accept of [many, ...broken]) {
      const { status } = await send(`${server.url}/places?limit=1`, { headers: { accept } });
      expect([200, 400, 406], accept).toContain(status);
    }
    for (const language of ["*", "xx-yy-zz-", "de;q=", "i-klingon,,,", "a".repeat(10_000), "\u00e9"]) {
      const headers = { "accept-language": language };
      expect((await send(`${server.url}/places?limit=1`, { headers })).status, language).toBe(200);
    }
  });

  it("that is too long is refused", async () => {
    const headers = { "x-long": "x".repeat(40_000) };
    expect((await send(`${server.url}/places`, { headers })).status).toBe(431);
  });
});

describe("a body", () => {
  it("of a reading request is ignored", async () => {
    const text = `GET /places?limit=1 HTTP/1.1\r\ncontent-length: 5\r\n${END}hello`;
    expect(await statusesOf(text)).toEqual([200]);
    const chunked = `transfer-encoding: chunked\r\n${END}5\r\nhello\r\n0\r\n\r\n`;
    expect(await statusesOf(`GET /places?limit=1 HTTP/1.1\r\n${chunked}`)).toEqual([200]);
  });

  it("that is too long ends early", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = `filter=${"x".repeat(2_000_000)}`;
    const { status } = await send(`${server.url}/places/@query`, { method: "POST", headers, body });
    expect(status).toBe(413);
    expect(await isAlive()).toBe(true);
  });

  it("that is not a form or not UTF-8 is an error of the client", async () => {
    const post = async (type: string | undefined, body: string | Uint8Array, more = "") => {
      const bytes = Buffer.from(body);
      const fields = type === undefined ? "" : `content-type: ${type}\r\n`;
      const head = `POST /places/@query HTTP/1.1\r\n${fields}${more}content-length: ${bytes.length}\r\n${END}`;
      return (await statusesOf(head, bytes)).at(-1);
    };
    const form = "application/x-www-form-urlencoded";
    expect(await post(form, "filter=eq(fid,1)")).toBe(200);
    expect(await post(form, new Uint8Array([0x66, 0xff, 0xfe]))).toBe(400);
    expect(await post("application/json", "{}")).toBe(415);
    expect(await post(undefined, "x")).toBe(406);
    expect(await post(form, "x", "content-encoding: gzip\r\n")).toBe(415);
    expect(await post(form, "filter=eq(fid,1)", "expect: 100-continue\r\n")).toBe(200);
    expect(await post(form, "x", "expect: magic\r\n")).toBe(417);
  });
});

describe("a method", () => {
  it("that a server of rows does not have is refused", async () => {
    for (const method of ["PUT", "POST", "DELETE", "PATCH", "TRACE", "PROPFIND"]) {
      const { status, headers } = await send(`${server.url}/places/1`, { method });
      expect([status, headers.allow], method).toEqual([405, "GET, HEAD, OPTIONS"]);
    }
    expect(await statusesOf(`BREW /places HTTP/1.1\r\n${END}`)).toEqual([400]);
    expect(await statusesOf(`get /places HTTP/1.1\r\n${END}`)).toEqual([400]);
    const connected = await exchange(server.port, `CONNECT evil.example:80 HTTP/1.1\r\n${END}`);
    expect(connected).not.toMatch(/^HTTP\/1\.1 2/);
    expect(await isAlive()).toBe(true);
  });

  it("HEAD has the header fields of GET, and OPTIONS lists the methods", async () => {
    for (const path of [
      "/",
      "/places?limit=2",
      "/places/1",
      "/places/@facets",
      "/places/@catalog",
      "/health",
    ]) {
      const get = await send(server.url + path);
      const head = await send(server.url + path, { method: "HEAD" });
      expect([head.status, head.text]).toEqual([200, ""]);
      const times = { date: "", "server-timing": "" };
      expect({ ...head.headers, ...times }, path).toEqual({ ...get.headers, ...times });
    }
    const { status, headers } = await send(`${server.url}/places`, { method: "OPTIONS" });
    expect([status, headers.allow]).toEqual([204, "GET, HEAD, QUERY, OPTIONS"]);
  });

  it("is allowed or refused by name at the paths that belong to no collection", async () => {
    for (const path of ["/health", "/playground", "/", "/openapi.json"]) {
      const options = await send(server.url + path, { method: "OPTIONS" });
      expect([path, options.status, options.headers.allow]).toEqual([path, 204, "GET, HEAD, OPTIONS"]);
      const post = await send(server.url + path, { method: "POST" });
      expect([path, post.status, post.headers.allow]).toEqual([path, 405, "GET, HEAD, OPTIONS"]);
    }
  });

  it("HTTP/1.0 is answered, and another protocol is not", async () => {
    expect((await statusesOf(`GET /places?limit=1 HTTP/1.0\r\n${END}`)).at(0)).toBe(200);
    expect(await statusesOf("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")).toEqual([400]);
    expect(await statusesOf("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")).not.toContain(200);
  });
});

describe("a web page", () => {
  it("of an allowed origin may read responses, and of another may not", async () => {
    const of = (origin: string, path = "/places?limit=1") => send(server.url + path, { headers: { origin } });
    const own = "https://app.example";
    for (const path of [undefined, "/places?filter=x"])
      expect((await of(own, path)).headers["access-control-allow-origin"]).toBe(own);
    for (const origin of ["null", "https://app.example.evil", "https://evil.example"]) {
      const { status, headers } = await of(origin);
      expect([status, headers["access-control-allow-origin"]]).toEqual([403, undefined]);
    }
  });

  it("of one user is not stored for another", async () => {
    const { headers } = await send(`${server.url}/places?limit=1`);
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(headers["vary"]).toMatch(/accept.*accept-language.*origin/);
  });
});
