import { systemProblem } from "./file-problem.ts";
import { platformFiles, type Files } from "./files.ts";
import { readCollection, type OpenOptions, type OpenResult } from "./read-collection.ts";

/**
 * Opens a collection that `saveCollection` saved, with its columns and ranks. Checks the whole file first; parses rows
 * on first read. Later changes must be saved again.
 *
 * @throws TypeError without a file system, as in browsers (use `readCollection`), and for wrong options
 * @example
 * const result = await openCollection("reports.tamis", { locale: "de" });
 * if (!result.ok) throw new Error(result.reason.message);
 * result.collection.page({ limit: 20 });
 */
export function openCollection<T = unknown>(path: string, options: OpenOptions = {}): Promise<OpenResult<T>> {
  return openIn<T>(platformFiles(), path, options);
}

export async function openIn<T>(files: Files, path: string, options: OpenOptions): Promise<OpenResult<T>> {
  try {
    const file = await files.open(path, "read");
    try {
      return await readCollection<T>({ size: await file.size(), read: file.read }, options);
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = systemProblem(error);
    if (reason === undefined) throw error;
    return { ok: false, reason };
  }
}
