import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { crowdedFolders, fileCycles, folderCycles, readSourceTree } from "./imports.ts";

const { root, files, imports, localImports } = readSourceTree(
  fileURLToPath(new URL("../../apps/playground/src/", import.meta.url)),
);
const inside = localImports.filter(({ target }) => !target.startsWith(".."));

it("the sources of the playground are found", () => {
  expect(files.length).toBeGreaterThan(15);
  expect(inside.length).toBeGreaterThan(20);
});

it("no files or folders of the playground import each other in a cycle", () => {
  expect(fileCycles(inside)).toEqual([]);
  expect(folderCycles(inside)).toEqual([]);
});

it("no folder of the playground has more than 20 files, and no file more than 320 lines", () => {
  expect(crowdedFolders(files, 20)).toEqual([]);
  const isLong = (file: string) => readFileSync(join(root, file), "utf8").split("\n").length > 320;
  expect(files.filter(isLong)).toEqual([]);
});

it("the playground imports published entry points, example data, and the readers of the program", () => {
  const outside = localImports.filter(({ target }) => target.startsWith(".."));
  const allowed =
    /^\.\.\/\.\.\/(?:cli\/src\/(?:formats|memory|readers)\/[\w-]+\.ts|\.\.\/examples\/data\/[\w.-]+)$/;
  expect(outside.filter(({ file, target }) => !file.startsWith("data/") || !allowed.test(target))).toEqual(
    [],
  );
  const { exports } = JSON.parse(readFileSync(join(root, "../../../package.json"), "utf8")) as {
    exports: object;
  };
  const published = Object.keys(exports).map((entry) => `tamis${entry.slice(1)}`);
  const packages = imports.filter(({ target }) => target === undefined).map(({ specifier }) => specifier);
  expect(packages.filter((name) => /^tamis(?:\/|$)/.test(name) && !published.includes(name))).toEqual([]);
});

it("the page writes texts of users as text nodes, never as markup", () => {
  const markup =
    /\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTMLUnsafe|parseFromString)\b/;
  expect(files.filter((file) => markup.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
