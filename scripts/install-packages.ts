import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Folders with packages of their own, which are not part of the root install: neither the first command nor most tests need them.
 * The value states the tests that need them.
 */
export const FOLDERS: Readonly<Record<string, string>> = {
  "examples/distributed": "tests that start PostgreSQL 18",
  "examples/http": "tests of the examples with Express, Fastify and Hono",
  "test/engine/databases/drivers": "tests of postgres.js, PGlite, better-sqlite3, libSQL and D1",
  "test/bridges": "tests that compare bridges with other libraries",
  "test/orm": "tests of tamis/orm",
  "test/monaco": "tests of Monaco",
  "test/element/frameworks": "tests of <tamis-filter> in React, Preact, Solid, Vue and Svelte",
  "apps/cli/test/commands": "tests of tamis mcp",
  "apps/vscode/test": "tests of the colors in VS Code",
};

/** Such folders that only one command needs, because their packages are large. */
const LARGE_FOLDERS: Readonly<Record<string, string>> = {
  "test/sql/engines/clickhouse": "tests of ClickHouse, whose engine takes 550 MB",
  "scripts/runtimes": "npm run test:runtimes in other runtimes than this Node",
};

/**
 * Installs the packages of folders, unless they are installed in the versions of their lock files. Without a network, prints a
 * warning and succeeds, so that the other tests run.
 */
export async function installPackages(folders: readonly string[]): Promise<void> {
  const known = { ...FOLDERS, ...LARGE_FOLDERS };
  const unknown = folders.find((folder) => known[folder] === undefined);
  if (unknown !== undefined)
    throw new TypeError(`folders must be of ${Object.keys(known).join(", ")}, got ${unknown}`);
  const missing = folders.filter((folder) => !isInstalled(folder)).values();
  const installAll = async () => {
    // All workers take folders from the same iterator.
    for (const folder of missing) {
      if (await install(folder)) continue;
      console.warn(
        `${folder} has no packages, so these cannot run: ${known[folder]!}. Run: npm ci --prefix ${folder}`,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, installAll));
}

/** Folders whose packages are installed at the same time: npm waits for the network and for the disk. */
const AT_ONCE = 4;

/** Returns whether npm has installed the packages of a folder. */
async function install(folder: string): Promise<boolean> {
  const npm = spawn("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: at(folder),
    // The output of the command that needs the packages stays free of npm's lines.
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  // An error if there is no npm.
  const [status] = await once(npm, "exit").catch((): unknown[] => []);
  return status === 0;
}

/** Returns whether each direct dependency is installed in the version of the lock file. */
export function isInstalled(folder: string): boolean {
  const { packages } = json(`${folder}/package-lock.json`) as {
    packages: Readonly<Record<string, { readonly version?: string; readonly dependencies?: object }>>;
  };
  return Object.keys(packages[""]?.dependencies ?? {}).every((name) => {
    const manifest = `${folder}/node_modules/${name}/package.json`;
    return (
      existsSync(at(manifest)) &&
      (json(manifest) as { version: string }).version === packages[`node_modules/${name}`]?.version
    );
  });
}

function json(path: string): unknown {
  return JSON.parse(readFileSync(at(path), "utf8"));
}

function at(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

// `node scripts/install-packages.ts [folder…]`. Without folders, it installs the packages of all but the large ones.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const given = process.argv.slice(2);
  await installPackages(given.length === 0 ? Object.keys(FOLDERS) : given);
}
