import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig, type UserConfig } from "tsdown";
import { addPackages, writeSbom } from "./scripts/sbom.ts";

/** Entry points and the folders of `src` that they are in. */
const ENTRY_POINTS: Readonly<Record<string, string>> = {
  ast: "ast",
  builder: "builder",
  catalog: "catalog",
  collation: "collation",
  "collation/uca": "collation/uca",
  diagnostics: "diagnostics",
  engine: "engine",
  evaluator: "evaluator",
  families: "families",
  functions: "functions",
  sql: "sql",
  url: "url",
  databases: "engine/databases",
  store: "engine/store",
};

/**
 * The files that do no more than hand a library on. Each library is a file of its own in the build, behind a subpath
 * import of package.json (`#chevrotain`): Node loads it when it is first used, so that importing tamis runs and reads
 * none of it; elsewhere it is a plain import.
 */
const LIBRARIES = [
  "lexer/chevrotain",
  "pattern/re2js",
  "values/luxon",
  "collation/locale/negotiator",
  "collation/locale/localematcher",
];
const HANDED_ON = /^import \* as library from "([^"]+)";[\s\S]*^export const (\w+) = \(\) => library;$/m;

const libraries = LIBRARIES.map((file) => {
  const [, specifier, exported] = HANDED_ON.exec(readFileSync(`src/${file}.ts`, "utf8"))!;
  return { file, specifier: specifier!, exported: exported!, name: basename(file) };
});

/** Names of the packages with modules in the bundle. Complete after the last of the builds below. */
const bundledPackages = new Set<string>();
const collectPackages = {
  name: "collect-packages",
  generateBundle(
    _options: unknown,
    bundle: Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>,
  ) {
    for (const { moduleIds } of Object.values(bundle)) addPackages(bundledPackages, moduleIds ?? []);
  },
};

const shared = {
  target: "es2023",
  platform: "neutral",
  minify: true,
  sourcemap: false,
  logLevel: "warn",
  // Nothing is left to the installer: the libraries are part of the package, their licenses beside it.
  deps: { alwaysBundle: [/.*/], neverBundle: [/^#/] },
  inputOptions: { resolve: { mainFields: ["module", "main"] } },
} satisfies UserConfig;

export default defineConfig([
  {
    ...shared,
    entry: {
      index: "src/index.ts",
      ...Object.fromEntries(
        Object.entries(ENTRY_POINTS).map(([name, folder]) => [name, `src/${folder}/index.ts`]),
      ),
      // Program of a thread that `fromSqliteFile` starts. It is no entry point of the package.
      "sqlite-worker": "src/engine/databases/adapters/sqlite/worker.ts",
    },
    outDir: "dist",
    format: "esm",
    fixedExtension: false,
    outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
    dts: true,
    clean: true,
    // Each further file takes Node longer to find than to run, so that what reads queries is one. What the smaller
    // doors share with it is kept apart, so that they do not bring the rest along.
    outputOptions: {
      codeSplitting: {
        groups: [
          {
            name: "building",
            test: /src\/(?:ast\/(?:constructors|nodes|print|spelling|walk)|builder\/(?!index)[\w-]+|diagnostics\/span|collation\/order\/(?:strength|code-points)|collation\/search\/(?:failure-table|graphemes)|values\/(?:calendar|instant))\.ts$/,
            priority: 3,
          },
          {
            name: "collating",
            test: /src\/(?:diagnostics|collation|values\/(?:own-properties|binary-search|lru-map))(?!\/(?:index|uca))[\w/-]*\.ts$/,
            priority: 2,
          },
          {
            name: "reading",
            test: /src\/(?:ast\/(?:literals|unknown-strength)|(?:checker|parser|lexer|functions|evaluator|pattern|values)\/(?!index\.ts)[\w-]+)\.ts$/,
            priority: 1,
          },
        ],
      },
    },
    plugins: [
      collectPackages,
      {
        name: "libraries-apart",
        resolveId(source: string) {
          const found = libraries.find(({ name }) => source.endsWith(`/${name}.ts`));
          return found === undefined ? undefined : { id: `#${found.name}`, external: true };
        },
      },
    ],
    hooks: {
      "build:done": () => {
        writeLoaders();
        writeSbom(bundledPackages);
      },
    },
  },
  ...(["esm", "cjs"] as const).map((format) => ({
    ...shared,
    entry: Object.fromEntries(libraries.map(({ name, specifier }) => [name, specifier])),
    outDir: "dist/libraries",
    format,
    fixedExtension: false,
    outExtensions: () => ({ js: format === "esm" ? ".bundle.js" : ".cjs" }),
    dts: false,
    clean: false,
    plugins: [collectPackages],
    hooks: { "build:done": () => writeSbom(bundledPackages) },
  })),
]);

/** The two sides of each subpath import. */
function writeLoaders(): void {
  mkdirSync("dist/libraries", { recursive: true });
  for (const { name, exported } of libraries) {
    writeFileSync(
      `dist/libraries/${name}.node.js`,
      `import { createRequire } from "node:module";\nlet library;\nexport const ${exported} = () => (library ??= createRequire(import.meta.url)("./${name}.cjs"));\n`,
    );
    writeFileSync(
      `dist/libraries/${name}.js`,
      `import * as library from "./${name}.bundle.js";\nexport const ${exported} = () => library;\n`,
    );
  }
}
