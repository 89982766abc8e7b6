import { describe, expect, it } from "vitest";
import type { HttpRequest } from "tamis/http";
import { allowedHosts } from "../../src/serve/http/allowed-hosts.ts";
import { guarded, type GuardOptions } from "../../src/serve/http/guard.ts";

const seen: string[] = [];
const guard = (options: Partial<GuardOptions> = {}) =>
  guarded(
    ({ path }) => {
      seen.push(path);
      return Promise.resolve({ status: 200, headers: { vary: "accept" }, body: path });
    },
    {
      hosts: allowedHosts("127.0.0.1", ["proxy.example"]),
      origins: new Set<string>(),
      token: undefined,
      isPublic: (path) => path === "/health",
      ...options,
    },
  );
const request = (headers: HttpRequest["headers"], others: Partial<HttpRequest> = {}): HttpRequest => ({
  method: "GET",
  path: "/rows",
  headers: { host: "localhost:8080", ...headers },
  ...others,
});

describe("the host of a request", () => {
  it.each(["localhost", "LOCALHOST:1", "127.0.0.1:8080", "[::1]:8080", "proxy.example"])(
    "can be %s",
    async (host) => {
      expect((await guard()(request({ host }))).status).toBe(200);
    },
  );

  it.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
    "",
    "127.0.0.2",
    "localhost:8080@evil",
  ])("cannot be %s", async (host) => {
    seen.length = 0;
    expect([(await guard()(request({ host }))).status, seen]).toEqual([421, []]);
  });

  it("must be given once", async () => {
    expect((await guard()(request({ host: undefined }))).status).toBe(421);
    expect((await guard()(request({ host: ["localhost", "localhost"] }))).status).toBe(400);
  });

  it("is not taken from fields of proxies", async () => {
    const headers = { "x-forwarded-host": "localhost", forwarded: "host=localhost", host: "evil.example" };
    expect((await guard()(request(headers))).status).toBe(421);
  });

  it("can be any address of this computer if the server listens on all", () => {
    const hosts = allowedHosts("0.0.0.0", []);
    expect([hosts("localhost"), hosts("127.0.0.1"), hosts("evil.example")]).toEqual([true, true, false]);
  });
});

describe("the origin of a request", () => {
  it.each(["http://localhost:8080", "https://localhost:8080"])(
    "can be the server itself: %s",
    async (origin) => {
      const { status, headers } = await guard()(request({ origin }));
      expect([status, headers["access-control-allow-origin"]]).toEqual([200, undefined]);
    },
  );

  it.each([
    "https://evil.example",
    "http://localhost:3000",
    "null",
    "http://localhost:8080.evil.example",
    "file://",
    "",
  ])("cannot be foreign: '%s'", async (origin) => {
    seen.length = 0;
    expect([(await guard()(request({ origin }))).status, seen]).toEqual([403, []]);
  });

  it("can be an allowed one, which the response names", async () => {
    const handle = guard({ origins: new Set(["https://app.example"]) });
    const { headers } = await handle(request({ origin: "https://app.example" }));
    expect(headers).toMatchObject({
      "access-control-allow-origin": "https://app.example",
      vary: "accept, origin",
    });
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    for (const origin of ["https://allowed.evil", "https://app.example.evil", "http://app.example", "null"])
      expect((await handle(request({ origin }))).status).toBe(403);
    const none = await handle(request({}));
    expect(none.headers["access-control-allow-origin"]).toBeUndefined();
    expect(none.headers["vary"]).toBe("accept, origin");
  });

  it("is answered before a request that changes something, without the token", async () => {
    const handle = guard({ origins: new Set(["https://app.example"]), token: "long-enough" });
    const preflight = { "access-control-request-method": "PUT", origin: "https://app.example" };
    seen.length = 0;
    const { status, headers } = await handle(request(preflight, { method: "OPTIONS" }));
    expect([status, seen]).toEqual([204, []]);
    expect(headers["access-control-allow-methods"]).toContain("PUT");
    expect(headers["access-control-allow-headers"]).toContain("If-Match");
    const foreign = { ...preflight, origin: "https://evil.example" };
    expect((await handle(request(foreign, { method: "OPTIONS" }))).status).toBe(403);
  });
});

describe("a token", () => {
  const handle = guard({ token: "s3cret-token" });

  it.each([
    "Bearer s3cret-token",
    "bearer s3cret-token",
    `Basic ${Buffer.from("anyone:s3cret-token").toString("base64")}`,
  ])("is accepted as %s", async (authorization) => {
    expect((await handle(request({ authorization }))).status).toBe(200);
  });

  it.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "Bearer s3cret-toke",
    "Bearer s3cret-token2",
    "s3cret-token",
    "Basic s3cret-token",
    "Digest s3cret-token",
    `Bearer ${"a".repeat(100_000)}`,
  ])("is missing or wrong in '%s'", async (authorization) => {
    seen.length = 0;
    const { status, headers, body } = await handle(request({ authorization }));
    expect([status, seen]).toEqual([401, []]);
    expect(headers["www-authenticate"]).toMatch(/^Bearer .*Basic /);
    expect(body as string).not.toContain("s3cret");
  });

  it("must not be sent twice", async () => {
    const authorization = ["Bearer s3cret-token", "Bearer s3cret-token"];
    expect((await handle(request({ authorization }))).status).toBe(400);
  });

  it("is not needed for the health of the server", async () => {
    expect((await handle(request({}, { path: "/health" }))).status).toBe(200);
    expect((await handle(request({}, { path: "/health/" }))).status).toBe(401);
  });
});
