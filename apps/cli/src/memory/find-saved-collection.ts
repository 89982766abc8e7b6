import { escapeControls } from "tamis/diagnostics";
import { COLLECTION_FILE_MAGIC } from "tamis/store";
import { UsageError } from "../command/arguments.ts";
import { firstBytes } from "../io/first-bytes.ts";

/**
 * Returns the path of a saved collection, or undefined.
 * @throws UsageError if other files are given too
 */
export function findSavedCollection(positionals: readonly string[]): string | undefined {
  for (const path of positionals) {
    if (!isSaved(path)) continue;
    if (positionals.length > 1)
      throw new UsageError(
        `${escapeControls(path)} is a saved collection. It cannot be combined with other files.`,
      );
    return path;
  }
  return undefined;
}

function isSaved(path: string): boolean {
  return firstBytes(path, COLLECTION_FILE_MAGIC.length)?.equals(COLLECTION_FILE_MAGIC) === true;
}
