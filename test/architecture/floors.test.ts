import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { crowdedFolders, fileCycles, folderCycles, readSourceTree } from "./imports.ts";

/** The plan of the house. A folder imports from folders of lower floors, and from itself. */
const FLOORS: readonly (readonly string[])[] = [
  ["diagnostics", "values"],
  ["collation", "pattern"],
  ["ast"],
  ["functions", "catalog", "lexer"],
  ["parser", "families"],
  ["checker"],
  ["evaluator", "url", "builder", "sql"],
  ["engine"],
];

/** The floors within `engine`: the contract, then its two backends. The store has floors of its own. */
const ENGINE_FLOORS: readonly (readonly string[])[] = [
  ["engine"],
  ["engine/databases", "engine/store/tasks"],
  [
    "engine/databases/introspect",
    "engine/databases/adapters",
    "engine/store/kernels",
    "engine/store/members",
  ],
  ["engine/store/indexes"],
  ["engine/store/columns"],
  ["engine/store/filter"],
  ["engine/store/order"],
  ["engine/store/queries"],
  ["engine/store/file"],
];

/** The libraries, each imported by one file alone. Chevrotain's types may be named where tokens are handled. */
const LIBRARIES: Readonly<Record<string, string>> = {
  chevrotain: "lexer/chevrotain.ts",
  re2js: "pattern/re2js.ts",
  luxon: "values/luxon.ts",
  negotiator: "collation/locale/negotiator.ts",
  "@formatjs/intl-localematcher": "collation/locale/localematcher.ts",
};

const SOURCE = fileURLToPath(new URL("../../src/", import.meta.url));

const { files, imports, localImports: local } = readSourceTree(SOURCE);

const folderOf = (file: string) => file.split("/")[0]!;
const floorOf = (folder: string) => FLOORS.findIndex((floor) => floor.includes(folder));

it("finds the sources it judges", () => {
  expect(files.length).toBeGreaterThan(80);
  expect(local.length).toBeGreaterThan(200);
});

it("every folder stands on a floor", () => {
  const folders = [...new Set(files.filter((file) => file.includes("/")).map(folderOf))];
  expect(folders.filter((folder) => floorOf(folder) < 0)).toEqual([]);
});

it("a folder imports from lower floors and from itself alone", () => {
  const wrong = local.filter(
    ({ file, target }) =>
      file.includes("/") &&
      folderOf(file) !== folderOf(target) &&
      floorOf(folderOf(target)) >= floorOf(folderOf(file)),
  );
  expect(wrong).toEqual([]);
});

const folderPath = (file: string) => dirname(file);
const engineFloorOf = (folder: string) => ENGINE_FLOORS.findIndex((floor) => floor.includes(folder));

it("a folder of the engine imports from lower floors of the engine and from itself alone", () => {
  const inEngine = (file: string) => file.startsWith("engine/") && !/(?:^|\/)index\.ts$/.test(file);
  const folders = [...new Set(files.filter(inEngine).map(folderPath))];
  expect(folders.filter((folder) => engineFloorOf(folder) < 0)).toEqual([]);
  const wrong = local.filter(
    ({ file, target }) =>
      inEngine(file) &&
      inEngine(target) &&
      folderPath(file) !== folderPath(target) &&
      engineFloorOf(folderPath(target)) >= engineFloorOf(folderPath(file)),
  );
  expect(wrong).toEqual([]);
});

it("no folders import each other in a cycle, types included", () => {
  expect(folderCycles(local.filter(({ file }) => !/(?:^|\/)index\.ts$/.test(file)))).toEqual([]);
});

it("no folder has more than 20 files, data, functions and families excepted", () => {
  const exempt = /(?:^|\/)(?:data|functions|families)\//;
  expect(
    crowdedFolders(
      files.filter((file) => !exempt.test(file)),
      20,
    ),
  ).toEqual([]);
});

it("no file imports through an index", () => {
  expect(local.filter(({ target }) => /(?:^|\/)index\.ts$/.test(target))).toEqual([]);
});

it("no files import each other in a cycle", () => {
  expect(fileCycles(local)).toEqual([]);
});

it("a library is imported by the one file that hands it on", () => {
  const foreign = imports.filter(({ target, typeOnly }) => target === undefined && !typeOnly);
  expect(foreign.filter(({ file, specifier }) => LIBRARIES[specifier] !== file)).toEqual([]);
});

it("nothing of Node is imported: browsers run it all", () => {
  expect(imports.filter(({ specifier }) => specifier.startsWith("node:"))).toEqual([]);
});

it("what builds queries in a browser reaches neither parser nor libraries", () => {
  const reached = new Set<string>();
  const reach = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const each of imports) {
      if (each.file !== file || each.typeOnly) continue;
      if (each.target !== undefined) reach(each.target);
      else reached.add(each.specifier);
    }
  };
  reach("builder/index.ts");
  const heavy = [...reached].filter(
    (file) => /^(?:parser|lexer|checker|evaluator|functions|catalog)\//.test(file) || !file.endsWith(".ts"),
  );
  expect(heavy).toEqual([]);
});

it("no file is longer than some 300 lines, a family (which is data, one file each) excepted", () => {
  const lengths = files.map(
    (file) => [file, readFileSync(join(SOURCE, file), "utf8").split("\n").length] as const,
  );
  expect(lengths.filter(([file, lines]) => lines > (file.startsWith("families/") ? 700 : 320))).toEqual([]);
});

it("no text is run as code", () => {
  const forbidden = /\beval\s*\(|\bnew Function\b|\bFunction\(|from "vm"/;
  expect(files.filter((file) => forbidden.test(readFileSync(join(SOURCE, file), "utf8")))).toEqual([]);
});

it("the exports map names each door, and each door is there", () => {
  const { exports } = JSON.parse(readFileSync(join(SOURCE, "../package.json"), "utf8")) as {
    exports: object;
  };
  const doors = Object.keys(exports).filter((door) => door !== "./package.json" && door !== ".");
  const folderOfDoor = (name: string) => (["databases", "store"].includes(name) ? `engine/${name}` : name);
  expect(
    doors.map((door) => `${folderOfDoor(door.slice(2))}/index.ts`).filter((file) => !files.includes(file)),
  ).toEqual([]);
});

it("doors list what they export by name", () => {
  const indexes = files.filter((file) => /(?:^|\/)index\.ts$/.test(file));
  expect(indexes.filter((file) => /export \*/.test(readFileSync(join(SOURCE, file), "utf8")))).toEqual([]);
});
