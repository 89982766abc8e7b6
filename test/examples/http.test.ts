import { mkdtempSync, rmSync } from "node:fs";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { request, type IncomingHttpHeaders, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { fromNodeSqlite, sqlCollection } from "tamis/databases";
import { createService, shutDown, type Pages } from "../../examples/http/places-server.ts";
import { placesInMemory } from "../../examples/http/run.ts";

const directory = mkdtempSync(join(tmpdir(), "tamis-http-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The same places in a table. */
async function placesInTable(): Promise<Pages> {
  const memory = placesInMemory();
  const rows = await everything(memory);
  const database = new DatabaseSync(join(directory, "places.db"));
  database.exec("CREATE TABLE places (fid INTEGER PRIMARY KEY, name TEXT, pop_max INTEGER)");
  const insert = database.prepare("INSERT INTO places VALUES (?, ?, ?)");
  for (const row of rows) insert.run(Number(row["fid"]), String(row["name"]), Number(row["pop_max"]));
  const catalog = defineCatalog({
    name: "places",
    members: {
      fid: { type: "integer", nullable: false },
      name: { type: "string", nullable: false },
      pop_max: { type: "integer", nullable: false },
    },
    key: "fid",
  });
  return sqlCollection({ source: fromNodeSqlite(database), catalog, table: { table: "places" } });
}

async function everything(pages: Pages): Promise<readonly Record<string, unknown>[]> {
  const page = await pages.page({ limit: 1_000 });
  if (!page.ok) throw new TypeError("The places are not answered.");
  return page.items;
}

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: Record<string, unknown> & { readonly items: readonly Record<string, unknown>[] };
}

for (const [where, open] of [
  ["memory", () => Promise.resolve(placesInMemory())],
  ["a database", placesInTable],
] as const) {
  describe(`the example server over ${where}`, () => {
    let server: Server;
    let base: string;

    beforeAll(async () => {
      server = createService(await open(), { path: "/places", locales: ["en", "sv"], requestTimeout: 2_000 });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });

    const get = async (address: string, init: RequestInit = {}): Promise<Answer> => {
      const response = await fetch(base + address, init);
      return {
        status: response.status,
        type: response.headers.get("content-type"),
        body: (await response.json()) as Answer["body"],
      };
    };

    it("returns a page in the platform's format", async () => {
      const { status, type, body } = await get(
        "/places?filter=gt(pop_max,10000000)&sortBy=pop_max:descending&start=1&limit=2",
      );
      expect([status, type]).toEqual([200, "application/vnd.vendor.collection+json"]);
      expect(body.items.map(({ name }) => name)).toEqual(["New York", "Mexico City"]);
      expect(body).toMatchObject({ name: "places", start: 1, limit: 2, count: 17, version: 1 });
      expect((body["links"] as { rel: string }[]).map(({ rel }) => rel)).toEqual([
        "self",
        "collection",
        "first",
        "prev",
        "next",
        "last",
      ]);
    });

    it("answers its own links", async () => {
      const names: unknown[] = [];
      let next: string | undefined = "/places?filter=gt(pop_max,10000000)&sortBy=name&limit=5";
      while (next !== undefined) {
        const { body }: Answer = await get(next);
        names.push(...body.items.map(({ name }) => name));
        next = (body["links"] as { rel: string; href: string }[]).find(({ rel }) => rel === "next")?.href;
      }
      expect(names).toHaveLength(17);
      expect(new Set(names).size).toBe(17);
    });

    it("returns the errors of a query as data, with corrections", async () => {
      const { status, type, body } = await get("/places?filter=eq(nmae,'Oslo')&limit=1");
      expect([status, type]).toEqual([400, "application/vnd.vendor.error+json"]);
      expect(body).toMatchObject({
        httpStatusCode: 400,
        remediation: "Write ?filter=eq(name,%27Oslo%27)&limit=1",
        errors: [{ code: "unknown-member", severity: "error", span: { start: 10, end: 14 } }],
      });
      for (const query of [
        "limit=x",
        "nosuch=1",
        "filter=eq(",
        "sortBy=zzz",
        "filter=%zz",
        "filter=match(name,'(')",
      ])
        expect((await get(`/places?${query}`)).status).toBe(400);
    });

    it("has one address and allows only reading", async () => {
      expect((await get("/nowhere")).status).toBe(404);
      const response = await fetch(`${base}/places`, { method: "DELETE" });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      const head = await fetch(`${base}/places?limit=1`, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
    });

    it("sorts in the client's language and names it", async () => {
      const response = await fetch(`${base}/places?limit=1`, {
        headers: { "accept-language": "sv-FI, en;q=0.1" },
      });
      expect(response.headers.get("content-language")).toBe("sv");
    });

    it("lowers a limit above the maximum and rejects long headers", async () => {
      expect((await get("/places?limit=999999999")).body["limit"]).toBe(1_000);
      expect((await fetch(`${base}/places?filter=${"x".repeat(20_000)}`)).status).toBe(431);
    });

    it("takes its links from its own path, allows no other origin, and lets no shared cache store rows", async () => {
      const { status, headers, body } = await new Promise<RawAnswer>((resolve, reject) => {
        const hostile = {
          host: "evil.example",
          "x-forwarded-host": "evil.example",
          origin: "https://evil.example",
        };
        request(`${base}/places?limit=1`, { headers: hostile }, (response) => {
          let text = "";
          response.on("data", (chunk) => (text += String(chunk)));
          response.on("end", () =>
            resolve({ status: response.statusCode, headers: response.headers, body: text }),
          );
        })
          .on("error", reject)
          .end();
      });
      expect([status, body.includes("evil.example")]).toEqual([200, false]);
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(headers["cache-control"]).toBe("private, no-cache");
    });

    it("answers pipelined requests in order", async () => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      const requests = [1, 2, 3].map((limit) => `GET /places?limit=${limit} HTTP/1.1\r\nhost: x\r\n`);
      socket.write(`${requests.join("\r\n")}connection: close\r\n\r\n`);
      let text = "";
      for await (const chunk of socket) text += String(chunk);
      expect([...text.matchAll(/"limit":(\d+)/g)].map(([, limit]) => limit)).toEqual(["1", "2", "3"]);
    });

    it("keeps running if a client disconnects during a request", async () => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      await new Promise<void>((resolve) =>
        socket.write("GET /places HTTP/1.1\r\nhost: x\r\n", () => resolve()),
      );
      socket.destroy();
      expect((await get("/places?limit=1")).status).toBe(200);
    });

    it("answers running requests during shutdown", async () => {
      const running = get("/places?limit=1");
      await new Promise((resolve) => server.once("request", resolve));
      await shutDown(server);
      expect((await running).status).toBe(200);
      await expect(fetch(`${base}/places`)).rejects.toThrow();
    });
  });
}
