import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** Environment without the settings that npm passes to the scripts that it runs. */
export const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(?!config_cache)/i.test(name) && name !== "INIT_CWD"),
);

/** Dependencies of a package, and theirs. They are taken from this repository, so that no network is needed. */
function dependencies(names: readonly string[], found = new Set<string>()): ReadonlySet<string> {
  for (const name of names.filter((each) => !found.has(each))) {
    found.add(name);
    const path = join(ROOT, "node_modules", name, "package.json");
    const own = JSON.parse(readFileSync(path, "utf8")) as { dependencies?: object };
    dependencies(Object.keys(own.dependencies ?? {}), found);
  }
  return found;
}

/** Packs the built package, and installs the tarball in the folder `app` of a directory. Returns that folder. */
export function installPacked(directory: string): string {
  const app = join(directory, "app");
  const npm = (...args: readonly string[]) =>
    execFileSync("npm", args, {
      cwd: app,
      env: ENVIRONMENT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
  mkdirSync(app);
  const overrides = Object.fromEntries(
    [...dependencies(Object.keys(manifest.dependencies))].map((name) => [
      name,
      `file:${join(ROOT, "node_modules", name)}`,
    ]),
  );
  writeFileSync(join(app, "package.json"), JSON.stringify({ private: true, overrides }));
  npm("pack", ROOT, "--pack-destination", directory, "--silent");
  const tarball = readdirSync(directory).find((file) => file.endsWith(".tgz"))!;
  npm("install", join(directory, tarball), "--offline", "--ignore-scripts", "--no-audit", "--no-fund");
  return app;
}
