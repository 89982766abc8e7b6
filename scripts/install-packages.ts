import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** A folder with packages of its own, which are not part of the root install: neither the first command nor most tests need them. */
interface PackageFolder {
  /** The tests or the command that need the packages. */
  readonly neededBy: string;
  /** Whether only that command installs them. */
  readonly isLarge?: boolean;
}

/** Returns the folders whose `package.json` states what needs their packages. */
export function packageFolders(): ReadonlyMap<string, PackageFolder> {
  return new Map(
    globSync("*/**/package-lock.json", { cwd: at(""), exclude: (name) => name === "node_modules" })
      .map((file) => dirname(file).replaceAll(sep, "/"))
      .toSorted()
      .map((folder) => [folder, json(`${folder}/package.json`) as Partial<PackageFolder>] as const)
      .filter((entry): entry is [string, PackageFolder] => entry[1].neededBy !== undefined),
  );
}

/**
 * Installs the packages of folders, unless they are installed in the versions of their lock files. Without a network, prints a
 * warning and succeeds, so that the other tests run.
 */
export async function installPackages(folders: readonly string[]): Promise<void> {
  const known = packageFolders();
  const unknown = folders.find((folder) => !known.has(folder));
  if (unknown !== undefined)
    throw new TypeError(`folders must be of ${[...known.keys()].join(", ")}, got ${unknown}`);
  const missing = folders.filter((folder) => !isInstalled(folder)).values();
  const installAll = async () => {
    // All workers take folders from the same iterator.
    for (const folder of missing) {
      if (await install(folder)) continue;
      console.warn(
        `${folder} has no packages, so these cannot run: ${known.get(folder)!.neededBy}. Run: npm ci --prefix ${folder}`,
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
  const small = [...packageFolders()].flatMap(([folder, { isLarge }]) => (isLarge === true ? [] : [folder]));
  await installPackages(given.length === 0 ? small : given);
}
