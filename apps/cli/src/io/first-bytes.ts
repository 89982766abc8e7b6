import { closeSync, openSync, readSync, statSync } from "node:fs";

/**
 * Returns up to `count` bytes from the beginning of a regular file. Undefined for other kinds of files and for unreadable
 * paths: opening them as rows reports the error.
 */
export function firstBytes(path: string, count: number): Buffer | undefined {
  let file;
  try {
    // Never opens a pipe: closing it again would end the program that writes to it.
    if (!statSync(path).isFile()) return undefined;
    file = openSync(path, "r");
    const bytes = Buffer.alloc(count);
    return bytes.subarray(0, readSync(file, bytes, 0, count, 0));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
