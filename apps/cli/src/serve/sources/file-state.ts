import { stat } from "node:fs/promises";

/**
 * Returns a string that changes with the content of a file: its size, modification time and inode. Undefined without a
 * file.
 */
export async function fileState(path: string): Promise<string | undefined> {
  try {
    const { size, mtimeNs, ino } = await stat(path, { bigint: true });
    return `${size} ${mtimeNs} ${ino}`;
  } catch {
    return undefined;
  }
}
