import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { listen, urlHost, type ListeningServer } from "tamis/http";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function newServer(): Server {
  const server = createServer((_, response) => response.end("ok"));
  servers.push(server);
  return server;
}

/** A server that cannot listen for a reason that this machine may not have. */
function failing(code: string): ListeningServer {
  let fail: ((error: Error) => void) | undefined;
  return {
    once: (_, listener) => (fail = listener),
    removeListener: () => undefined,
    address: () => null,
    listen: () => fail?.(Object.assign(new Error(`listen ${code}`), { code })),
  };
}

describe("a server that listens", () => {
  it("has the address that clients use", async () => {
    const { port, url } = await listen(newServer(), { host: "LocalHost", port: 0 });
    expect(url).toBe(`http://localhost:${port}`);
    expect(await (await fetch(url)).text()).toBe("ok");
  });

  it.each(["::1", "[::1]"])("has an IPv6 address in brackets, given as %s", async (host) => {
    const asked: string[] = [];
    const server: ListeningServer = {
      once: () => undefined,
      removeListener: () => undefined,
      address: () => ({ port: 81 }),
      listen: (_, name, listening) => {
        asked.push(name);
        listening();
      },
    };
    expect(await listen(server, { host, port: 81 })).toEqual({ port: 81, url: "http://[::1]:81" });
    expect(asked).toEqual(["::1"]);
  });

  it("leaves later errors to the application", async () => {
    const server = newServer();
    await listen(server, { host: "127.0.0.1", port: 0 });
    expect(server.listenerCount("error")).toBe(0);
  });
});

describe("a server that cannot listen", () => {
  it("names a port in use, and the setting that chooses another one", async () => {
    const { port } = await listen(newServer(), { host: "127.0.0.1", port: 0 });
    const again = { host: "127.0.0.1", port };
    await expect(listen(newServer(), again)).rejects.toMatchObject({
      name: "ListenError",
      code: "EADDRINUSE",
      message: `Port ${port} is in use. Choose a free one with port 0.`,
    });
    await expect(listen(newServer(), { ...again, portSetting: "--port" })).rejects.toThrow(
      `Port ${port} is in use. Choose a free one with --port 0.`,
    );
  });

  it.each([
    ["EACCES", "Port 80 needs more rights. Choose one above 1023 with port."],
    ["EADDRNOTAVAIL", "h is not an address of this computer."],
    ["ENOTFOUND", "There is no host 'h'."],
    ["constructor", "listen constructor"],
  ])("states the reason: %s", async (code, message) => {
    await expect(listen(failing(code), { host: "h", port: 80 })).rejects.toMatchObject({ code, message });
  });
});

it("urlHost puts IPv6 addresses in brackets", () => {
  expect(["::1", "[FE80::1]", "FE80::1", "A.example", "10.0.0.1"].map(urlHost)).toEqual([
    "[::1]",
    "[fe80::1]",
    "[fe80::1]",
    "a.example",
    "10.0.0.1",
  ]);
});
