import type { MemoryCollection } from "../collections/memory-collection.ts";
import { systemProblem } from "./file-problem.ts";
import { platformFiles, type Files } from "./files.ts";
import { removeStale, temporaryName } from "./temporary-files.ts";
import { frozenOf, writeFrozen, type SaveOptions, type SaveResult } from "./write-collection.ts";

/**
 * Saves a collection in a file. At any time, whatever happens, the file is the one that was there before or the new one,
 * whole: it is written beside it under another name, made to last, and renamed. What is saved is the collection as it is
 * when this is called, with the columns and orders that it has: it can be changed meanwhile.
 *
 * @param path of the file; its folder is there
 * @throws TypeError where there are no files, as in browsers: use `writeCollection`.
 * @example
 * const result = await saveCollection(reports, "reports.tamis");
 * if (!result.ok) console.error(result.reason.message);
 */
export function saveCollection<T>(
  collection: MemoryCollection<T>,
  path: string,
  options: SaveOptions = {},
): Promise<SaveResult> {
  return saveIn(platformFiles(), collection, path, options);
}

/** The same in any file system. */
export async function saveIn<T>(
  files: Files,
  collection: MemoryCollection<T>,
  path: string,
  options: SaveOptions,
): Promise<SaveResult> {
  const frozen = frozenOf(collection);
  try {
    const { folder, name } = await files.resolve(path);
    const temporary = files.join(folder, temporaryName(name, files.process));
    await removeStale(files, folder, name);
    const result = await writeTemporary(files, frozen, temporary, files.join(folder, name), options);
    if (result.ok) await files.syncFolder(folder);
    return result;
  } catch (error) {
    const reason = systemProblem(error);
    if (reason === undefined) throw error;
    return { ok: false, reason };
  } finally {
    frozen.close();
  }
}

/** Writes a file and gives it its name; there is none if anything goes wrong. */
async function writeTemporary(
  files: Files,
  frozen: Parameters<typeof writeFrozen>[0],
  temporary: string,
  path: string,
  options: SaveOptions,
): Promise<SaveResult> {
  const file = await files.open(temporary, "create");
  let isOpen = true;
  let isDone = false;
  try {
    const result = await writeFrozen(frozen, file.write, options);
    if (!result.ok) return result;
    await file.setMode((await files.mode(path)) ?? NEW_FILE);
    await file.sync();
    isOpen = false;
    await file.close();
    await files.rename(temporary, path);
    isDone = true;
    return result;
  } finally {
    if (isOpen) await file.close().catch(() => undefined);
    if (!isDone) await files.remove(temporary).catch(() => undefined);
  }
}

/** For its owner alone: a collection may hold anything. */
const NEW_FILE = 0o600;
