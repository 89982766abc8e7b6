import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Installs the packages of an example, unless they are installed. They are not part of the root install. Without a network,
 * prints a warning and succeeds, so that the other tests run.
 *
 * @param name folder in `examples`
 * @param packages packages that must be installed
 */
export function installExample(name: string, packages: readonly string[], warning: string): void {
  const folder = fileURLToPath(new URL(`../examples/${name}/`, import.meta.url));
  const { resolve } = createRequire(`${folder}package.json`);
  const isInstalled = packages.every((each) => {
    try {
      return resolve(each) !== "";
    } catch {
      return false;
    }
  });
  if (isInstalled) return;
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) console.warn(`${warning}: npm ci --prefix examples/${name}`);
}
