import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "tsdown";
import { ENTRY_POINTS } from "./scripts/entry-points.ts";
import { addPackages, writeSbom } from "./scripts/sbom.ts";

/** Returns a test of the ids of modules, which are paths with backslashes on Windows. */
const idMatches = (pattern: RegExp) => (id: string) => pattern.test(id.replaceAll("\\", "/"));

/** Packages that users install if they need them, such as drivers of databases. */
const { peerDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
  peerDependencies: Readonly<Record<string, string>>;
};
const PEERS = Object.keys(peerDependencies).map((name) => new RegExp(`^${name}(?:/|$)`));

/**
 * Files that import a library and return it from a function. The build replaces the import, so that Node loads the
 * library when the function is first called.
 */
const LIBRARIES = [
  "src/pattern/re2js",
  "src/functions/factories/luxon",
  "src/collation/locale/negotiator",
  "src/collation/locale/localematcher",
  "src/editor/embedded/yaml-package",
  "src/editor/embedded/js-tokens",
];
/** Such files of the program alone. */
const PROGRAM_LIBRARIES = ["apps/cli/src/io/string-width", "apps/language-server/src/catalogs/yaml-package"];

/** Files that do the same with a part of the program that few runs need. */
const PARTS = ["src/parser/foreign/load-foreign"];

/**
 * Source of a function that loads a module when it is first called. The sources of tamis read libraries as namespaces, but `require`
 * returns a function itself if the library is one.
 */
const lazily = (exported: string, required: string) =>
  `let library;
function load() {
  const required = ${required};
  return typeof required === "function" ? { default: required } : required;
}
export const ${exported} = () => (library ??= load());
`;

const libraries = LIBRARIES.map(readLibrary);
const programLibraries = [...libraries, ...PROGRAM_LIBRARIES.map(readLibrary)];

const parts = PARTS.map(readLibrary);

function readLibrary(file: string) {
  const declaration =
    /^import \* as (?:library|part) from "([^"]+)";[\s\S]*^export const (\w+) = \(\) => (?:library|part);$/m;
  const [, specifier, exported] = declaration.exec(readFileSync(`${file}.ts`, "utf8"))!;
  return { file, specifier: specifier!, exported: exported!, name: basename(file) };
}

/** Names of the packages with modules in the bundle of the program. Complete after the last of the builds below. */
const bundledPackages = new Set<string>();
const collectPackages = {
  name: "collect-packages",
  generateBundle(
    _options: unknown,
    bundle: Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>,
  ) {
    for (const { moduleIds } of Object.values(bundle)) addPackages(bundledPackages, moduleIds ?? []);
    writeSbom(bundledPackages);
  },
};

const shared = {
  minify: false,
  sourcemap: false,
  logLevel: "warn",
  fixedExtension: false,
  clean: false,
  inputOptions: { resolve: { mainFields: ["module", "main"] } },
} satisfies UserConfig;

/** Sets the folder of the explorer, relative to the files of a build. */
const explorerIn = (folder: string) => ({
  name: "folder-of-explorer",
  transform: (code: string, id: string) =>
    idMatches(/src\/explorer\/explorer-files\.ts$/)(id)
      ? code.replace('"../../dist/explorer/"', JSON.stringify(folder))
      : undefined,
});

const library: UserConfig = {
  ...shared,
  target: "es2023",
  platform: "neutral",
  entry: {
    ...Object.fromEntries(ENTRY_POINTS),
    // Program of a thread that `fromSqliteFile` starts. It is no entry point of the package.
    "sqlite-worker": "src/engine/databases/adapters/sqlite/worker.ts",
  },
  outDir: "dist",
  format: "esm",
  outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
  dts: true,
  deps: { neverBundle: [/^#/, /^@codemirror\//] },
  // Node takes longer to find a file than to run it, so the modules that read queries are one file. Modules that they
  // share with smaller entry points are separate files, so that these entry points load nothing else.
  outputOptions: {
    codeSplitting: {
      groups: [
        {
          name: "building",
          test: idMatches(
            /src\/(?:ast\/(?:constructors|nodes|print|spelling|walk)|builder\/(?!index)[\w-]+|diagnostics\/(?:span|code-frame|show|describe-value|require-argument)|collation\/order\/(?:strength|code-points)|catalog\/(?:member-steps|resolve-member)|readers\/patterns|collation\/search\/(?:failure-table|graphemes)|values\/(?:calendar|instant|is-object|own-properties|percent-encoding))\.ts$/,
          ),
          priority: 3,
        },
        {
          name: "collating",
          test: idMatches(
            /src\/(?:diagnostics|collation|values\/(?:own-properties|binary-search|lru-map))(?!\/(?:index|uca|locale\/negotiate))[\w/-]*\.ts$/,
          ),
          priority: 2,
        },
        {
          // Bridges share them.
          name: "readers",
          test: idMatches(/src\/(?:readers\/[\w-]+|functions\/definition\/comparisons)\.ts$/),
          priority: 2,
        },
        {
          name: "reading",
          test: idMatches(
            /src\/(?:ast\/(?:literals|invalid-character|unknown-strength)|(?:checker|parser|parser\/foreign|infix|lexer|functions|evaluator|pattern|values|values\/caches|values\/json)\/(?!index\.ts)[\w-]+)\.ts$/,
          ),
          priority: 1,
        },
      ],
    },
  },
  plugins: [
    {
      name: "libraries-by-subpath-imports",
      resolveId(source: string) {
        const found = libraries.find(({ name }) => source.endsWith(`/${name}.ts`));
        return found === undefined ? undefined : { id: `#${found.name}`, external: true };
      },
    },
    explorerIn("./explorer/"),
  ],
  hooks: { "build:done": writeLoaders },
};

/**
 * Writes files in the form that the loader of the program expects. V8 then keeps one copy of each, in one byte for each character.
 * - All characters beyond ASCII are escape sequences.
 * - The file is a function with the parameters of a CommonJS module.
 */
const forLoader = {
  name: "for-loader",
  renderChunk: (code: string) => `(function (exports, require, module, __filename, __dirname) {${code
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .trimEnd()}
})
`,
};

/** Resolves the entry points of the package to the sources. */
const sources = {
  name: "entry-points-from-sources",
  resolveId(source: string) {
    const path = ENTRY_POINTS.get(source === "tamis" ? "index" : source.replace(/^tamis\//, ""));
    return path === undefined || !source.startsWith("tamis")
      ? undefined
      : fileURLToPath(new URL(path, import.meta.url));
  },
};

/** Files of `scripts/stand-ins` that stand for imports in the single file of the element, which must stay small. */
const STAND_INS: Readonly<Record<string, string>> = {
  "@codemirror/language": "syntax-tree",
  "@lezer/common": "syntax-tree",
  "@marijn/find-cluster-break": "grapheme-clusters",
  "../actions/code-actions.ts": "code-actions",
  "./key-columns.ts": "key-columns",
  "../syntax/ranges.ts": "syntax",
  "../syntax/rename.ts": "syntax",
};

/** Keeps the example of each function that a hover shows: the first one that is true, otherwise the first one. */
const shownExamples = {
  name: "shown-examples",
  transform(code: string, id: string) {
    if (!idMatches(/src\/functions\/[\w-]+\.ts$/)(id)) return undefined;
    return code.replace(
      /(examples: \[\n)([^]*?)(\n {2}\])/,
      (_, start: string, list: string, end: string) => {
        const examples = list.split(/\n(?= {4}\{)/);
        return start + (examples.find((each) => /\bis: true\b/.test(each)) ?? examples[0]!) + end;
      },
    );
  },
};

/** The custom element with everything that it imports, as one file for pages without a bundler. */
const standalone: UserConfig = {
  ...shared,
  target: "es2023",
  platform: "browser",
  entry: { "tamis-filter": "src/element/standalone.ts" },
  tsconfig: "src/element/tsconfig.json",
  outDir: "dist",
  format: "esm",
  outExtensions: () => ({ js: ".js" }),
  dts: false,
  minify: true,
  // No module of the file has a getter with an effect at its top level: 1 kB (brotli) less.
  treeshake: {
    propertyReadSideEffects: false,
    unknownGlobalSideEffects: false,
  },
  banner: "/* tamis-filter: THIRD-PARTY-LICENSES.txt has the licenses of the libraries in this file. */",
  deps: { alwaysBundle: [/.*/] },
  hooks: {
    "build:done": () => {
      writeFileSync("dist/tamis-filter.d.ts", 'export { TamisFilterElement } from "./element.js";\n');
      // Types for frameworks, which have no code of their own.
      cpSync("src/element/frameworks", "dist/element", { recursive: true });
    },
  },
  plugins: [
    collectPackages,
    shownExamples,
    {
      name: "stand-ins",
      resolveId: (source: string) =>
        Object.hasOwn(STAND_INS, source)
          ? fileURLToPath(new URL(`scripts/stand-ins/${STAND_INS[source]!}.ts`, import.meta.url))
          : undefined,
    },
  ],
};

/** The program is CommonJS: Node starts it faster, and can load a part of it synchronously. */
const programShared = {
  ...shared,
  target: "node22",
  platform: "node",
  format: "cjs",
  outExtensions: () => ({ js: ".cjs" }),
  dts: false,
} satisfies UserConfig;

const program: UserConfig = {
  ...programShared,
  entry: {
    tamis: "apps/cli/src/main.ts",
    ...Object.fromEntries(parts.map(({ file, specifier, name }) => [name, join(dirname(file), specifier)])),
  },
  outDir: "dist/program",
  deps: { alwaysBundle: [/.*/], neverBundle: PEERS },
  // What every run needs is one file, and what queries of files need is another. The other commands are files of their own.
  outputOptions: {
    codeSplitting: {
      groups: [
        {
          name: "start",
          test: idMatches(
            /apps\/cli\/src\/(?:command\/(?:arguments|exit-codes|failure|report|version)|io\/(?:errors|text-output|process-io|redact))\.ts$/,
          ),
          priority: 2,
        },
        {
          name: "rows",
          test: idMatches(/apps\/cli\/src\/(?:commands\/(?:query|check)|command\/expression-inputs)\.ts$/),
          priority: 1,
        },
      ],
    },
  },
  plugins: [
    collectPackages,
    forLoader,
    sources,
    explorerIn("../explorer/"),
    {
      name: "files-next-to-program",
      transform(code: string, nativeId: string) {
        const id = nativeId.replaceAll("\\", "/");
        // The worker of the library is one folder above the program.
        return id.endsWith("/sqlite/sqlite-worker.ts")
          ? code.replace('"./sqlite-worker.js"', '"../sqlite-worker.js"')
          : undefined;
      },
      renderChunk: (code: string) => code.replaceAll(/\bimport\(/g, "module.import("),
      load(nativeId: string) {
        const id = nativeId.replaceAll("\\", "/");
        const found = [...programLibraries, ...parts].find(({ file }) => id.endsWith(`/${file}.ts`));
        if (found === undefined) return undefined;
        const { name, exported } = found;
        const folder = parts.includes(found) ? "." : "./libraries";
        return lazily(exported, `module.require("${folder}/${name}.cjs")`);
      },
    },
  ],
};

/** Loads the files of the program, so it must not share a file with it. */
const loaderOfProgram: UserConfig = {
  ...programShared,
  entry: { loader: "apps/cli/src/loader.ts" },
  outDir: "dist/program",
};

const librariesOfProgram: UserConfig = {
  ...programShared,
  entry: Object.fromEntries(programLibraries.map(({ name, specifier }) => [name, specifier])),
  outDir: "dist/program/libraries",
  // Otherwise a library with only a default export would be that export itself, and not a module that has it.
  outputOptions: { exports: "named" },
  deps: { alwaysBundle: [/.*/] },
  plugins: [collectPackages, forLoader],
};

/**
 * Scripts of the explorer: one for the page, one with the language and the filter box, and one for the worker. Classic scripts with everything in
 * them, because modules and workers cannot load other files when the page is opened from a folder.
 */
const scriptOfExplorer = (name: string, file: string): UserConfig => ({
  ...shared,
  minify: true,
  target: "es2022",
  platform: "browser",
  entry: { [name]: file },
  outDir: "dist/explorer",
  format: "iife",
  outExtensions: () => ({ js: ".js" }),
  dts: false,
  deps: { alwaysBundle: [/.*/] },
  loader: { ".ndjson": "text", ".csv": "text" },
  inputOptions: {
    resolve: { mainFields: ["module", "main"] },
    checks: { pluginTimings: false },
    treeshake: {
      moduleSideEffects: [
        // Its file with all algorithms starts WebAssembly, which the page does not allow. The page imports single algorithms.
        { test: /hyparquet-compressors/, sideEffects: false },
        // The readers import each other dynamically, too. Rolldown otherwise drops calls that initialize such modules.
        { test: /[\\/]src[\\/]files[\\/]/, sideEffects: true },
      ],
    },
  },
  outputOptions: { codeSplitting: false, entryFileNames: "[name].js" },
  plugins: [collectPackages, sources],
});

const explorer = [
  scriptOfExplorer("page", "apps/explorer/src/page/main.ts"),
  scriptOfExplorer("language", "apps/explorer/src/language/main.ts"),
  scriptOfExplorer("engine", "apps/explorer/src/engine/worker.ts"),
];

// Before the builds, because they run at the same time and write into the same folder.
rmSync("dist", { recursive: true, force: true });
mkdirSync("dist/libraries", { recursive: true });
mkdirSync("dist/explorer", { recursive: true });
for (const file of ["index.html", "style.css", "icon.svg"])
  copyFileSync(`apps/explorer/src/${file}`, `dist/explorer/${file}`);

export default defineConfig([library, standalone, program, loaderOfProgram, librariesOfProgram, ...explorer]);

/** Writes the two forms of each subpath import: lazy for Node, and a plain import for bundlers. */
function writeLoaders(): void {
  for (const { name, specifier, exported } of libraries) {
    writeFileSync(
      `dist/libraries/${name}.node.js`,
      `import { createRequire } from "node:module";\n${lazily(exported, `createRequire(import.meta.url)("${specifier}")`)}`,
    );
    writeFileSync(
      `dist/libraries/${name}.js`,
      `import * as library from "${specifier}";\nexport const ${exported} = () => library;\n`,
    );
  }
}
