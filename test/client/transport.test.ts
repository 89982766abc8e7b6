import { expect, it } from "vitest";
import { eq, name, query as queryOf } from "tamis/builder";
import { ClientError, createClient, HttpError, type ClientOptions } from "tamis/client";
import { collect, script } from "./serve.ts";

const empty = { body: { items: [] } };
const fast = { limit: 3, maxDelay: 2_000 };

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no error",
    (error: unknown) => (error instanceof ClientError ? error.code : error),
  );

it("the token is sent to the deployment only: links and redirects to other origins are errors", async () => {
  const other = await script(() => empty);
  const { baseUrl, requests } = await script(({ target }) => {
    if (target === "/redirect") return { status: 302, headers: { location: `${other.baseUrl}/rows` } };
    const href = target === "/scheme" ? `//${other.baseUrl.slice(7)}/rows` : `${other.baseUrl}/rows`;
    return { body: { items: [{ id: 1 }], links: [{ rel: "next", href }] } };
  });
  const client = createClient({ baseUrl, auth: "secret" });
  for (const path of ["/rows", "/scheme", "/redirect"]) {
    expect(await codeOf(collect(client.items(path)))).toBe("cross-origin");
    expect(requests.at(-1)!.headers.authorization).toBe("Bearer secret");
  }
  expect(() => client.collection(`${other.baseUrl}/rows`)).toThrow("another origin");
  expect(() => client.collection(`/\\${other.baseUrl.slice(7)}/rows`)).toThrow("another origin");
  expect(other.requests).toEqual([]);

  const trusting = createClient({ baseUrl, auth: "secret", trustedOrigins: [other.baseUrl] });
  expect(await collect(trusting.items("/rows"))).toEqual([{ id: 1 }]);
  expect(other.requests).toHaveLength(1);
});

it("redirects within the deployment are followed, but not forever", async () => {
  const { baseUrl, requests } = await script(({ target }) =>
    target.startsWith("/new")
      ? empty
      : { status: 308, headers: { location: target === "/old" ? "/new" : target } },
  );
  const client = createClient({ baseUrl });
  expect((await client.list("/old")).items).toEqual([]);
  expect(await codeOf(client.list("/loop"))).toBe("redirect");
  expect(requests).toHaveLength(8);
});

it("paths are relative to a deployment with a path", async () => {
  const { baseUrl, requests } = await script(({ target }) => ({
    body: {
      items: [],
      links: target.includes("start") ? [] : [{ rel: "next", href: "/reports/reports?start=1" }],
    },
  }));
  await collect(createClient({ baseUrl: `${baseUrl}/sales/` }).items("/reports/reports"));
  expect(requests.map(({ target }) => target)).toEqual([
    "/sales/reports/reports",
    "/sales/reports/reports?start=1",
  ]);
});

it.each<[string, ClientOptions, string]>([
  ["a relative address", { baseUrl: "/rows" }, "baseUrl must be"],
  ["another protocol", { baseUrl: "file:///etc" }, "baseUrl must be"],
  ["a password in the address", { baseUrl: "http://me:secret@host" }, "baseUrl must be"],
  ["a negative timeout", { baseUrl: "http://host", timeout: -1 }, "timeout must be"],
])("%s is a programmer error", (_, options, message) => {
  expect(() => createClient(options)).toThrow(message);
});

it("Retry-After decides when a request is repeated, in seconds or as a date", async () => {
  const times: number[] = [];
  const { baseUrl } = await script((_, index) => {
    times.push(Date.now());
    if (index === 0) return { status: 429, headers: { "retry-after": "1" } };
    if (index === 1)
      return { status: 503, headers: { "retry-after": new Date(Date.now() - 5_000).toUTCString() } };
    return empty;
  });
  await createClient({ baseUrl, retries: fast }).list("/rows");
  expect(times).toHaveLength(3);
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(950);
});

it("repetitions are bounded in number and in time", async () => {
  const { baseUrl, requests } = await script(({ target }) => ({
    status: 503,
    headers: { "retry-after": target === "/long" ? "3600" : "0" },
  }));
  const client = createClient({ baseUrl, retries: fast });
  await expect(client.list("/rows")).rejects.toMatchObject({ status: 503 });
  expect(requests).toHaveLength(4);
  await expect(client.list("/long")).rejects.toMatchObject({ status: 503, retryAfter: 3_600_000 });
  expect(requests).toHaveLength(5);
});

it("a request that could take effect twice is not repeated", async () => {
  const { baseUrl, requests } = await script(() => ({
    status: 503,
    headers: { "retry-after": "0" },
    body: {},
  }));
  const rows = createClient({ baseUrl, retries: fast }).collection("/rows");
  await expect(rows.create({ id: 1 })).rejects.toMatchObject({ status: 503 });
  expect(requests).toHaveLength(1);
  await expect(rows.create({ id: 1 }, { idempotencyKey: "k1" })).rejects.toMatchObject({ status: 503 });
  expect(requests).toHaveLength(5);
  expect(requests.at(-1)!.headers["idempotency-key"]).toBe("k1");
});

it("other errors are not repeated", async () => {
  const { baseUrl, requests } = await script(() => ({ status: 500, body: "" }));
  await expect(createClient({ baseUrl, retries: fast }).list("/rows")).rejects.toThrow(HttpError);
  expect(requests).toHaveLength(1);
});

it("the statuses after which a request is repeated can be chosen, except after changes", async () => {
  const { baseUrl, requests } = await script(() => ({ status: 500, headers: { "retry-after": "0" } }));
  const client = createClient({ baseUrl, retries: { ...fast, statuses: [500] } });
  await expect(client.list("/rows")).rejects.toThrow(HttpError);
  expect(requests).toHaveLength(4);
  const body = { name: "x" };
  const change = {
    method: "PUT",
    body,
    ifUnchanged: { url: `${baseUrl}/rows/1`, etag: '"1"', lastModified: undefined },
  } as const;
  await expect(client.send("/rows/1", change)).rejects.toThrow(HttpError);
  expect(requests).toHaveLength(5);
});

it("errors name the request without its query and a password", async () => {
  const { baseUrl } = await script(({ target }) => ({ status: 404, body: target.includes("no") ? "x" : {} }));
  const client = createClient({ baseUrl });
  const failed = await client.list("/rows?secret=1").catch((error: unknown) => error as ClientError);
  expect(failed).toMatchObject({ method: "GET", url: `${baseUrl}/rows?secret=1` });
  expect((failed as ClientError).message).toMatch(new RegExp(`^GET ${baseUrl}/rows: 404: `));
  const lost = createClient({ baseUrl: "http://127.0.0.1:9", retries: { limit: 0 } }).collection("/rows");
  await expect(lost.list()).rejects.toThrow(/^GET http:\/\/127\.0\.0\.1:9\/rows: The request failed: /);
  await expect(lost.remove("a b")).rejects.toThrow(/^DELETE http:\/\/127\.0\.0\.1:9\/rows\/a%20b: /);
});

it("an error of a hook is the error of the request, and causes no repetition", async () => {
  const { baseUrl, requests } = await script(() => empty);
  const stop = new Error("stop");
  const throwing = () => {
    throw stop;
  };
  for (const hooks of [{ beforeRequest: throwing }, { afterResponse: throwing }])
    await expect(createClient({ baseUrl, hooks }).list("/rows")).rejects.toBe(stop);
  expect(requests).toHaveLength(1);
});

it("the address of the next page can be listed, on the same origin only", async () => {
  const { baseUrl } = await script(({ target }) => ({
    body: target.includes("start=1")
      ? { items: [2] }
      : { items: [1], links: [{ rel: "next", href: "/rows?filter=a&start=1" }] },
  }));
  const rows = createClient({ baseUrl }).collection("/rows");
  const { next } = await rows.list({ filter: "a" });
  expect((await rows.list(next)).items).toEqual([2]);
  expect(await codeOf(rows.list("https://example.org/rows"))).toBe("cross-origin");
});

it("a failed connection is a network error, after repetitions", async () => {
  let calls = 0;
  const client = createClient({
    baseUrl: "http://127.0.0.1:9",
    retries: { limit: 1 },
    fetch: (...args) => {
      calls++;
      return fetch(...args);
    },
  });
  expect(await codeOf(client.list("/rows"))).toBe("network");
  expect(calls).toBe(2);
});

/** A server that never completes a body. */
const stalling: ClientOptions["fetch"] = (_, { signal }) =>
  Promise.resolve(
    new Response(
      new ReadableStream({
        start: (controller) => {
          signal?.addEventListener("abort", () => controller.error(signal.reason));
        },
      }),
    ),
  );

it("the timeout includes the body", async () => {
  const client = createClient({ baseUrl: "http://host", timeout: 50, fetch: stalling });
  expect(await codeOf(client.list("/rows"))).toBe("timeout");
});

it("a signal aborts a request, a wait for a repetition, and a request made in advance", async () => {
  const client = createClient({ baseUrl: "http://host", fetch: stalling });
  const reason = new Error("stopped");
  const signal = () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 20);
    return controller.signal;
  };
  expect(await codeOf(client.list("/rows", "", { signal: signal() }))).toBe(reason);
  expect(await codeOf(client.list("/rows", "", { signal: AbortSignal.abort(reason) }))).toBe(reason);
  const busy = await script(() => ({ status: 503, headers: { "retry-after": "20" } }));
  expect(await codeOf(createClient(busy).list("/rows", "", { signal: signal() }))).toBe(reason);

  const aborted: unknown[] = [];
  const paging = createClient({
    baseUrl: "http://host",
    fetch: (url, init) => {
      if (url === "http://host/rows")
        return Promise.resolve(
          Response.json({ items: [1, 2], links: [{ rel: "next", href: "/rows?start=2" }] }),
        );
      return new Promise((_, reject) => {
        init.signal!.addEventListener("abort", () => {
          aborted.push(url);
          reject(new Error("aborted"));
        });
      });
    },
  });
  for await (const item of paging.items("/rows")) if (Number(item) === 1) break;
  expect(aborted).toEqual(["http://host/rows?start=2"]);
});

it("one page is requested in advance, and not more", async () => {
  const { baseUrl, requests } = await script((_, index) => ({
    body: { items: [index], links: [{ rel: "next", href: `/rows?start=${index + 1}` }] },
  }));
  const settle = () => new Promise((resolve) => setTimeout(resolve, 100));
  const pages = createClient({ baseUrl }).pages("/rows");
  await pages.next();
  await settle();
  expect(requests).toHaveLength(2);
  await pages.return();
  const single = createClient({ baseUrl }).pages("/rows", "", { prefetch: false });
  await single.next();
  await settle();
  expect(requests).toHaveLength(3);
  await single.return();
});

it("queries are strings, parts, trees, or objects that write search parameters", async () => {
  const { baseUrl, requests } = await script(() => empty);
  const client = createClient({ baseUrl });
  const written = { toSearchParams: () => new URLSearchParams({ filter: "eq(a,'b c')" }) };
  const queries = [
    "?filter=eq(a,1)",
    { filter: "eq(name,'a&b')", sortBy: "id", start: 0, limit: 5, parameters: { resourceUri: "/x?y" } },
    { filter: eq(name("a"), 1) },
    written,
    written.toSearchParams(),
    queryOf()
      .where((b) => b.eq("a", "b c"))
      .limit(5),
  ];
  for (const query of queries) await client.list("/rows", query);
  expect(requests.map(({ target }) => target)).toEqual([
    "/rows?filter=eq(a,1)",
    "/rows?resourceUri=/x?y&filter=eq(name,%27a%26b%27)&sortBy=id&start=0&limit=5",
    "/rows?filter=eq(a,1)",
    "/rows?filter=eq%28a%2C%27b+c%27%29",
    "/rows?filter=eq%28a%2C%27b+c%27%29",
    "/rows?filter=eq(a,%27b%20c%27)&limit=5",
  ]);
  await expect(client.list("/rows", { limit: -1 })).rejects.toThrow("limit must be an integer >= 0");
  await expect(client.list("/rows", { filter: { kind: "call" } as never })).rejects.toThrow("filter must be");
});

it("an expired token is renewed once, and the request is repeated whatever its method", async () => {
  const { baseUrl, requests } = await script(({ headers }) =>
    headers.authorization === "Bearer new"
      ? { status: 201, body: {} }
      : { status: 401, body: { message: "expired" } },
  );
  const rejected: unknown[] = [];
  const auth = { token: (old?: string) => Promise.resolve(rejected.push(old) === 1 ? "old" : "new") };
  await createClient({ baseUrl, auth }).collection("/rows").create({});
  expect(rejected).toEqual([undefined, "old"]);
  expect(requests).toHaveLength(2);
  await expect(createClient({ baseUrl, auth: "old" }).list("/rows")).rejects.toMatchObject({ status: 401 });
  expect(requests).toHaveLength(3);
});

it("a long query without a link query is an error before it is sent", async () => {
  const { baseUrl, requests } = await script(() => ({ body: { items: [], links: [] } }));
  const filter = `in(name,${Array.from({ length: 900 }, (_, i) => `'name ${i}'`).join(",")})`;
  const client = createClient({ baseUrl });
  expect(await codeOf(client.list("/rows", { filter }))).toBe("query-too-long");
  expect(await codeOf(client.list("/rows", { filter }))).toBe("query-too-long");
  expect(requests.map(({ target }) => target)).toEqual(["/rows?limit=0"]);
});

it("an error of a proxy, and a hostile message, are shown without control characters", async () => {
  const { baseUrl } = await script(({ target }) =>
    target === "/html"
      ? { status: 404, body: "<html>not found</html>" }
      : {
          status: 400,
          body: {
            message: "\u001b[31mred",
            errorCode: 1104,
            id: "t1",
            errors: [null, { message: "\u0007" }],
          },
        },
  );
  const client = createClient({ baseUrl });
  await expect(client.list("/html")).rejects.toMatchObject({ status: 404, body: "<html>not found</html>" });
  const error = (await client.list("/rows").catch((each: unknown) => each)) as HttpError;
  expect(error.message).toContain("400: <U+001B>[31mred");
  expect(error.message).toContain("<U+0007>");
  expect(error).toMatchObject({ errorCode: 1104, traceId: "t1" });
});
