import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { CHROMIUM, startChromium } from "../browser/chromium.ts";
import { script } from "../client/serve.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "tamis-client-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"), "junction");

interface Bundle {
  /** What a page loads at once. */
  readonly code: string;
  /** What it loads on first use. */
  readonly lazy: string;
  readonly modules: readonly string[];
  /** Code of each file, by its name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Bundles a module for browsers, with everything that it imports. */
function bundle(name: string, source: string): Bundle {
  const input = join(directory, `${name}.js`);
  writeFileSync(input, source);
  const build = `
    import { rolldown } from "rolldown";
    const built = await rolldown({ input: ${JSON.stringify(input)}, platform: "browser", logLevel: "silent" });
    const { output } = await built.generate({ format: "esm", minify: true });
    const initial = new Set();
    const add = (fileName) => {
      if (initial.has(fileName)) return;
      initial.add(fileName);
      output.find((chunk) => chunk.fileName === fileName).imports.forEach(add);
    };
    add(output.find(({ isEntry }) => isEntry).fileName);
    const join = (isInitial) =>
      output.filter(({ fileName }) => initial.has(fileName) === isInitial).map(({ code }) => code).join("\\n");
    console.log(JSON.stringify({ code: join(true), lazy: join(false), modules: output.flatMap(({ moduleIds }) => moduleIds), files: Object.fromEntries(output.map(({ fileName, code }) => [fileName, code])) }));`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", build], {
    encoding: "utf8",
    cwd: ROOT,
    maxBuffer: 64 * 1_048_576,
  });
  return JSON.parse(out) as Bundle;
}

const compressed = (code: string) => brotliCompressSync(code).length;

const builder = `export * from "tamis/builder"; export { encodeQuery } from "tamis/url";`;

it.each([
  ["createClient", `export { createClient } from "tamis/client";`, 5_300, 2_000],
  [
    "the whole entry point, with tokens, families and OpenAPI",
    `export * from "tamis/client";`,
    6_600,
    17_000,
  ],
])("%s adds few bytes to the builder with URLs, and no library and no SQL", (_, source, limit, lazyLimit) => {
  const before = bundle("builder", builder);
  const after = bundle("client", builder + source);
  const added = compressed(after.code) - compressed(before.code);
  expect(added).toBeGreaterThan(1_000);
  expect(added).toBeLessThanOrEqual(limit);
  // Errors, operations, changes of items, requests of tokens, and the catalogs of the platform.
  expect(compressed(after.lazy)).toBeGreaterThan(500);
  expect(compressed(after.lazy)).toBeLessThan(lazyLimit);
  expect(after.modules.filter((id) => id.includes("node_modules"))).toEqual([]);
  expect(/chevrotain|luxon|SELECT /.exec(after.code + after.lazy)).toBeNull();
});

it.skipIf(CHROMIUM === undefined)(
  "Chromium builds queries and reads pages, items and errors with a bundle of the builder and the client",
  { timeout: 120_000 },
  async () => {
    const { files } = bundle(
      "page",
      `import { query } from "tamis/builder";
       import { defineCatalog } from "tamis/catalog";
       import { createClient, HttpError, platform } from "tamis/client";
       const catalog = defineCatalog({ name: "rows", members: { id: "integer", made: "dateTime" } });
       const client = createClient({ baseUrl: location.origin });
       const found = { ids: [] };
       for await (const { id } of client.items("/rows", query(catalog).where((b) => b.gt("made", "2020-01-31")))) found.ids.push(id);
       const { reports } = platform(location.origin, "token");
       const page = await reports.reports.list((q) => q.where((b) => b.gt("creationTimeStamp", "2020-01-31")).limit(1));
       found.report = page.items[0].name;
       found.value = (await client.collection("/rows").get(1)).value;
       found.error = await client.list("/broken", { filter: "eq(nmae,1)" }).catch((error) => error instanceof HttpError && error.message);
       globalThis.found = found;`,
    );
    const { baseUrl, requests } = await script(({ target }) => {
      if (target === "/")
        return {
          headers: { "content-type": "text/html" },
          body: '<body><script type="module" src="/page.js"></script>',
        };
      const file = files[target.slice(1)];
      if (file !== undefined) return { headers: { "content-type": "text/javascript" }, body: file };
      if (target.startsWith("/broken"))
        return {
          status: 400,
          body: { message: "Broken", errors: [{ message: "Unknown", diagnostic: { from: 10, to: 14 } }] },
        };
      if (target.startsWith("/reports")) return { body: { items: [{ name: "Sales" }] } };
      if (target === "/rows/1") return { body: { id: 1 } };
      const next = [{ rel: "next", href: "/rows?start=1" }];
      return {
        body: target.includes("start=1") ? { items: [{ id: 2 }] } : { items: [{ id: 1 }], links: next },
      };
    });
    const browser = await startChromium();
    try {
      const page = await browser.newPage();
      const errors: unknown[] = [];
      page.on("pageerror", (error) => errors.push(error));
      await page.goto(baseUrl);
      await page.waitForFunction("globalThis.found !== undefined", undefined, { timeout: 60_000 });
      const found = await page.evaluate<{ error: string }>("globalThis.found");
      expect(errors).toEqual([]);
      expect(found).toMatchObject({ ids: [1, 2], report: "Sales", value: { id: 1 } });
      expect(found.error).toContain("eq(nmae,1)\n");
      expect(found.error).toContain("^^^^");
    } finally {
      await browser.close();
    }
    const targets = requests.map(({ target }) => decodeURIComponent(target));
    expect(targets).toContain("/rows?filter=gt(made,2020-01-31)");
    expect(targets).toContain("/reports/reports?filter=gt(creationTimeStamp,2020-01-31)&limit=1");
  },
);
