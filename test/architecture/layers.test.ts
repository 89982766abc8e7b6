import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { crowdedFolders, fileCycles, folderCycles, readSourceTree } from "./imports.ts";
import { DIALECTS } from "../../src/sql/dialects/list.ts";

/** The layers of `src`, lowest first. A folder imports only from lower layers and from itself. */
const LAYERS: readonly (readonly string[])[] = [
  ["diagnostics"],
  ["values"],
  ["collation", "pattern", "wasm"],
  ["ast"],
  ["functions", "catalog", "lexer", "readers"],
  ["infix", "families"],
  ["parser"],
  ["checker"],
  ["evaluator", "url", "sql", "files"],
  ["engine", "bridges", "builder", "orm", "editor", "understand"],
  ["client", "http", "codemirror", "monaco", "eslint"],
  ["element", "explorer"],
];

/** The layers of `src/engine`, lowest first: the contract, the groups of aggregates, then the two backends. */
const ENGINE_LAYERS: readonly (readonly string[])[] = [
  ["engine"],
  ["engine/aggregates"],
  ["engine/databases", "engine/store/tasks"],
  ["engine/databases/introspect", "engine/databases/adapters/shared", "engine/store/kernels"],
  ["engine/store/kernels/wasm", "engine/store/sorting"],
  [
    ...DIALECTS.map(({ name }) => `engine/databases/adapters/${name}`),
    "engine/store/members",
    "engine/store/texts",
    "engine/store/indexes",
  ],
  ["engine/store/tokens", "engine/databases/opening"],
  ["engine/store/columns"],
  ["engine/store/filter"],
  ["engine/store/order/near-page"],
  ["engine/store/order"],
  ["engine/store/queries"],
  ["engine/store/collections"],
  ["engine/store/file"],
  ["engine/store/shared"],
];

/** The layers of `src/http`, lowest first. */
const HTTP_LAYERS: readonly (readonly string[])[] = [
  ["http/contract"],
  ["http/negotiation", "http/stores"],
  ["http/stores/memory"],
  ["http/compression", "http/representation"],
  ["http/reading"],
  ["http/writing", "http/openapi", "http/html"],
  ["http/service"],
  ["http/adapters"],
];

/** Libraries and the only file that imports each. Types may be imported anywhere. */
const LIBRARIES: Readonly<Record<string, string>> = {
  re2js: "pattern/re2js.ts",
  luxon: "functions/factories/luxon.ts",
  negotiator: "collation/locale/negotiator.ts",
  "@formatjs/intl-localematcher": "collation/locale/localematcher.ts",
  yaml: "editor/embedded/yaml-package.ts",
  "js-tokens": "editor/embedded/js-tokens.ts",
  "@codemirror/autocomplete": "element/codemirror.ts",
  "@codemirror/commands": "element/codemirror.ts",
  "@codemirror/state": "element/codemirror.ts",
  "@codemirror/view": "element/codemirror.ts",
};

/** The layers of `src/editor`, lowest first. */
const EDITOR_LAYERS: readonly (readonly string[])[] = [
  ["editor/contract"],
  ["editor/syntax"],
  ["editor/completion", "editor/explanation", "editor/actions"],
  ["editor/documents"],
  ["editor/embedded"],
  ["editor"],
];

const SOURCE = fileURLToPath(new URL("../../src/", import.meta.url));

const { files, imports, localImports: local } = readSourceTree(SOURCE);

const folderOf = (file: string) => file.split("/")[0]!;
const layerOf = (folder: string) => LAYERS.findIndex((floor) => floor.includes(folder));

it("the sources are found", () => {
  expect(files.length).toBeGreaterThan(80);
  expect(local.length).toBeGreaterThan(200);
});

it("every folder has a layer", () => {
  const folders = [...new Set(files.filter((file) => file.includes("/")).map(folderOf))];
  expect(folders.filter((folder) => layerOf(folder) < 0)).toEqual([]);
});

it("a folder imports only from lower layers and from itself", () => {
  const wrong = local.filter(
    ({ file, target }) =>
      file.includes("/") &&
      folderOf(file) !== folderOf(target) &&
      layerOf(folderOf(target)) >= layerOf(folderOf(file)),
  );
  expect(wrong).toEqual([]);
});

const folderPath = (file: string) => dirname(file);

it.each([
  ["engine", ENGINE_LAYERS],
  ["http", HTTP_LAYERS],
  ["editor", EDITOR_LAYERS],
])("a folder of %s imports only from its lower layers and from itself", (top, layers) => {
  const layerIn = (folder: string) => layers.findIndex((floor) => floor.includes(folder));
  const isInside = (file: string) => file.startsWith(`${top}/`) && !/(?:^|\/)index\.ts$/.test(file);
  const folders = [...new Set(files.filter(isInside).map(folderPath))];
  expect(folders.filter((folder) => layerIn(folder) < 0)).toEqual([]);
  const wrong = local.filter(
    ({ file, target }) =>
      isInside(file) &&
      isInside(target) &&
      folderPath(file) !== folderPath(target) &&
      layerIn(folderPath(target)) >= layerIn(folderPath(file)),
  );
  expect(wrong).toEqual([]);
});

it("no folders import each other in a cycle, types included", () => {
  expect(folderCycles(local.filter(({ file }) => !/(?:^|\/)index\.ts$/.test(file)))).toEqual([]);
});

it("no folder has more than 20 files, except data, functions and families", () => {
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

it("each library is imported by one file", () => {
  const foreign = imports.filter(({ target, typeOnly }) => target === undefined && !typeOnly);
  expect(foreign.filter(({ file, specifier }) => LIBRARIES[specifier] !== file)).toEqual([]);
});

it("no module of Node is imported, so that browsers can run everything", () => {
  expect(imports.filter(({ specifier }) => specifier.startsWith("node:"))).toEqual([]);
});

it("the language service neither evaluates nor compiles to SQL", () => {
  const wrong = local.filter(
    ({ file, target }) => file.startsWith("editor/") && /^(?:evaluator|sql|engine|bridges)\//.test(target),
  );
  expect(wrong).toEqual([]);
});

/** Files of folders with heavy code that import nothing heavy. */
const LIGHT = new Set([
  "catalog/member-steps.ts",
  "catalog/require-catalog.ts",
  "functions/definition/accepts.ts",
]);

it("the builder, which browsers load, reaches neither the parser nor a library", () => {
  const reached = new Set<string>();
  const reach = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const each of imports) {
      if (each.file !== file || each.typeOnly || each.isLazy) continue;
      if (each.target !== undefined) reach(each.target);
      else reached.add(each.specifier);
    }
  };
  reach("builder/index.ts");
  const heavy = [...reached].filter(
    (file) =>
      (/^(?:parser|lexer|checker|evaluator|functions|catalog|sql)\//.test(file) && !LIGHT.has(file)) ||
      !file.endsWith(".ts"),
  );
  expect(heavy).toEqual([]);
});

it("no file is much longer than 300 lines, except families, which are data", () => {
  const lengths = files.map(
    (file) => [file, readFileSync(join(SOURCE, file), "utf8").split("\n").length] as const,
  );
  expect(lengths.filter(([file, lines]) => lines > (file.startsWith("families/") ? 700 : 320))).toEqual([]);
});

it("no string is evaluated as code", () => {
  const forbidden = /\beval\s*\(|\bnew Function\b|\bFunction\(|from "vm"/;
  expect(files.filter((file) => forbidden.test(readFileSync(join(SOURCE, file), "utf8")))).toEqual([]);
});

it("every entry point of package.json has an index file", () => {
  const { exports } = JSON.parse(readFileSync(join(SOURCE, "../package.json"), "utf8")) as {
    exports: Record<string, string | object>;
  };
  // Entry points with types of their own have the code of another one.
  const entries = Object.keys(exports).filter(
    (entry) => entry !== "." && !/\.js(?:on)?$/.test(entry) && typeof exports[entry] === "string",
  );
  const folderOfEntry = (name: string) => (["databases", "store"].includes(name) ? `engine/${name}` : name);
  expect(
    entries
      .map((entry) => `${folderOfEntry(entry.slice(2))}/index.ts`)
      .filter((file) => !files.includes(file)),
  ).toEqual([]);
});

it("entry points list their exports by name", () => {
  const indexes = files.filter((file) => /(?:^|\/)index\.ts$/.test(file));
  expect(indexes.filter((file) => /export \*/.test(readFileSync(join(SOURCE, file), "utf8")))).toEqual([]);
});

it("no name is exported by two files, except query verbs, which are internal", () => {
  const exempt = /(?:^|\/)data\/|^engine\/store\/queries\//;
  const declaration =
    /^export (?:declare |abstract |async )*(?:function\*?|class|interface|type|const|enum) +(\w+)/gm;
  const names = files
    .filter((file) => !exempt.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(SOURCE, file), "utf8");
      return [...new Set([...text.matchAll(declaration)].map(([, name]) => name!))].map((name) => ({
        name,
        file,
      }));
    });
  const shared = [...Map.groupBy(names, ({ name }) => name)].filter(([, found]) => found.length > 1);
  expect(shared.map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(", ")}`)).toEqual([]);
});
