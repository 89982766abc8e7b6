/** A folder of files for the tests of a file, and the example data. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

/** The root of the project. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The path of an example file. */
export function example(name: string): string {
  return join(ROOT, "examples/data", name);
}

/** Makes a folder that is gone after the tests, and a function that writes a file in it and gives its path. */
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

/** Rows as NDJSON. */
export function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}
