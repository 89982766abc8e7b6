import { UsageError } from "../../command/arguments.ts";
import { requireOutputFile } from "../../io/output-file.ts";
import type { ShellArgument } from "./command-signature.ts";
import type { ShellSession } from "./session.ts";

export const OUTPUT_ARGUMENT: ShellArgument = { label: "[--force] FILE", kind: "file", isRequired: true };

/** @example readOutputArgument("--force a.csv") // { path: "a.csv", force: true } */
export function readOutputArgument(argument: string): { readonly path: string; readonly force: boolean } {
  const [, force, path = ""] = /^(--force(?=\s|$))?\s*(.*)$/s.exec(argument)!;
  if (path === "") throw new UsageError("FILE is missing.");
  return { path, force: force !== undefined };
}

/**
 * Checks the file that a command of the shell is about to write. The files of the session cannot be replaced.
 * Returns the path without symbolic links.
 * @throws InputError if the file exists and must not be replaced, or is not a regular file
 */
export function requireSessionOutput(
  { source, scope }: ShellSession,
  { path, force }: { readonly path: string; readonly force: boolean },
): Promise<string> {
  return requireOutputFile(path, {
    inputs: source.files,
    stdin: scope.io.stdin,
    force,
    forceOption: "--force before the file",
  });
}
