import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nodeHandler } from "tamis/http";
import { startPlatform } from "./platform-fixture.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [, walk] = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!);

const missing = ["bash", "curl", "jq"].filter((name) => spawnSync(name, ["--version"]).error !== undefined);

let server: Server;
let base: string;
let secret: string;
let folder: string;

beforeAll(async () => {
  const platform = await startPlatform({ sample: true, now: Date.now });
  secret = platform.firstAccounts!.client.secret;
  const handle = nodeHandler(platform.handle);
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`;
  folder = mkdtempSync(join(tmpdir(), "walk-"));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

it.skipIf(missing.length > 0)("the walk in the README prints what it says", async () => {
  // Each comment that is a JSON value is the expected output of the command before it.
  const expected = walk!
    .split("\n")
    .filter((line) => /^# ["[]/.test(line))
    .map((line) => line.slice(2));
  expect((await run(walk!)).trim().split("\n")).toEqual(expected);
  expect(expected.length).toBeGreaterThan(5);
});

function run(script: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-e"], {
      cwd: folder,
      env: { PATH: process.env["PATH"], BASE: base, SECRET: secret, no_proxy: "*" },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", reject);
    child.once("close", () => resolve(output));
    child.stdin.end(script);
  });
}
