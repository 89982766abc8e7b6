import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { licensesText } from "../../scripts/licenses.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, "utf8");
const manifest = JSON.parse(read("package.json")) as {
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  engines: { node: string };
  exports: Record<string, string | { types: string; default: string }>;
  imports: Record<string, { node: string; default: string }>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional: boolean }>;
  scripts: Record<string, string>;
  version: string;
};
/** Lines of the build configuration that import a library of the sources. */
const LIBRARY_FILES = [
  "src/pattern/re2js.ts",
  "src/functions/factories/luxon.ts",
  "src/collation/locale/negotiator.ts",
  "src/collation/locale/localematcher.ts",
  "src/editor/embedded/yaml-package.ts",
  "src/editor/embedded/js-tokens.ts",
];

/** Packages that only the entry point `tamis/element` imports. */
const EDITOR_PACKAGES = [
  "@codemirror/autocomplete",
  "@codemirror/commands",
  "@codemirror/state",
  "@codemirror/view",
];

/** Specifiers that the files of a folder import, except relative ones. */
function foreignImports(folder: string, extension: string): string[] {
  return readdirSync(ROOT + folder)
    .filter((file) => file.endsWith(extension))
    .flatMap((file) =>
      [...read(`${folder}/${file}`).matchAll(/^(?:import|export)[^;]*?from\s*"([^"]+)"/gm)].map(
        (match) => match[1]!,
      ),
    )
    .filter((target) => !target.startsWith("./") && !target.startsWith("../"));
}

describe("the package", () => {
  it("contains the licenses of all bundled libraries and of the Unicode data", () => {
    expect(read("THIRD-PARTY-LICENSES.txt")).toBe(licensesText());
    expect(licensesText()).toContain("UNICODE LICENSE V3");
  });

  it("depends on the libraries that its sources import, and on no others", () => {
    const imported = LIBRARY_FILES.map((file) => /from "([^"]+)"/.exec(read(file))![1]!);
    expect(Object.keys(manifest.dependencies).toSorted()).toEqual(imported.toSorted());
  });

  it("has the packages of the editor, and only optional peer dependencies", () => {
    const peers = Object.keys(manifest.peerDependencies);
    expect(peers).toEqual(expect.arrayContaining([...EDITOR_PACKAGES]));
    expect(manifest.peerDependenciesMeta).toEqual(
      Object.fromEntries(peers.map((peer) => [peer, { optional: true }])),
    );
  });

  it("has no script that npm runs when it is installed from a repository or a tarball", () => {
    expect(Object.keys(manifest.scripts)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:pre|post)?(?:install|prepare|pack)$/)]),
    );
  });

  it("has the version that its command line prints", () => {
    const cli = JSON.parse(read("apps/cli/package.json")) as { version: string };
    expect([cli.version, /VERSION = "([^"]+)"/.exec(read("apps/cli/src/command/version.ts"))?.[1]]).toEqual([
      manifest.version,
      manifest.version,
    ]);
  });

  it("has a program that requires the same version of Node", () => {
    const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node)!;
    expect(read(manifest.bin["tamis"]!)).toContain(`MINIMUM = [${major}, ${minor}];`);
  });
});

describe("the build", () => {
  it("has each entry point with its types", () => {
    const targets = Object.values(manifest.exports);
    for (const file of targets.flatMap((each) =>
      typeof each === "string" ? each : [each.types, each.default],
    )) {
      expect(existsSync(ROOT + file), file).toBe(true);
      if (file.endsWith(".js")) expect(existsSync(ROOT + file.replace(/\.js$/, ".d.ts")), file).toBe(true);
    }
  });

  it("imports only its own files, and its dependencies by subpath imports", () => {
    const subpaths = Object.keys(manifest.imports);
    const imported = [...foreignImports("dist", ".js"), ...foreignImports("dist/editor", ".js")];
    expect([...new Set(imported)].toSorted()).toEqual([...subpaths, ...EDITOR_PACKAGES].toSorted());
    expect(foreignImports("dist", "element.js").toSorted()).toEqual(EDITOR_PACKAGES);
    for (const sides of Object.values(manifest.imports)) {
      for (const file of Object.values(sides)) expect(existsSync(ROOT + file), file).toBe(true);
    }
  });

  it("has types that name no dependency", () => {
    expect(foreignImports("dist", ".d.ts")).toEqual([]);
  });

  it("has readable code, not minified", () => {
    const lines = read("dist/index.js").split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2_000);
    expect(read("dist/program/tamis.cjs")).toMatch(/^async function dispatch\(/m);
  });

  it("loads no library before its first use", () => {
    const script = `
      import { createRequire } from "node:module";
      const { parseFilter } = await import(${JSON.stringify(pathToFileURL(`${ROOT}dist/index.js`).href)});
      const loaded = () => [...new Set(Object.keys(createRequire(import.meta.url).cache)
        .map((file) => /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(file.replaceAll("\\\\", "/"))?.[1]))];
      const before = loaded();
      parseFilter("eq(a,1)");
      const after = loaded();
      parseFilter("a = 1");
      console.log(JSON.stringify([before, after, loaded()]));`;
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      cwd: ROOT,
    });
    const [before, after, foreign] = JSON.parse(out) as [string[], string[], string[]];
    expect(before).toEqual([]);
    expect(after).toEqual([]);
    expect(foreign).toEqual([]);
  });

  it("runs the worker threads of SQLite files", () => {
    const folder = mkdtempSync(join(tmpdir(), "tamis-package-"));
    const path = join(folder, "empty.db");
    new DatabaseSync(path).close();
    const script = `
      const { fromSqliteFile } = await import(${JSON.stringify(pathToFileURL(`${ROOT}dist/databases.js`).href)});
      const { capabilities } = await fromSqliteFile(${JSON.stringify(path)}).prepare({ locales: ["de"] });
      console.log(capabilities.functions.has("tamis_key"));`;
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(out).toBe("true\n");
  });
});
