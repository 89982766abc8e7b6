import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Packs the built package and checks the tarball with publint and are-the-types-wrong: `npm run package:check`. Every
 * finding is an error. The package has ES modules only, which CommonJS can load since Node 22.12.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "tamis-package-"));

function run(file: string, ...args: readonly string[]): void {
  const program = fileURLToPath(new URL(`node_modules/${file}`, import.meta.url));
  execFileSync(process.execPath, [program, ...args], { stdio: "inherit" });
}

try {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", directory], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  const tarball = join(directory, readdirSync(directory)[0]!);
  run("publint/src/cli.js", "run", tarball, "--strict");
  run("@arethetypeswrong/cli/dist/index.js", tarball, "--profile", "esm-only", "--no-definitely-typed");
} finally {
  rmSync(directory, { recursive: true, force: true });
}
