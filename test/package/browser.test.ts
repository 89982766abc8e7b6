import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, it, vi } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "tamis-browser-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"), "junction");

interface Chunk {
  readonly code: string;
  readonly modules: readonly string[];
}

/** Bundles a module for browsers, with dependencies in a chunk of their own, as applications do. */
function bundle(name: string, source: string): readonly Chunk[] {
  const input = join(directory, `${name}.js`);
  writeFileSync(input, source);
  const script = `
    import { rolldown } from "rolldown";
    const built = await rolldown({ input: ${JSON.stringify(input)}, platform: "browser", logLevel: "silent" });
    const { output } = await built.generate({ format: "esm", minify: true,
      codeSplitting: { groups: [{ name: "libraries", test: /node_modules/ }] } });
    console.log(JSON.stringify(output.map(({ code, moduleIds }) => ({ code, modules: moduleIds ?? [] }))));`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    cwd: ROOT,
    maxBuffer: 64 * 1_048_576,
  });
  return JSON.parse(out) as Chunk[];
}

/** Shown if a limit is exceeded. */
const LARGER = `Find out what makes it larger. Each function of the language adds up to 250 bytes to a parser and 20 to the builder: for a
new one, raise the limit by its bytes, and say so in the commit.`;

const packagesOf = ({ modules }: Chunk) =>
  new Set(modules.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []));
const gzipped = (chunks: readonly Chunk[]) => gzipSync(chunks.map(({ code }) => code).join("\n")).length;
const compressed = (chunks: readonly Chunk[]) =>
  brotliCompressSync(chunks.map(({ code }) => code).join("\n")).length;

/** @param statement pattern of a statement in the docs, whose group is a number of kB */
function expectStated(page: string, statement: RegExp, bytes: number): void {
  const [, stated] = statement.exec(readFileSync(join(ROOT, "docs", page), "utf8")) ?? [];
  expect(
    Math.abs(Number(stated) * 1_000 - bytes),
    `${page} states ${stated} kB for ${bytes} bytes`,
  ).toBeLessThan(1_000);
}

describe("the file of the element for pages without a bundler", () => {
  const code = readFileSync(join(ROOT, "dist/tamis-filter.js"));

  it("is at most 134.5 kB with its editor and sentences", () => {
    expect(brotliCompressSync(code).length, LARGER).toBeLessThanOrEqual(134_500);
    expectStated("element.md", /It has (\d+) kB/, brotliCompressSync(code).length);
  });

  it("is one file that imports nothing", () => {
    const imports = /[;}\n]import\b|\bimport\(|\bfrom["']|["'`]node:|[^.}]\beval\(|new Function\(|innerHTML/g;
    expect([...code.toString().matchAll(imports)].map(([found]) => found)).toEqual([]);
  });
});

it("the explorer loads at most 35 kB before its first rows", () => {
  const files = ["index.html", "page.js", "style.css", "icon.svg"].map((name) =>
    readFileSync(join(ROOT, "dist/explorer", name)),
  );
  const bytes = files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0);
  expect(bytes, LARGER).toBeLessThanOrEqual(35_000);
  expectStated("explorer.md", /first rows need (\d+) kB/, bytes);
});

it("the worker of the explorer reads CSV, JSON and NDJSON", async () => {
  interface Port {
    onmessage?: (event: object) => void;
    postMessage: (message: unknown) => void;
  }
  const port: Port = { postMessage: () => undefined };
  vi.stubGlobal("tamisPort", port);
  runInThisContext(readFileSync(join(ROOT, "dist/explorer/engine.js"), "utf8"));
  vi.unstubAllGlobals();
  const files = { "a.csv": "id,n\n1,2\n", "a.json": '[{"id":1,"n":2}]', "a.ndjson": '{"id":1,"n":2}\n' };
  for (const [name, text] of Object.entries(files)) {
    const answer = await new Promise((resolve) => {
      port.postMessage = resolve;
      port.onmessage!({ data: { id: 1, kind: "open", input: { file: new File([text], name) } } });
    });
    expect(answer, name).toMatchObject({ ok: true, answer: { total: 1 } });
  }
});

describe("a bundle for browsers", () => {
  it("that only builds queries is a few kilobytes without a library", () => {
    const chunks = bundle("build", `export { filter } from "tamis/builder";`);
    expect(gzipped(chunks), LARGER).toBeLessThan(8_000);
    expect(chunks.flatMap((chunk) => [...packagesOf(chunk)])).toEqual([]);
  });

  it("that builds typed queries and prints their URLs is at most 6 kB, without parser, library or SQL", () => {
    const chunks = bundle("query", `export { query } from "tamis/builder";`);
    const code = chunks.map((chunk) => chunk.code).join("\n");
    expect(brotliCompressSync(code).length, LARGER).toBeLessThanOrEqual(6_000);
    expect(chunks.flatMap((chunk) => [...packagesOf(chunk)])).toEqual([]);
    expect(code).not.toMatch(/chevrotain|luxon|\bSELECT\b|postgres/i);
  });

  it("that converts conditions for query builders adds few bytes to SQL, and none of the query builders", () => {
    const before = bundle("sql", `export * from "tamis/sql";`);
    const fragments = "drizzleQuery, knexQuery, kyselyQuery, typeOrmQuery";
    const few = bundle("orm-sql", `export * from "tamis/sql"; export { ${fragments} } from "tamis/orm";`);
    expect(compressed(few) - compressed(before)).toBeGreaterThan(200);
    expect(compressed(few) - compressed(before), LARGER).toBeLessThan(1_000);
    // Prisma's clients take objects and not SQL, so they need a translation of their own.
    const after = bundle("orm", `export * from "tamis/sql"; export * from "tamis/orm";`);
    expect(compressed(after) - compressed(before), LARGER).toBeLessThan(4_000);
    const packages = (chunks: readonly Chunk[]) => new Set(chunks.flatMap((chunk) => [...packagesOf(chunk)]));
    expect(packages(after)).toEqual(packages(before));
  });

  it("that parses has the libraries in a chunk of their own", () => {
    const chunks = bundle("parse", `export { parseFilter, compileFilter } from "tamis";`);
    const [libraries, ...others] = chunks.filter((chunk) => packagesOf(chunk).size > 0);
    expect(others).toEqual([]);
    expect([...packagesOf(libraries!)]).toEqual(["re2js"]);
    expect(packagesOf(libraries!)).not.toContain("luxon");
    expect(libraries!.modules.filter((id) => !id.includes("node_modules"))).toEqual([]);
    expect(gzipped(chunks.filter((chunk) => chunk !== libraries)), LARGER).toBeLessThan(85_000);
  });

  const service = `export { createLanguageService } from "tamis/editor"; export { defineCatalog } from "tamis/catalog";`;

  it("of the language service with a catalog is at most 61 kB, without evaluation, SQL or any library", () => {
    const chunks = bundle("editor", service);
    const code = chunks.map((chunk) => chunk.code).join("\n");
    expect(compressed(chunks), LARGER).toBeLessThanOrEqual(61_000);
    expectStated("editor.md", /service with `defineCatalog` has (\d+) kB/, compressed(chunks));
    const both = bundle("foreign", `${service} export { foreignSyntax } from "tamis/editor/foreign-syntax";`);
    expectStated("editor.md", /foreign-syntax` \| (\d+) kB/, compressed(both) - compressed(chunks));
    expect(chunks.flatMap((chunk) => [...packagesOf(chunk)])).toEqual([]);
    // Names of databases, of the evaluator, and of the parser of other languages.
    expect(code).not.toMatch(
      /INFORMATION_SCHEMA|pg_catalog|chevrotain|RE2JS|DateTime\b.*luxon|toLocaleUpperCase/i,
    );
  });

  it("of the functions that understand expressions is at most 99.5 kB, with at most 72 kB beyond the service", () => {
    const alone = compressed(bundle("understand", `export * from "tamis/understand";`));
    const both = compressed(bundle("understanding-editor", `${service} export * from "tamis/understand";`));
    // They evaluate filters to find counterexamples, and need the sets of Unicode for patterns.
    expect(alone, LARGER).toBeLessThanOrEqual(99_500);
    const added = both - compressed(bundle("editor-alone", service));
    expect(added).toBeLessThanOrEqual(72_000);
    expectStated("editor.md", /understand` \| (\d+) kB/, added);
  });

  it.each([
    ["CodeMirror", `export { codeMirrorLanguage } from "tamis/codemirror";`],
    ["Monaco", `export { registerMonacoLanguage } from "tamis/monaco";`],
  ])(
    "of the adapter for %s is less than 5 kB, with neither the editor nor the language service",
    (name, source) => {
      const chunks = bundle(`adapter-${name}`, source);
      expect(compressed(chunks), LARGER).toBeLessThan(5_000);
      expectStated("editor.md", /monaco` \| (\d+) kB/, compressed(chunks));
      expect(chunks.flatMap((chunk) => [...packagesOf(chunk)])).toEqual([]);
    },
  );

  it("of the element is at most 146 kB with its editor, has no other library, and no sentences", () => {
    const chunks = bundle("element", `import "tamis/element";`);
    const code = chunks.map((chunk) => chunk.code).join("\n");
    expect(code).toContain("customElements.define");
    expect(brotliCompressSync(code).length, LARGER).toBeLessThanOrEqual(146_000);
    expect(code).not.toContain("Rows where {0}.");
    const packages = [...new Set(chunks.flatMap((chunk) => [...packagesOf(chunk)]))];
    expect(packages).toContain("@codemirror/view");
    const editor = /^(?:@codemirror\/|@lezer\/|@marijn\/|style-mod$|w3c-keyname$|crelt$)/;
    expect(packages.filter((name) => !editor.test(name))).toEqual([]);
  });

  it("shares a library with the application", () => {
    const chunks = bundle(
      "share",
      `export { clockFunctions } from "tamis"; export { DateTime } from "luxon";`,
    );
    const luxon = chunks.flatMap(({ modules }) => modules.filter((id) => id.includes("/luxon/")));
    expect(luxon).toHaveLength(1);
  });
});
