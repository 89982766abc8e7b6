import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { listen, StartError, USUAL_PORT } from "../src/listen.ts";
import { isBuilt, startProcess } from "./process-fixture.ts";

const HOST = "127.0.0.1";

describe("the port", () => {
  const servers: Server[] = [];
  const newServer = () => {
    const server = createServer();
    servers.push(server);
    return server;
  };
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it("is a free one if the usual one is in use", async () => {
    // Another program may use the usual port already.
    await listen(newServer(), HOST, USUAL_PORT).catch(() => undefined);
    const { port } = await listen(newServer(), HOST, undefined);
    expect(port).not.toBe(USUAL_PORT);
    expect(port).toBeGreaterThan(0);
  });

  it("is the given one, or the platform does not start", async () => {
    const { port } = await listen(newServer(), HOST, 0);
    const error = await listen(newServer(), HOST, port).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toBe(`Port ${port} is in use. Choose a free one with --port 0.`);
  });

  it("needs an address of this computer", async () => {
    await expect(listen(newServer(), "203.0.113.9", 0)).rejects.toThrow(
      "203.0.113.9 is not an address of this computer.",
    );
  });
});

describe.runIf(isBuilt)(
  "the program names the database that it cannot open, without a password or a stack",
  () => {
    it.each([
      ["a file that is no database", "bad.db", /^The platform cannot start\. Database \S*bad\.db: .+\n$/],
      ["a folder that does not exist", "none/x.db", /^The platform cannot start\. Database \S*x\.db: .+\n$/],
      [
        "a server that does not answer",
        "postgres://someone:hidden@127.0.0.1:1/things",
        /^The platform cannot start\. Database 127\.0\.0\.1:1\/things: The database cannot be reached\.\n$/,
      ],
    ])("%s", async (_name, database, expected) => {
      const folder = mkdtempSync(join(tmpdir(), "tamis-start-"));
      try {
        writeFileSync(join(folder, "bad.db"), "This is no database. ".repeat(100));
        const path = database.includes("://") ? database : join(folder, database);
        const error = await startProcess(["--database", path]).catch((reason: unknown) => reason);
        expect((error as Error).message).toMatch(expected);
        expect((error as Error).message).not.toMatch(/hidden|\n {4}at /);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  },
);
