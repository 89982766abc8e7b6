import { escapeControls } from "tamis/diagnostics";
import { COLLECTION_FILE_MAGIC } from "tamis/store";
import { UsageError } from "../command/arguments.ts";
import { firstBytes } from "../io/first-bytes.ts";

/**
 * Returns the path of a saved collection, or undefined.
 * @throws UsageError if other files are given too
 */
export async function findSavedCollection(positionals: readonly string[]): Promise<string | undefined> {
  for (const path of positionals) {
    if (!(await isSaved(path))) continue;
    if (positionals.length > 1)
      throw new UsageError(
        `${escapeControls(path)} is a saved collection. It cannot be combined with other files.`,
      );
    return path;
  }
  return undefined;
}

async function isSaved(path: string): Promise<boolean> {
  return (await firstBytes(path, COLLECTION_FILE_MAGIC.length))?.equals(COLLECTION_FILE_MAGIC) === true;
}
