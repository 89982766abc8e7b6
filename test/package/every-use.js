/**
 * Loads each entry point of the installed package, and uses each library that loads on first use. Prints the results, and the libraries
 * that were loaded, as JSON. `LOAD` is `import` or `require`. The program does not know the names of the entry points.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "main.js"));
const load = process.env.LOAD === "require" ? (name) => require(name) : (name) => import(name);

const { exports, imports } = JSON.parse(readFileSync("node_modules/tamis/package.json", "utf8"));
const names = Object.keys(exports).filter((name) => name !== "./package.json");
const notLoaded = {};
for (const name of names) {
  try {
    if (Object.keys(await load(`tamis${name.slice(1)}`)).length === 0) notLoaded[name] = "no exports";
  } catch (error) {
    notLoaded[name] = error.message.split(" imported from")[0];
  }
}

const { compileFilter, defineCatalog } = await load("tamis");
const { negotiateLocale } = await load("tamis/collation");
const { findEmbedded } = await load("tamis/editor/embedded");
const { eslintPlugin } = await load("tamis/eslint");
const { clockFunctions } = await load("tamis/functions");

const catalog = defineCatalog({ name: "things", members: { name: "string", at: "dateTime" } });
const functions = clockFunctions({ now: "2026-01-01T00:00:00Z", timeZone: "Europe/Berlin" });
const embedded = (text, language) =>
  findEmbedded(text, language).map((found) => text.slice(found.start, found.end));
const fetched = "fetch('/things?filter=eq(nmae,1)');";
const reports = [];
eslintPlugin({ catalog })
  .rules.expressions.create({
    filename: "main.js",
    sourceCode: { text: fetched, getLocFromIndex: (column) => ({ line: 1, column }) },
    report: ({ message }) => reports.push(message),
  })
  .Program();

const uses = {
  "#re2js": [{ name: "Oslo" }, { name: "oslo" }].map(compileFilter("match(name,'\\p{Lu}.*')").predicate),
  "#luxon": [{ at: "2026-01-02T00:00:00Z" }].map(
    compileFilter("gt(at,today())", { catalog, functions }).predicate,
  ),
  "#negotiator": negotiateLocale("sv;q=0.5,de", ["en", "de"]),
  "#localematcher": negotiateLocale("de-AT", ["en", "de"]),
  "#yaml-package": embedded("paths:\n  - /things?filter=eq(name,'x')\n", "yaml").length,
  "#js-tokens": [
    embedded("const x=1", "typescript"),
    embedded(fetched, "typescript").length,
    embedded("```ts\n" + fetched + "\n```\n", "markdown").length,
  ],
};

const loaded = new Set(
  Object.keys(require.cache)
    .map((file) =>
      /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](?!.*node_modules)/
        .exec(file)?.[1]
        .replace("\\", "/"),
    )
    .filter((name) => name !== undefined && name !== "tamis"),
);
console.log(
  JSON.stringify({
    names: names.length,
    notLoaded,
    uses,
    reports,
    imports: Object.keys(imports),
    loaded: [...loaded].toSorted(),
  }),
);
