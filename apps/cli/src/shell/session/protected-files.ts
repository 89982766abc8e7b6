import { realpath } from "node:fs/promises";
import { escapeControls } from "tamis/diagnostics";
import { UsageError } from "../../command/arguments.ts";

/** @throws UsageError if `path` is one of `files`, also if a link leads to the same file */
export async function requireOtherFile(path: string, files: readonly string[]): Promise<void> {
  const resolved = async (file: string) => realpath(file).catch(() => undefined);
  const target = await resolved(path);
  for (const file of files) {
    if (target !== undefined && target === (await resolved(file)))
      throw new UsageError(`The rows were read from ${escapeControls(path)}. Choose another file.`);
  }
}
