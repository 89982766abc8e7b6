import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CREATE, INSERT, PLACES } from "../../examples/http/places.ts";
import { HAS_DRIVERS, runWorker, type Miniflare } from "../engine/databases/drivers/drivers.ts";
import { server as plainServer } from "../../examples/http/server.ts";

const EXAMPLES = new URL("../../examples/http/", import.meta.url);

const FRAMEWORKS = ["express", "fastify", "hono"] as const;
type Framework = (typeof FRAMEWORKS)[number];

const require = createRequire(EXAMPLES);
const isInstalled = [...FRAMEWORKS, "@hono/standard-validator"].every((name) => {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
});
if (!isInstalled)
  console.warn(
    "The tests of Express, Fastify and Hono are skipped. npm ci --prefix examples/http installs them.",
  );

/** Examples that need no package of `examples/http`, with their files. */
const FILES = {
  "node:http": "server.ts",
  "Next.js": "next/app/api/[[...path]]/route.js",
  "Cloudflare Workers": "worker.js",
} as const;
type Name = Framework | keyof typeof FILES;

type Handler = (request: Request) => Promise<Response>;

/** Returns a server that passes each request on to a function, as platforms do. */
function serverOf(handle: Handler): Server {
  return createServer((request, response) => {
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    const init = {
      method: request.method!,
      headers: Object.entries(request.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((each): [string, string] => [name, each]),
      ),
      ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: "half" as const } : {}),
    };
    void handle(new Request(`http://localhost${request.url}`, init)).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(new Uint8Array(await answer.arrayBuffer()));
    });
  });
}

let runtime: Miniflare | undefined;
afterAll(() => runtime?.dispose());

/** Returns a server of the example. Types of the frameworks are not installed. */
const SERVERS: Readonly<Record<Name, () => Promise<Server>>> = {
  // Next.js calls the function that a route exports under the name of the method.
  "Next.js": async () => {
    const route = (await import(new URL(encodeURI(FILES["Next.js"]), EXAMPLES).href)) as Record<
      string,
      Handler
    >;
    return serverOf(
      (request) => route[request.method]?.(request) ?? Promise.resolve(new Response(null, { status: 405 })),
    );
  },
  "Cloudflare Workers": async () => {
    runtime = await runWorker(fileURLToPath(new URL("worker.js", EXAMPLES)));
    const database = await runtime.getD1Database("DB");
    await database.prepare(CREATE).run();
    await database.prepare(INSERT).bind(PLACES).run();
    return serverOf(async (request) => {
      const { status, headers, body } = await runtime!.dispatchFetch(request.url, request as never);
      return new Response(body as ReadableStream | null, { status, headers: [...headers] });
    });
  },
  "node:http": () => Promise.resolve(plainServer),
  express: async () => {
    const { app } = (await import(new URL("express.js", EXAMPLES).href)) as { app: RequestListener };
    return createServer(app);
  },
  fastify: async () => {
    const { app } = (await import(new URL("fastify.js", EXAMPLES).href)) as {
      app: { ready: () => Promise<void>; server: Server };
    };
    await app.ready();
    return app.server;
  },
  hono: async () => {
    const { app } = (await import(new URL("hono.js", EXAMPLES).href)) as { app: { fetch: unknown } };
    const { createAdaptorServer } = (await import(require.resolve("@hono/node-server"))) as {
      createAdaptorServer: (options: { fetch: unknown }) => Server;
    };
    return createAdaptorServer({ fetch: app.fetch });
  },
};

const names: readonly Name[] = [
  "node:http",
  "Next.js",
  ...(isInstalled ? FRAMEWORKS : []),
  ...(HAS_DRIVERS ? (["Cloudflare Workers"] as const) : []),
];

it.runIf(isInstalled)(
  "the example of a validator gives the checked query to the route, or 400 with the reason",
  async () => {
    const { app } = (await import(new URL("validator.js", EXAMPLES).href)) as {
      app: { request: (target: string) => Promise<Response> };
    };
    const found = await app.request(
      "/places?filter=gt(pop_max,10000000)&sortBy=name&limit=2&featurecla=Populated%20place",
    );
    expect([found.status, await found.json()]).toEqual([
      200,
      { count: 2, names: ["Los Angeles", "New York"] },
    ]);
    const wrong = await app.request("/places?filter=eq(nmae,'Oslo')");
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("unknown-member");
  },
);

it("the example of a cluster answers in several processes, replaces one that ends, and stops", async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL("cluster.ts", EXAMPLES))], {
    env: { ...process.env, PORT: "0", PROCESSES: "2" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  const listening = async (count: number) => {
    while (out.split("\n").length <= count) await once(child.stdout, "data");
    return [...out.matchAll(/^(\d+) listens on port (\d+)$/gm)].map(([, pid, port]) => ({ pid, port }));
  };
  const [first, second] = await listening(2);
  expect([first!.port, first!.pid === second!.pid]).toEqual([second!.port, false]);
  const countOf = async () => {
    const response = await fetch(`http://127.0.0.1:${first!.port}/api/places?limit=0`);
    return ((await response.json()) as { count: number }).count;
  };
  expect(await Promise.all([countOf(), countOf(), countOf()])).toEqual([243, 243, 243]);
  process.kill(Number(first!.pid), "SIGKILL");
  const [, , third] = await listening(3);
  expect(third!.port).toBe(first!.port);
  expect(await countOf()).toBe(243);
  child.kill("SIGTERM");
  expect(await closed).toEqual([0, null]);
});

describe.each(names)("the example for %s", (name) => {
  let server: Server;
  let base: string;

  beforeAll(async () => {
    server = await SERVERS[name]();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const get = async (target: string, init?: RequestInit) => {
    const response = await fetch(base + target, init);
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get("content-type") ?? "");

    const json = isJson && text !== "" ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  };

  it("returns pages whose links lead to all rows", async () => {
    const found: string[] = [];
    let next: string | undefined = "/api/places?filter=gt(pop_max,10000000)&sortBy=name&limit=5";
    while (next !== undefined) {
      const { json }: { json: { items: { name: string }[]; links: { rel: string; href: string }[] } } =
        await get(next);
      found.push(...json.items.map((item) => item.name));
      next = json.links.find(({ rel }) => rel === "next")?.href;
    }
    expect([found.length, new Set(found).size, found[0]]).toEqual([17, 17, "Beijing"]);
  });

  it("returns items, errors with corrections, and what is missing", async () => {
    expect((await get("/api/places/1")).json.name).toBe("Vatican City");
    const wrong = await get("/api/places?filter=eq(nmae,'Oslo')&limit=1");
    expect([wrong.status, wrong.json.remediation]).toEqual([
      400,
      "Request /api/places?filter=eq(name,%27Oslo%27)&limit=1",
    ]);
    expect((await get("/api/nothing")).status).toBe(404);
    const refused = await get("/api/places", { method: "DELETE" });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, QUERY, OPTIONS"]);
  });

  it("reads the body of a query, whatever its type", async () => {
    const post = (type: string, body: string) =>
      get("/api/places/@query", { method: "POST", headers: { "content-type": type }, body });
    const page = await post("application/x-www-form-urlencoded", "filter=eq(name,'Oslo')");
    expect([page.status, page.json.count]).toEqual([200, 1]);
    expect((await post("application/json", "{}")).status).toBe(415);
  });

  it.skipIf(name === "Next.js")("answers a query by the method QUERY", async () => {
    const page = await get("/api/places", {
      method: "QUERY",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "filter=eq(name,'Oslo')",
    });
    expect([page.status, page.json.count]).toEqual([200, 1]);
  });

  it("embeds the service in at most ten lines", async () => {
    const file = encodeURI(Object.hasOwn(FILES, name) ? FILES[name as keyof typeof FILES] : `${name}.js`);
    const text = await readFile(new URL(file, EXAMPLES), "utf8");
    const code = text.split("\n").filter((line) => line.trim() !== "" && !/^ ?(?:\/\/|\/?\*)/.test(line));
    expect(code.length).toBeLessThanOrEqual(10);
  });

  it("streams all rows, and sorts in the language of the client", async () => {
    const { text, headers } = await get("/api/places/@rows?sortBy=name", {
      headers: { "accept-language": "sv" },
    });
    expect([headers.get("content-type"), headers.get("content-language")]).toEqual([
      "application/x-ndjson",
      "sv",
    ]);
    expect(text.trim().split("\n")).toHaveLength(243);
  });

  it.runIf((FRAMEWORKS as readonly string[]).includes(name))(
    "leaves the other paths to the application",
    async () => {
      expect((await get("/")).text).toBe("An existing application.");
    },
  );
});
