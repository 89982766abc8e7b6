import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { crowdedFolders, fileCycles, folderCycles, readSourceTree } from "./imports.ts";

const { root, files, imports, localImports } = readSourceTree(
  fileURLToPath(new URL("../../apps/cli/src/", import.meta.url)),
);

it("the sources of the command line are found", () => {
  expect(files.length).toBeGreaterThan(60);
  expect(localImports.length).toBeGreaterThan(200);
});

it("no files of the command line import each other in a cycle", () => {
  expect(fileCycles(localImports)).toEqual([]);
});

it("no folders of the command line import each other in a cycle", () => {
  expect(folderCycles(localImports)).toEqual([]);
});

it("no folder of the command line has more than 20 files", () => {
  expect(crowdedFolders(files, 20)).toEqual([]);
});

it("no file of the command line is much longer than 300 lines", () => {
  const isLong = (file: string) => readFileSync(join(root, file), "utf8").split("\n").length > 320;
  expect(files.filter(isLong)).toEqual([]);
});

it("the command line imports the published entry points of tamis only", () => {
  expect(localImports.filter(({ target }) => target.startsWith(".."))).toEqual([]);
  const packages = imports.filter(({ target }) => target === undefined).map(({ specifier }) => specifier);
  const { exports } = JSON.parse(readFileSync(join(root, "../../../package.json"), "utf8")) as {
    exports: object;
  };
  const published = Object.keys(exports).map((entry) => `tamis${entry.slice(1)}`);
  expect(packages.filter((name) => /^tamis(?:\/|$)/.test(name) && !published.includes(name))).toEqual([]);
});
