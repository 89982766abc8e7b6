import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { isFileInSample } from "./test/effort.ts";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const include = ["test/**/*.test.ts", "apps/*/test/**/*.test.ts"];
const namesFiles = process.argv.slice(2).some((argument) => !/^(?:run|-.*)$/.test(argument));

/** Test files that this run leaves out. */
function filesLeftOut(): readonly string[] {
  if (namesFiles) return [];
  const files = globSync(include, { cwd: source(".") }).map((path) => path.replaceAll(sep, "/"));
  return files.filter((file) => !isFileInSample(file));
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^tamis$/, replacement: source("./src/index.ts") },
      { find: /^tamis\/(databases|store)$/, replacement: source("./src/engine/$1/index.ts") },
      { find: /^tamis\/(.+)$/, replacement: source("./src/$1/index.ts") },
    ],
  },
  test: {
    include,
    exclude: [...configDefaults.exclude, ...filesLeftOut()],
    globalSetup: ["test/prerequisites.ts"],
    setupFiles: ["test/set-up.ts"],
    // Each process runs many files: each file would otherwise load the parser again. Tests often wait, so two more processes than cores.
    isolate: false,
    maxWorkers: availableParallelism() + 2,
    // Some tests of a proof take many minutes.
    testTimeout: { proof: 3_600_000, full: 300_000 }[process.env["TAMIS_TESTS"] ?? ""] ?? 60_000,
    // Processes that tests start compile the same modules again and again.
    env: { NODE_COMPILE_CACHE: source("./node_modules/.cache/compiled") },
    // Hooks start databases and browsers.
    hookTimeout: 60_000,
  },
});
