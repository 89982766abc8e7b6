import { requireText } from "../../../diagnostics/require-argument.ts";
import { builtinModule } from "../../../values/builtin-module.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { systemProblem } from "./file-problem.ts";
import { platformFiles, type Files } from "./files.ts";
import { readCollection, type OpenOptions, type OpenResult } from "./read-collection.ts";
import type { ByteSource } from "./section-reader.ts";

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
  requireText(path, "path");
  return openIn<T>(platformFiles(), path, options);
}

/** Reads a collection from a file that stays open until the collection is no longer in use. */
async function readOnDemand<T>(path: string, options: OpenOptions): Promise<OpenResult<T>> {
  const fs = syncFiles();
  const file = fs.openSync(path, "r");
  let isOpen = false;
  try {
    const readNow = (into: Uint8Array, at: number) => fs.readSync(file, into, 0, into.length, at);
    const source: ByteSource = { size: fs.fstatSync(file).size, read: readNow, readNow };
    const result = await readCollection<T>(source, options);
    if (result.ok) {
      isOpen = true;
      OPEN_FILES.register(readNow, file);
    }
    return result;
  } finally {
    if (!isOpen) fs.closeSync(file);
  }
}

/** Closes files whose reading functions are no longer in use. Not their sources: readers keep only the functions. */
const OPEN_FILES = new FinalizationRegistry((file: number) => syncFiles().closeSync(file));

function syncFiles(): SyncFiles {
  return builtinModule("node:fs") as SyncFiles;
}

/** The used part of `node:fs`. */
interface SyncFiles {
  readonly openSync: (path: string, flags: string) => number;
  readonly fstatSync: (file: number) => { readonly size: number };
  readonly readSync: (file: number, into: Uint8Array, offset: number, length: number, at: number) => number;
  readonly closeSync: (file: number) => void;
}

export async function openIn<T>(files: Files, path: string, options: OpenOptions): Promise<OpenResult<T>> {
  try {
    const { onDemand, verify } = ownProperties(options);
    if (onDemand === true && verify !== true) return await readOnDemand<T>(path, options);
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
