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

it("no file imports through an index", () => {
  expect(local.filter(({ target }) => target.endsWith("index.ts"))).toEqual([]);
});

it("no files import each other in a circle", () => {
  const edges = Map.groupBy(local, ({ file }) => file);
  const done = new Set<string>();
  const open: string[] = [];
  const visit = (file: string): string[] | undefined => {
    if (open.includes(file)) return [...open.slice(open.indexOf(file)), file];
    if (done.has(file)) return undefined;
    open.push(file);
    for (const { target } of edges.get(file) ?? []) {
      const circle = visit(target);
      if (circle !== undefined) return circle;
    }
    open.pop();
    done.add(file);
    return undefined;
  };
  expect(files.map(visit).filter((circle) => circle !== undefined)).toEqual([]);
});

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
  expect(doors.map((door) => `${door.slice(2)}/index.ts`).filter((file) => !files.includes(file))).toEqual(
    [],
  );
});

it("doors list what they export by name", () => {
  const indexes = files.filter((file) => file.endsWith("index.ts"));
  expect(indexes.filter((file) => /export \*/.test(readFileSync(join(SOURCE, file), "utf8")))).toEqual([]);
});
