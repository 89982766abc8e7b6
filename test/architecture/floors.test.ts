import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

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

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);
const imports: Import[] = files.flatMap((file) =>
  [...readFileSync(join(SOURCE, file), "utf8").matchAll(/^(?:import|export)\s[^;]*?from "([^"]+)";/gms)].map(
    (match) => ({
      file,
      target: match[1]!,
      typeOnly: /^(?:import|export) type /.test(match[0]),
    }),
  ),
);
const local = imports
  .filter(({ target }) => target.startsWith("."))
  .map(({ file, target }) => ({ file, target: relative(SOURCE, resolve(SOURCE, dirname(file), target)) }));

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

it("no folders import each other in a circle, types included", () => {
  const edges = new Map<string, Set<string>>();
  for (const { file, target } of local) {
    if (/(?:^|\/)index\.ts$/.test(file) || folderPath(file) === folderPath(target)) continue;
    edges.set(folderPath(file), (edges.get(folderPath(file)) ?? new Set()).add(folderPath(target)));
  }
  expect(circles(edges)).toEqual([]);
});

it("no folder has more than 20 files, data, functions and families excepted", () => {
  const sizes = Map.groupBy(files, folderPath);
  const exempt = /(?:^|\/)(?:data|functions|families)$/;
  // Being split: delete a line here with the split.
  const unsplit = ["catalog"];
  const large = [...sizes].filter(
    ([folder, { length }]) => length > 20 && !exempt.test(folder) && !unsplit.includes(folder),
  );
  expect(large.map(([folder, { length }]) => `${folder}: ${length} files`)).toEqual([]);
});

it("no file imports through an index", () => {
  expect(local.filter(({ target }) => /(?:^|\/)index\.ts$/.test(target))).toEqual([]);
});

it("no files import each other in a circle", () => {
  const edges = new Map<string, Set<string>>();
  for (const { file, target } of local) edges.set(file, (edges.get(file) ?? new Set()).add(target));
  expect(circles(edges)).toEqual([]);
});

/** Returns one cycle for each node that closes one, found by depth-first search. */
function circles(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    path.push(node);
    for (const target of edges.get(node) ?? []) {
      const circle = visit(target);
      if (circle !== undefined) return circle;
    }
    path.pop();
    done.add(node);
    return undefined;
  };
  return [...edges.keys()].map(visit).filter((circle) => circle !== undefined);
}

it("a library is imported by the one file that hands it on", () => {
  const foreign = imports.filter(({ target, typeOnly }) => !target.startsWith(".") && !typeOnly);
  expect(foreign.filter(({ file, target }) => LIBRARIES[target] !== file)).toEqual([]);
});

it("nothing of Node is imported: browsers run it all", () => {
  expect(imports.filter(({ target }) => target.startsWith("node:"))).toEqual([]);
});

it("what builds queries in a browser reaches neither parser nor libraries", () => {
  const reached = new Set<string>();
  const reach = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const each of imports) {
      if (each.file !== file || each.typeOnly) continue;
      if (each.target.startsWith(".")) reach(relative(SOURCE, resolve(SOURCE, dirname(file), each.target)));
      else reached.add(each.target);
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
