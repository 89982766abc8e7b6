import { requireText } from "../../../diagnostics/require-argument.ts";
import type { MemoryCollection } from "../collections/memory-collection.ts";
import { systemProblem, type FileProblem } from "./file-problem.ts";
import { platformFiles, type Files } from "./files.ts";
import { removeStale, temporaryName } from "./temporary-files.ts";
import { frozenOf, writeFrozen, type SaveOptions, type SaveResult } from "./write-collection.ts";

/**
 * Saves a collection atomically: at any time, `path` is either the complete old file or the complete new file. The new
 * file is written under a temporary name in the same folder, made durable and renamed. It includes columns and ranks,
 * but no change after the call.
 *
 * @param path regular file or new file; its folder must exist
 * @throws TypeError without a file system, as in browsers (use `writeCollection`)
 * @example
 * const result = await saveCollection(reports, "reports.tamis");
 * if (!result.ok) console.error(result.reason.message);
 */
export function saveCollection<T>(
  collection: MemoryCollection<T>,
  path: string,
  options: SaveOptions = {},
): Promise<SaveResult> {
  requireText(path, "path");
  return saveIn(platformFiles(), collection, path, options);
}

export async function saveIn<T>(
  files: Files,
  collection: MemoryCollection<T>,
  path: string,
  options: SaveOptions,
): Promise<SaveResult> {
  const frozen = frozenOf(collection);
  try {
    const { folder, name } = await files.resolve(path);
    const target = files.join(folder, name);
    // A rename would replace a device or a named pipe by a file.
    if ((await files.find(target))?.isRegular === false) return { ok: false, reason: NOT_REGULAR };
    const temporary = files.join(folder, temporaryName(name, files.process));
    await removeStale(files, folder, name);
    const result = await writeTemporary(files, frozen, temporary, target, options);
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

/** Writes a temporary file and renames it to `path`. Removes the temporary file after a failure. */
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
    await file.setMode((await files.find(path))?.mode ?? NEW_FILE_MODE);
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

const NOT_REGULAR: FileProblem = {
  code: "file-system",
  message: "It is a device, a named pipe, a socket or a folder, not a regular file.",
};

/** Permissions of a new file: only the owner has access, because rows can be confidential. */
const NEW_FILE_MODE = 0o600;
