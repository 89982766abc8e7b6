import { systemProblem } from "./file-problem.ts";
import { platformFiles, type Files } from "./files.ts";
import { readCollection, type OpenOptions, type OpenResult } from "./read-collection.ts";

/**
 * Opens a collection that `saveCollection` has saved, with its columns and orders. All of the file is read, and checked
 * before anything is given out; rows are made of their bytes when they are asked for. The file is not used any more
 * afterwards: what is changed is saved again.
 *
 * @throws TypeError where there are no files, as in browsers: use `readCollection`; and as `createCollection` does for its options.
 * @example
 * const result = await openCollection("reports.tamis", { locale: "de" });
 * if (!result.ok) throw new Error(result.reason.message);
 * result.collection.page({ limit: 20 });
 */
export function openCollection<T = unknown>(path: string, options: OpenOptions = {}): Promise<OpenResult<T>> {
  return openIn<T>(platformFiles(), path, options);
}

/** The same in any file system. */
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
