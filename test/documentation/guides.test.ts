import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { defineCatalog } from "tamis/catalog";
import { createService, defineResource, nodeHandler } from "tamis/http";
import { createCollection } from "tamis/store";
import { CHROMIUM, startChromium } from "../browser/chromium.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "tamis-guides-"));
const page = readFileSync(`${ROOT}docs/guides.md`, "utf8");

/** Code of the guide below a heading. */
function guide(heading: string): string {
  const section = page.slice(page.indexOf(`\n## ${heading}\n`));
  return /```ts fragment[^\n]*\n([^]*?)```/.exec(section)![1]!;
}

const catalog = defineCatalog({
  name: "places",
  key: "id",
  members: { id: "integer", name: "string", population: "integer" },
});
const rows = [
  { id: 1, name: "Oslo", population: 709_037 },
  { id: 2, name: "Bergen", population: 291_940 },
  { id: 3, name: "Göteborg", population: 587_549 },
];
const collection = createCollection(rows, { catalog }).asCollection();
const service = createService({ resources: [defineResource({ path: "/places", collection })] });
const files = new Map<string, string>();
const handle = nodeHandler(service);
const server = createServer((request, response) => {
  const file = files.get(request.url ?? "");
  if (file === undefined) {
    void handle(request, response);
    return;
  }
  const type = request.url === "/" ? "text/html" : "text/javascript";
  response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(file);
});
let baseUrl = "";

beforeAll(async () => {
  symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"), "junction");
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(directory, { recursive: true, force: true });
});

async function run(name: string, code: string, ...options: readonly string[]): Promise<string> {
  const file = join(directory, `${name}.mjs`);
  writeFileSync(file, code);
  const { stdout } = await promisify(execFile)(process.execPath, [...options, file], {
    cwd: directory,
    encoding: "utf8",
    env: { ...process.env, PLACES_URL: baseUrl },
  });
  return stdout;
}

it("the guide for Node runs", async () => {
  expect(await run("node", guide("Node"))).toBe("Göteborg\nOslo\n");
});

it("the guide for Deno runs with its import specifiers", async () => {
  const hooks = join(directory, "npm-specifiers.mjs");
  writeFileSync(
    hooks,
    `import { registerHooks } from "node:module";
     registerHooks({ resolve: (specifier, context, next) => next(specifier.replace(/^npm:/, ""), context) });`,
  );
  const code = guide("Deno");
  expect(code).toContain('from "npm:tamis/client"');
  expect(await run("deno", code, "--import", hooks)).toBe("Göteborg\nOslo\n");
});

it.skipIf(CHROMIUM === undefined)(
  "the guide for browsers runs in Chromium from a bundle",
  { timeout: 120_000 },
  async () => {
    const input = join(directory, "page.js");
    writeFileSync(input, guide("Browser"));
    const build = `
    import { rolldown } from "rolldown";
    const built = await rolldown({ input: ${JSON.stringify(input)}, platform: "browser", logLevel: "silent" });
    const { output } = await built.generate({ format: "esm", minify: true });
    console.log(JSON.stringify(output.map(({ fileName, code }) => [fileName, code])));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", build], {
      cwd: ROOT,
      encoding: "utf8",
      maxBuffer: 64 * 1_048_576,
    });
    files.set("/", '<body><script type="module" src="/page.js"></script>');
    for (const [name, code] of JSON.parse(stdout) as [string, string][]) files.set(`/${name}`, code);
    const browser = await startChromium();
    try {
      const tab = await browser.newPage();
      await tab.goto(`${baseUrl}/`);
      await tab.waitForSelector("ul", { timeout: 60_000 });
      expect(await tab.locator("li").allTextContents()).toEqual(["Göteborg", "Oslo"]);
    } finally {
      await browser.close();
    }
  },
);
