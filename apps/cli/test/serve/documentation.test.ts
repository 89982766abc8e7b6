import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveCommand } from "../../src/commands/serve.ts";
import { CONNECTION_LIMITS } from "../../src/serve/http/start-server.ts";
import { example, ROOT } from "../files.ts";
import { serve, type Serving } from "./running-server.ts";

const page = readFileSync(join(ROOT, "docs/serve.md"), "utf8");
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.warn("The examples of docs/serve.md are not run, because curl is not installed.");

/** Commands of the page with the output that it shows. */
const examples = [...page.matchAll(/^```\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block]) => block!.split(/^\$ /m).slice(1))
  .map((text) => [text.slice(0, text.indexOf("\n")), text.slice(text.indexOf("\n") + 1)] as const)
  .filter(([command]) => command.startsWith("curl "));

describe.runIf(hasCurl)("docs/serve.md", () => {
  let server: Serving;
  beforeAll(async () => {
    server = await serve([example("places.ndjson"), example("countries.ndjson")]);
  });
  afterAll(async () => {
    await server.stop();
  });

  it("has examples", () => expect(examples.length).toBeGreaterThan(8));

  it.each(examples)("shows the output of %s", async (command, shown) => {
    const line = command.replaceAll("localhost:8080", `localhost:${server.port}`);
    const { stdout } = await promisify(execFile)("bash", ["-c", line]);
    if (shown === "") expect(JSON.parse(stdout)).toMatchObject({ items: [{ name: "Tokyo" }] });
    else expect(stdout.replaceAll("\r", "").trimEnd()).toBe(shown.trimEnd());
  });
});

describe("docs/serve.md", () => {
  it("names options that exist", () => {
    const names = new Set(serveCommand.options.map(({ name }) => `--${name}`));
    const named = [...page.matchAll(/--[a-z][a-z-]+/g)].map(([name]) => name);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });

  it("has the limits of connections", () => {
    const { headerBytes, headersTimeout, requestTimeout, maximumConnections, idleTimeout } =
      CONNECTION_LIMITS;
    expect(page).toContain(
      `${headerBytes.toLocaleString("en-US")} bytes, received within ${headersTimeout / 1_000} s`,
    );
    expect(page).toContain(
      `received within ${requestTimeout / 1_000} s |\n| connections | ${maximumConnections.toLocaleString("en-US")};`,
    );
    expect(page).toContain(`closed after ${idleTimeout / 1_000} s`);
  });
});
