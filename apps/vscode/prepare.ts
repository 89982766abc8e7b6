import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type InlineConfig } from "tsdown";
import { licensesText } from "../../scripts/licenses.ts";
import { addPackages } from "../../scripts/sbom.ts";

/**
 * Builds the code of the extension into `dist`: the extension, its server, and the grammar of filters. `vsce package` runs it.
 */

const FOLDER = fileURLToPath(new URL("./", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OUTPUT = `${FOLDER}dist`;
/** Folders of entry points whose names differ from those of the folders. */
const FOLDERS: Readonly<Record<string, string>> = { databases: "engine/databases", store: "engine/store" };
const DRIVERS = ["@duckdb/node-api", "mariadb", "pg"];

const packages = new Set<string>();

const shared = {
  config: false,
  cwd: FOLDER,
  outDir: OUTPUT,
  clean: false,
  dts: false,
  format: "cjs",
  platform: "node",
  target: "node22",
  minify: true,
  sourcemap: false,
  logLevel: "warn",
  outExtensions: () => ({ js: ".cjs" }),
  inputOptions: { resolve: { mainFields: ["module", "main"] }, checks: { pluginTimings: false } },
} satisfies InlineConfig;

const collectPackages = {
  name: "collect-packages",
  generateBundle(
    _options: unknown,
    bundle: Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>,
  ) {
    for (const { moduleIds } of Object.values(bundle)) addPackages(packages, moduleIds ?? []);
  },
};

/** Resolves the entry points of the package to the sources, and the list of commands to that of the extension. */
const sources = {
  name: "sources",
  resolveId(source: string) {
    if (source.endsWith("/commands/list.ts")) return `${FOLDER}src/server-commands.ts`;
    const [, entryPoint] = /^tamis(?:\/(.+))?$/.exec(source) ?? [];
    if (source !== "tamis" && entryPoint === undefined) return undefined;
    if (entryPoint === undefined) return `${ROOT}src/index.ts`;
    const folder = Object.hasOwn(FOLDERS, entryPoint) ? FOLDERS[entryPoint]! : entryPoint;
    return `${ROOT}src/${folder}/index.ts`;
  },
};

/** The worker of SQLite is next to the server. */
const worker = {
  name: "worker",
  transform: (code: string, id: string) =>
    id.endsWith("/sqlite/sqlite-worker.ts")
      ? code.replace("./sqlite-worker.js", "./sqlite-worker.cjs")
      : undefined,
};

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
await build({
  ...shared,
  entry: { extension: "src/extension.ts" },
  deps: { alwaysBundle: [/.*/], neverBundle: ["vscode"] },
  plugins: [collectPackages],
});
await build({
  ...shared,
  entry: {
    server: "src/server.ts",
    "sqlite-worker": `${ROOT}src/engine/databases/adapters/sqlite/worker.ts`,
  },
  deps: { alwaysBundle: [/.*/], neverBundle: DRIVERS },
  plugins: [collectPackages, sources, worker],
});
copyFileSync(`${ROOT}grammars/tamis.tmLanguage.json`, `${OUTPUT}/tamis.tmLanguage.json`);
writeFileSync(
  `${OUTPUT}/THIRD-PARTY-LICENSES.txt`,
  licensesText([...packages], "Libraries in the extension tamis for VS Code"),
);
