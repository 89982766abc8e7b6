import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { crowdedFolders, fileCycles, folderCycles, readSourceTree, type LocalImport } from "./imports.ts";

interface App {
  readonly folder: string;
  /** Least numbers of files and of imports between them. Fewer mean that the sources were not found. */
  readonly files: number;
  readonly imports: number;
  /** Greatest number of lines of a file. */
  readonly lines: number;
  /** Whether the app may import a file outside of its folder. */
  readonly mayImport?: (outside: LocalImport) => boolean;
}

/** The sampling of rows of the program, and example data, which only the data of the explorer need. */
const EXPLORER_DATA = /^\.\.\/\.\.\/(?:cli\/src\/memory\/[\w-]+\.ts|\.\.\/examples\/data\/[\w.-]+)$/;

const APPS: readonly App[] = [
  { folder: "cli", files: 60, imports: 200, lines: 320 },
  { folder: "language-server", files: 15, imports: 30, lines: 400 },
  { folder: "platform", files: 20, imports: 40, lines: 320 },
  {
    folder: "explorer",
    files: 15,
    imports: 20,
    lines: 320,
    mayImport: ({ file, target }) => file.startsWith("data/") && EXPLORER_DATA.test(target),
  },
];

const { exports } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly exports: object;
};
const published = new Set(Object.keys(exports).map((entry) => `tamis${entry.slice(1)}`));
/** Bundled into the program, and imported by no name that the package publishes. */
const BUNDLED = new Set(["tamis-language-server"]);

describe.each(APPS)("the sources of apps/$folder", (app) => {
  const path = fileURLToPath(new URL(`../../apps/${app.folder}/src/`, import.meta.url));
  const { root, files, imports, localImports } = readSourceTree(path);
  const inside = localImports.filter(({ target }) => !target.startsWith(".."));
  const outside = localImports.filter(({ target }) => target.startsWith(".."));

  it("are found", () => {
    expect(files.length).toBeGreaterThan(app.files);
    expect(inside.length).toBeGreaterThan(app.imports);
  });

  it("have no cycles of files or folders", () => {
    expect(fileCycles(inside)).toEqual([]);
    expect(folderCycles(inside)).toEqual([]);
  });

  it("have at most 20 files in a folder, and no file much longer than 300 lines", () => {
    expect(crowdedFolders(files, 20)).toEqual([]);
    const isLong = (file: string) => readFileSync(join(root, file), "utf8").split("\n").length > app.lines;
    expect(files.filter(isLong)).toEqual([]);
  });

  it("import published entry points only", () => {
    expect(outside.filter((each) => app.mayImport?.(each) !== true)).toEqual([]);
    const packages = imports.filter(({ target }) => target === undefined).map(({ specifier }) => specifier);
    const isOwn = (name: string) => /^tamis(?:[/-]|$)/.test(name) && !BUNDLED.has(name);
    expect(packages.filter((name) => isOwn(name) && !published.has(name))).toEqual([]);
  });
});
