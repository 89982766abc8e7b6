import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENVIRONMENT, installPacked } from "./install-packed.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "tamis-packed-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const app = join(directory, "app");
const installed = join(app, "node_modules/tamis");

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
  exports: Record<string, string>;
};

/** Runs a command line in the folder where the package is installed. */
function run(program: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: app,
    env: ENVIRONMENT,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  return { status, stdout, stderr: stderr.replace(/^npm .*\n/gm, "") };
}

beforeAll(() => {
  installPacked(directory);
  writeFileSync(join(app, "data.csv"), "name,size\nb,20\na,5\n");
}, 120_000);

describe("the packed package in an empty folder", () => {
  it("stays within its size", () => {
    const tarball = readdirSync(directory).find((file) => file.endsWith(".tgz"))!;
    const unpacked = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(installed, "node_modules")))
      .reduce((bytes, { parentPath, name }) => bytes + statSync(join(parentPath, name)).size, 0);
    expect(statSync(join(directory, tarball)).size).toBeLessThan(5_100_000);
    expect(unpacked).toBeLessThan(16_000_000);
  });

  it("runs a query with npx", () => {
    expect(run("npx", "--offline", "tamis", "query", "data.csv", "--filter", "gt(size,10)")).toEqual({
      status: 0,
      stdout: "name,size\nb,20\n",
      stderr: "",
    });
  });

  it.each(["import", "require"])(
    "has entry points that load with %s, and libraries that load on first use",
    (LOAD) => {
      copyFileSync(fileURLToPath(new URL("every-use.js", import.meta.url)), join(app, "every-use.mjs"));
      const { stdout, stderr } = spawnSync(process.execPath, ["every-use.mjs"], {
        cwd: app,
        env: { ...ENVIRONMENT, LOAD },
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      const { names, notLoaded, uses, reports, imports, loaded } = JSON.parse(stdout) as {
        readonly [key: string]: unknown;
        readonly uses: object;
      };
      expect(names).toBe(Object.keys(manifest.exports).length - 1);
      // The element imports the editor, which pages install.
      const elements = Object.keys(manifest.exports).filter((name) => name.startsWith("./element"));
      expect(notLoaded).toEqual(
        Object.fromEntries(elements.map((name) => [name, "Cannot find package '@codemirror/autocomplete'"])),
      );
      expect(uses).toEqual({
        "#re2js": [true, false],
        "#luxon": [true],
        "#negotiator": "de",
        "#localematcher": "de",
        "#yaml-package": 1,
        "#js-tokens": [[], 1, 1],
      });
      // A new library needs a use.
      expect(Object.keys(uses)).toEqual(imports);
      expect(loaded).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
      expect(reports).toEqual([expect.stringContaining("no member 'nmae'")]);
    },
  );

  it("names a missing driver and the command that installs it", () => {
    for (const [address, name] of [
      ["postgres://nobody@127.0.0.1/none", "pg"],
      ["mariadb://nobody@127.0.0.1/none", "mariadb"],
      ["none.parquet", "@duckdb/node-api"],
    ] as const) {
      writeFileSync(join(app, "none.parquet"), "PAR1PAR1");
      const { status, stderr } = run("npx", "--offline", "tamis", "query", address, "--table", "t");
      expect(status).toBe(2);
      expect(stderr).toContain(
        `needs the package ${name}, which is not installed. Run: npm install ${name}\n`,
      );
    }
  });

  it("has the docs, and their links to each other work", () => {
    const pages = [
      "CHANGELOG.md",
      "README.md",
      "grammar.md",
      ...readdirSync(join(installed, "docs")).map((file) => `docs/${file}`),
    ];
    expect(pages).toContain("docs/sql.md");
    const files = new Set(
      readdirSync(installed, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/")),
    );
    const broken = pages
      .filter((page) => page.endsWith(".md"))
      .flatMap((page) =>
        [...readFileSync(join(installed, page), "utf8").matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
          .map((match) => match[1]!)
          .filter((target) => !/^[a-z]+:/.test(target))
          .map((target) => normalize(join(dirname(page), target)).replace(/\/$/, ""))
          // The tests, the examples, the sources of the program and the pages for contributors are in the repository only.
          .filter(
            (target) =>
              !/^(?:(?:apps|bench|examples|test)\/|(?:CONTRIBUTING|SECURITY)\.md$)/.test(target) &&
              !files.has(target),
          )
          .map((target) => `${page}: ${target}`),
      );
    expect(broken).toEqual([]);
  });

  it("has no files for development", () => {
    const top = readdirSync(installed).toSorted();
    expect(top).toEqual(
      [
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "THIRD-PARTY-LICENSES.txt",
        "bin",
        "dist",
        "docs",
        "grammar.md",
        "grammars",
        "man",
        "package.json",
        // READMEs that the docs link to.
        "src",
      ].toSorted(),
    );
  });
});
