import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * Builds `dist`, unless the last build had the same inputs: `npm run build`. `npm run build -- --force` always builds.
 */

const INPUTS = [
  "src/**/*",
  "apps/*/src/**/*",
  "apps/*/*.*",
  "scripts/**/*.ts",
  "examples/data/*",
  "grammars/*",
  "*.{json,ts,txt}",
];
const OUTPUTS = ["dist/index.js", "dist/tamis-filter.js", "dist/program/tamis.cjs", "dist/explorer/page.js"];
const LAST_BUILD = "node_modules/.cache/tamis-build";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const inputs = hashOfInputs();
const isBuilt =
  OUTPUTS.every((path) => existsSync(path)) &&
  existsSync(LAST_BUILD) &&
  readFileSync(LAST_BUILD, "utf8") === inputs;

if (!isBuilt || process.argv.includes("--force")) {
  rmSync(LAST_BUILD, { force: true });
  const { status } = spawnSync("node_modules/.bin/tsdown", {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(dirname(LAST_BUILD), { recursive: true });
  writeFileSync(LAST_BUILD, inputs);
}

function hashOfInputs(): string {
  const hash = createHash("sha256");
  const files = globSync(INPUTS, { withFileTypes: true, exclude: (entry) => entry.name === "node_modules" })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
