import { open, stat } from "node:fs/promises";

/**
 * Returns up to `count` bytes from the beginning of a regular file. Undefined for other kinds of files and for unreadable
 * paths: opening them as rows reports the error.
 */
export async function firstBytes(path: string, count: number): Promise<Buffer | undefined> {
  let file;
  try {
    // Never opens a pipe: closing it again would end the program that writes to it.
    if (!(await stat(path)).isFile()) return undefined;
    file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}
