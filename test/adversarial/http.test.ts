import { connect, type AddressInfo } from "node:net";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { createService, defineResource, nodeHandler } from "tamis/http";
import { createCollection } from "tamis/store";
import { words } from "../words.ts";

/** Requests are written as bytes, because HTTP clients correct or refuse most of them. */

let server: Server;
let port: number;

/** Milliseconds in which a request must arrive. */
const REQUEST_TIMEOUT = 500;

beforeAll(async () => {
  const catalog = defineCatalog({ name: "places", key: "id", members: { id: "integer", name: "string" } });
  const rows = ["Oslo", "Malmö", "Zürich"].map((name, id) => ({ id, name }));
  const collection = createCollection(rows, { catalog }).asCollection();
  const places = defineResource({ path: "/places", collection, locales: ["en", "sv"] });
  const handle = nodeHandler(createService({ resources: [places] }));
  const limits = {
    maxHeaderSize: 16_384,
    requestTimeout: REQUEST_TIMEOUT,
    headersTimeout: REQUEST_TIMEOUT,
    // Node looks for requests that exceed these times only every 30 seconds by default.
    connectionsCheckingInterval: REQUEST_TIMEOUT / 2,
  };
  server = createServer(limits, (request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends bytes, and returns everything that the server answers until it closes the connection. */
async function exchange(text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text, "latin1");
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

async function get(target: string, ...headers: readonly string[]): Promise<Answer> {
  const lines = [`GET ${target} HTTP/1.1`, "host: localhost", "connection: close", ...headers];
  return answerOf(await exchange(`${lines.join("\r\n")}\r\n\r\n`));
}

function answerOf(text: string): Answer {
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...headers] = text.slice(0, end).split("\r\n");
  return { status: Number(first.split(" ")[1]), headers, body: text.slice(end + 4) };
}

const headerNames = ({ headers }: Answer) => headers.map((line) => line.split(":")[0]!.toLowerCase()).sort();
const isJson = ({ headers }: Answer) =>
  headers.some((line) => /^content-type: application\/vnd\.vendor\.\w+\+json$/i.test(line));

/** The server is usable after each attack. */
const expectUsable = async () => expect((await get("/places?limit=1")).status).toBe(200);

describe("a request over HTTP", () => {
  it("cannot add a header by line breaks in a parameter, whatever its encoding", async () => {
    const plain = await get("/places?limit=1");
    const broken = words("%0d%0aset-cookie:a=b %0D%0A%0D%0A<html> %0aX:y %E5%98%8D%E5%98%8Aset-cookie:a %00");
    for (const text of broken)
      for (const place of words("?filter=eq(name,'X')&limit=1 ?name=X ?X=1 ?sortBy=X X ?limit=X")) {
        const target = `/places${place.replace("X", text)}`;
        const answer = await get(target);
        expect([200, 400, 404], target).toContain(answer.status);
        expect(headerNames(plain), target).toEqual(expect.arrayContaining(headerNames(answer)));
        expect(isJson(answer), target).toBe(true);
        expect(() => JSON.parse(answer.body) as unknown, target).not.toThrow();
      }
  });

  it("returns markup in a filter only as JSON that no browser guesses to be HTML", async () => {
    for (const text of ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</script>"])
      for (const place of ["/places?filter=eq(X,1)", "/X"]) {
        const target = place.replace("X", encodeURIComponent(text));
        const answer = await get(target);
        expect([400, 404]).toContain(answer.status);
        expect(isJson(answer)).toBe(true);
        expect(answer.headers.map((line) => line.toLowerCase())).toContain("x-content-type-options: nosniff");
      }
  });

  it("gets links of the server's own path, whatever host it names", async () => {
    const targets = words(`
      http://evil.example/places?limit=1 //evil.example/places?limit=1 /\\evil.example/places
      /%2F%2Fevil.example/places /places/../../evil.example /places?limit=1#//evil.example
    `);
    for (const target of targets) {
      const forwarded = ["forwarded: host=evil.example", "x-forwarded-host: evil.example"];
      const { status, body } = await get(target, ...forwarded);
      expect([200, 400, 404], target).toContain(status);
      expect(/"(?:href|uri)":"(?!\/places)/.test(body), target).toBe(false);
    }
    await expectUsable();
  });

  it("is answered whatever languages and media types it accepts", async () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `x${i};q=0.${i}`).join(",");
    const odd = words(
      "* i-klingon xx-invalid- en;q=x sv;q=2,;;;,=,en __proto__ en-US-u-co-phonebk-x-private",
    );
    const values = ["", "a".repeat(10_000), many, ...odd];
    for (const value of values)
      for (const name of ["accept", "accept-language"]) {
        const answer = await get("/places?limit=1&sortBy=name", `${name}: ${value}`);
        expect([200, 406], `${name}: ${value.slice(0, 40)}`).toContain(answer.status);
        const language = answer.headers.find((line) => /^content-language:/i.test(line));
        expect(language === undefined || /: (?:en|sv)$/.test(language)).toBe(true);
      }
  });

  it("may have headers with the names of inherited properties", async () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"])
      expect((await get("/places?limit=1", `${name}: x`)).status).toBe(200);
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  });

  it("allows no other origin, and its rows are stored by no shared cache", async () => {
    for (const origin of ["null", "https://allowed.evil.example", "http://localhost"]) {
      for (const method of ["GET", "HEAD", "OPTIONS"]) {
        const first = `${method} /places?limit=1 HTTP/1.1`;
        const headers = ["host: x", "connection: close", `origin: ${origin}`];
        const preflight = ["access-control-request-method: GET", "authorization: Bearer abc"];
        const lines = [first, ...headers, ...preflight];
        const answer = answerOf(await exchange(`${lines.join("\r\n")}\r\n\r\n`));
        expect([200, 204, 405]).toContain(answer.status);
        expect(headerNames(answer).filter((name) => name.startsWith("access-control"))).toEqual([]);
        const cached = answer.headers.find((line) => /^cache-control:/i.test(line));
        expect(cached).toMatch(/private|no-store/);
        if (method !== "GET") expect(answer.body === "" || method === "OPTIONS").toBe(true);
      }
    }
  });

  it("longer than the limit is refused before it is read", async () => {
    expect((await get(`/places?filter=${"x".repeat(20_000)}`)).status).toBe(431);
    const huge = await exchange(`GET /places?${"x".repeat(1_000_000)} HTTP/1.1\r\nhost: x\r\n\r\n`).catch(
      String,
    );
    expect(huge === "" || /^HTTP\/1\.1 431|ECONNRESET|EPIPE/.test(huge) || huge.includes("431")).toBe(true);
    await expectUsable();
  });

  it("with two lengths, or a length and chunks, is refused, so that no proxy reads another request", async () => {
    for (const headers of [
      ["content-length: 5", "transfer-encoding: chunked"],
      ["content-length: 5", "content-length: 6"],
      ["content-length: +5"],
      ["transfer-encoding: chunked, identity"],
    ]) {
      const text = `GET /places?limit=1 HTTP/1.1\r\nhost: x\r\n${headers.join("\r\n")}\r\n\r\n0\r\n\r\nGET /places?limit=2 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
      const answer = await exchange(text).catch(String);
      expect(answer, headers.join()).toMatch(/^HTTP\/1\.1 400/);
    }
    await expectUsable();
  });

  it("that is sent too slowly is ended, and others are answered meanwhile", async () => {
    const starts = [
      "GET /places HTTP/1.1\r\nhost: x\r\nx-slow: ",
      "GET /pla",
      "GET /places?limit=1 HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\n",
    ];
    const idle = Array.from({ length: 200 }, () => connect(port, "127.0.0.1"));
    const slow = starts.map(async (start) => {
      const socket = connect(port, "127.0.0.1");
      socket.write(start);
      const timer = setInterval(() => socket.write("a"), 50);
      socket.on("error", () => undefined).on("close", () => clearInterval(timer));
      await new Promise((resolve) => socket.on("data", () => undefined).on("close", resolve));
    });
    await expectUsable();
    await Promise.all(slow);
    for (const socket of idle) socket.destroy();
    await expectUsable();
  });

  it("may have a body, which is ignored, however long it is", async () => {
    const body = "x".repeat(1_000_000);
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      `GET /places?limit=1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    let answer = "";
    for await (const chunk of socket) answer += String(chunk);
    expect(answerOf(answer).status).toBe(200);
    await expectUsable();
  });
});
