import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^tamis$/, replacement: source("./src/index.ts") },
      { find: /^tamis\/(databases|store)$/, replacement: source("./src/engine/$1/index.ts") },
      { find: /^tamis\/(.+)$/, replacement: source("./src/$1/index.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts", "apps/*/test/**/*.test.ts"],
    globalSetup: ["test/prerequisites.ts"],
    setupFiles: ["test/set-up.ts"],
    // Each process runs many files: each file would otherwise load the parser again. Tests often wait, so one more process than cores.
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    // Some tests of a proof take many minutes.
    testTimeout: { proof: 3_600_000, full: 300_000 }[process.env["TAMIS_TESTS"] ?? ""] ?? 60_000,
    // Processes that tests start compile the same modules again and again.
    env: { NODE_COMPILE_CACHE: source("./node_modules/.cache/compiled") },
    // Hooks start databases and browsers.
    hookTimeout: 60_000,
  },
});
