import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { licensesText } from "../../scripts/licenses.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, "utf8");
const manifest = JSON.parse(read("package.json")) as {
  exports: Record<string, string>;
  imports: Record<string, Record<string, string>>;
  version: string;
  dependencies?: object;
};

/** What a built file loads: itself and the chunks it imports. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const match of read(`dist/${file}`).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g))
    closure(match[1]!, seen);
  return seen;
}

describe("the package", () => {
  it("contains the licenses of all bundled libraries", () => {
    expect(read("THIRD-PARTY-LICENSES.txt")).toBe(licensesText());
  });

  it("has no dependencies to install", () => {
    expect(manifest.dependencies ?? {}).toEqual({});
  });

  it("has the version that its command line prints", () => {
    const cli = JSON.parse(read("apps/cli/package.json")) as { version: string };
    expect([cli.version, /VERSION = "([^"]+)"/.exec(read("apps/cli/src/version.ts"))?.[1]]).toEqual([
      manifest.version,
      manifest.version,
    ]);
  });
});

describe("the build", () => {
  it("has each entry point with its types", () => {
    for (const file of Object.values(manifest.exports)) {
      expect(existsSync(ROOT + file), file).toBe(true);
      if (file.endsWith(".js")) expect(existsSync(ROOT + file.replace(/\.js$/, ".d.ts")), file).toBe(true);
    }
  });

  it("imports only its own files", () => {
    const foreign = readdirSync(`${ROOT}dist`)
      .filter((file) => file.endsWith(".js"))
      .flatMap((file) =>
        [...read(`dist/${file}`).matchAll(/^(?:import|export)[^;]*?from\s*"([^"]+)"/gm)].map(
          (match) => match[1]!,
        ),
      )
      .filter((target) => !target.startsWith("./") && !Object.hasOwn(manifest.imports, target));
    expect(foreign).toEqual([]);
    for (const sides of Object.values(manifest.imports)) {
      for (const file of Object.values(sides)) expect(existsSync(ROOT + file), file).toBe(true);
    }
  });

  it("lets a browser build queries with a few kilobytes", () => {
    const size = (file: string) =>
      gzipSync([...closure(file)].map((each) => read(`dist/${each}`)).join("\n")).length;
    expect(size("builder.js")).toBeLessThan(8_000);
    expect(
      [...closure("builder.js")].some((file) => /Chevrotain|createToken/.test(read(`dist/${file}`))),
    ).toBe(false);
  });

  it("loads no library before its first use", () => {
    const script = `
      import { createRequire } from "node:module";
      const { parseFilter } = await import(${JSON.stringify(`file://${ROOT}dist/index.js`)});
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).map((file) => file.split("/").pop());
      const before = loaded();
      parseFilter("eq(a,1)");
      console.log(JSON.stringify([before, loaded()]));`;
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      cwd: ROOT,
    });
    expect(JSON.parse(out)).toEqual([[], ["chevrotain.cjs"]]);
  });

  it("runs the worker threads of SQLite files", () => {
    const folder = mkdtempSync(join(tmpdir(), "tamis-package-"));
    const path = join(folder, "empty.db");
    new DatabaseSync(path).close();
    const script = `
      const { fromSqliteFile } = await import(${JSON.stringify(`file://${ROOT}dist/databases.js`)});
      const { capabilities } = await fromSqliteFile(${JSON.stringify(path)}).prepare({ locales: ["de"] });
      console.log(capabilities.functions.has("tamis_key"));`;
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(out).toBe("true\n");
  });
});
