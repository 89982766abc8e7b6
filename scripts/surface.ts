import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sectionsOf } from "./release/changelog.ts";
import { exportsIn, type Released, unnamedChanges } from "./release/surface-changes.ts";
import { surfaceOf } from "./release/surface.ts";

/*
 * Writes the public surface of the built package to the folder `surface`: `npm run surface`. Fails if the changelog does not name a
 * change since the last release. `npm run surface -- --check` writes nothing, and also fails if a file is not up to date.
 */

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const FOLDER = join(ROOT, "surface");
export const RELEASED = join(FOLDER, "released.json");

/** Returns the files of the folder that differ from the built package: those to write, and those to delete. */
export function outdatedFiles(surface: ReadonlyMap<string, string>): readonly string[] {
  const present = readdirSync(FOLDER).filter((file) => file.endsWith(".txt"));
  return [...new Set([...surface.keys(), ...present])].filter(
    (file) => !present.includes(file) || readText(join(FOLDER, file)) !== surface.get(file),
  );
}

/** Returns the changes of the surface that the changelog does not name. */
export function changesToName(surface: ReadonlyMap<string, string>): readonly string[] {
  const released = JSON.parse(readText(RELEASED)) as Released;
  const unreleased = sectionsOf(readText(join(ROOT, "CHANGELOG.md")))[0]!;
  return unnamedChanges(exportsIn(surface.values()), released.exports, unreleased.text);
}

/** Records the surface as that of a release. */
export function recordRelease(surface: ReadonlyMap<string, string>, version: string): void {
  const released: Released = { version, exports: exportsIn(surface.values()) };
  writeFileSync(RELEASED, `${JSON.stringify(released, undefined, 2)}\n`);
}

function readText(path: string): string {
  return readFileSync(path, "utf8").replaceAll("\r\n", "\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const surface = surfaceOf(ROOT);
  mkdirSync(FOLDER, { recursive: true });
  const outdated = outdatedFiles(surface);
  if (process.argv.includes("--check")) {
    if (outdated.length > 0) {
      console.error(`Outdated in surface: ${outdated.join(", ")}. Run: npm run surface`);
      process.exitCode = 1;
    }
  } else
    for (const file of outdated) {
      const text = surface.get(file);
      if (text === undefined) rmSync(join(FOLDER, file));
      else writeFileSync(join(FOLDER, file), text);
    }
  const changes = changesToName(surface);
  if (changes.length > 0) {
    console.error(
      `The surface changed since the last release. Name these changes in CHANGELOG.md, in code spans:`,
    );
    for (const change of changes) console.error(`  ${change}`);
    process.exitCode = 1;
  }
}
