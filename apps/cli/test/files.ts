/** Temporary files and example data for tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

/** Root folder of the repository. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Returns the path of an example file. */
export function example(name: string): string {
  return join(ROOT, "examples/data", name);
}

/** Creates a folder that is deleted after the tests. Returns a function that writes a file there and returns its path. */
export function folder(): (name: string, content: string | Uint8Array) => string {
  const path = mkdtempSync(join(tmpdir(), "tamis-"));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return (name, content) => {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
}

/** Formats rows as NDJSON. */
export function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}
