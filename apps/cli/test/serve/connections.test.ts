/** Clients that are slow, incomplete or many, on a real server with short limits. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createService, defineResource, type HttpHandler } from "tamis/http";
import { catalogFromRows } from "tamis/catalog";
import { createCollection } from "tamis/store";
import {
  startServer,
  type Answered,
  type ConnectionLimits,
  type RunningServer,
} from "../../src/serve/http/start-server.ts";
import { exchange, send, until } from "./running-server.ts";

const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}`, text: "x".repeat(500) }));
const collection = createCollection(rows, {
  catalog: catalogFromRows(rows, { name: "rows" }).catalog!,
}).asCollection();
const service = () => createService({ resources: [defineResource({ path: "/rows", collection })] });

const servers: RunningServer[] = [];
const answers: Answered[] = [];
const errors: unknown[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ stop }) => stop()));
  answers.length = 0;
  expect(errors.splice(0)).toEqual([]);
});

async function listening(
  limits: Partial<ConnectionLimits> = {},
  handle: HttpHandler = service(),
): Promise<RunningServer> {
  const server = await startServer(handle, {
    host: "127.0.0.1",
    port: 0,
    limits,
    onAnswer: (answer) => answers.push(answer),
    onError: (error) => errors.push(error),
  });
  servers.push(server);
  return server;
}

const isAlive = async ({ url }: RunningServer) => (await send(`${url}/rows?limit=1`)).status === 200;

describe("a slow client", () => {
  it("has a limited time to send the header fields", async () => {
    const server = await listening({ headersTimeout: 300, requestTimeout: 300 });
    const socket = connect(server.port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString()));
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.on("error", () => undefined);
    const drip = setInterval(() => socket.write("x"), 50);
    socket.write("GET /rows?limit=1 HTTP/1.1\r\nhost: localhost\r\nx-slow: ");
    await closed;
    clearInterval(drip);
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(await isAlive(server)).toBe(true);
  });

  it("has a limited time to send the body", async () => {
    const server = await listening({ headersTimeout: 300, requestTimeout: 300 });
    const text = await exchange(
      server.port,
      "POST /rows/@query HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\n\r\nfilter=",
    );
    expect(text === "" || /^HTTP\/1\.1 4\d\d /.test(text)).toBe(true);
    expect(await isAlive(server)).toBe(true);
  });

  it("that stops reading loses its connection, and the server keeps none of its rows", async () => {
    const server = await listening({ idleTimeout: 300 });
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET /rows/@rows HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await new Promise((resolve) => socket.once("readable", resolve));
    await until(() => answers.length === 1);
    expect(answers[0]).toMatchObject({ target: "/rows/@rows", isComplete: false });
    expect(await isAlive(server)).toBe(true);
    socket.destroy();
  });
});

describe("an incomplete request", () => {
  it("that ends in the middle does not disturb others", async () => {
    const server = await listening();
    for (const part of [
      "G",
      "GET /rows",
      "GET /rows HTTP/1.1\r\nhost: lo",
      "POST /rows/@query HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nfil",
    ]) {
      const socket = connect(server.port, "127.0.0.1");
      socket.on("error", () => undefined);
      await new Promise<void>((resolve) => void socket.write(part, () => resolve()));
      socket.destroy();
    }
    expect(await isAlive(server)).toBe(true);
  });

  it("of a client that is gone is canceled", async () => {
    let isAborted = false;
    const server = await listening({}, async ({ signal }) => {
      await new Promise((resolve) => signal!.addEventListener("abort", resolve));
      isAborted = true;
      return { status: 200, headers: {}, body: "" };
    });
    const socket = connect(server.port, "127.0.0.1");
    await new Promise<void>(
      (resolve) => void socket.write("GET /rows HTTP/1.1\r\nhost: localhost\r\n\r\n", () => resolve()),
    );
    await sleep(50);
    socket.destroy();
    await until(() => isAborted && answers.length === 1);
    expect(answers[0]).toMatchObject({ status: 499, isComplete: false });
  });
});

describe("many clients", () => {
  it("that wait without a request are limited, and those with one are served again later", async () => {
    const server = await listening({ maximumConnections: 20, keepAliveTimeout: 200 });
    const sockets = Array.from({ length: 60 }, () => connect(server.port, "127.0.0.1"));
    let closed = 0;
    for (const socket of sockets) {
      socket.on("error", () => undefined);
      socket.on("close", () => closed++);
    }
    await until(() => closed >= 40);
    expect(closed).toBe(40);
    for (const socket of sockets) socket.destroy();
    await until(() => isAlive(server).catch(() => false));
  });

  it("more than allowed get 503 with Retry-After, and the server recovers", async () => {
    // Takes as long as a database, so that requests overlap.
    const slow = {
      ...collection,
      page: async (...args: Parameters<typeof collection.page>) => {
        await sleep(20);
        return collection.page(...args);
      },
    };
    const resource = defineResource({ path: "/rows", collection: slow });
    const busy = createService({ resources: [resource], limits: { concurrency: 4 } });
    const server = await listening({}, busy);
    const statuses = new Map<number, number>();
    const end = Date.now() + 2_000;
    let start = 0;
    const clients = Array.from({ length: 40 }, async () => {
      while (Date.now() < end) {
        const { status, headers } = await send(`${server.url}/rows?start=${start++}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 503) expect(headers["retry-after"]).toMatch(/^\d+$/);
      }
    });
    await Promise.all(clients);
    expect([...statuses.keys()].sort()).toEqual([200, 503]);
    for (let i = 0; i < 10; i++) expect(await isAlive(server)).toBe(true);
  });
});

it("requests that are sent without waiting are answered in order", async () => {
  const server = await listening();
  const requests = [3, 1, 2].map((limit) => `GET /rows?limit=${limit} HTTP/1.1\r\nhost: localhost\r\n`);
  const text = await exchange(server.port, `${requests.join("\r\n")}connection: close\r\n\r\n`);
  expect([...text.matchAll(/"limit":(\d+)/g)].map(([, limit]) => limit)).toEqual(["3", "1", "2"]);
});

it("an error of a handler ends its connection, and is reported", async () => {
  const server = await listening({}, ({ path }) => {
    if (path === "/bad") return Promise.reject(new TypeError("broken"));
    return Promise.resolve({ status: 200, headers: path === "/header" ? { x: "a\nb" } : {}, body: "" });
  });
  await expect(send(`${server.url}/bad`)).rejects.toThrow();
  await expect(send(`${server.url}/header`)).rejects.toThrow();
  expect((await send(`${server.url}/good`)).status).toBe(200);
  expect(errors.splice(0)).toHaveLength(2);
});

describe("the stop of a server", () => {
  it("waits for running requests, but not forever", async () => {
    const running = new Set<string>();
    const server = await listening({ drainTimeout: 300 }, async ({ path }) => {
      running.add(path);
      await sleep(path === "/short" ? 100 : 60_000, undefined, { ref: false });
      return { status: 200, headers: {}, body: "done" };
    });
    const short = send(`${server.url}/short`);
    const long = send(`${server.url}/long`).then(
      () => "answered",
      () => "closed",
    );
    await vi.waitFor(() => expect(running.size).toBe(2), 10_000);
    const begin = performance.now();
    await server.stop();
    expect(performance.now() - begin).toBeLessThan(3_000);
    expect((await short).text).toBe("done");
    expect(await long).toBe("closed");
  });
});
