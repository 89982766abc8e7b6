import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { crowdedFolders, fileCycles, readSourceTree } from "./imports.ts";

const { root, files, imports, localImports } = readSourceTree(
  fileURLToPath(new URL("../../apps/language-server/src/", import.meta.url)),
);

it("the sources of the language server are found", () => {
  expect(files.length).toBeGreaterThan(15);
  expect(localImports.length).toBeGreaterThan(30);
});

it("no files of the language server import each other in a cycle", () => {
  expect(fileCycles(localImports)).toEqual([]);
});

it("no folder of the language server has more than 20 files, and no file much more than 300 lines", () => {
  expect(crowdedFolders(files, 20)).toEqual([]);
  const isLong = (file: string) => readFileSync(join(root, file), "utf8").split("\n").length > 400;
  expect(files.filter(isLong)).toEqual([]);
});

it("the language server imports the published entry points of tamis only", () => {
  expect(localImports.filter(({ target }) => target.startsWith(".."))).toEqual([]);
  const { exports } = JSON.parse(readFileSync(join(root, "../../../package.json"), "utf8")) as {
    exports: object;
  };
  const published = Object.keys(exports).map((entry) => `tamis${entry.slice(1)}`);
  const packages = imports.filter(({ target }) => target === undefined).map(({ specifier }) => specifier);
  expect(packages.filter((name) => /^tamis(?:[/-]|$)/.test(name) && !published.includes(name))).toEqual([]);
});
