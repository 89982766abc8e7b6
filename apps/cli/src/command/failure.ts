import { escapeControls } from "tamis/diagnostics";
import { PatternWorkError } from "tamis/evaluator";
import { OutputClosed } from "../io/errors.ts";
import type { Io } from "../io/process-io.ts";
import { EXIT } from "./exit-codes.ts";

/**
 * Returns the exit code.
 * @param prefix location of the input: `line 3: `
 */
export function printFailure(error: unknown, { stderr }: Pick<Io, "stderr">, prefix = ""): number {
  if (error instanceof OutputClosed) return EXIT.ran;
  if (error instanceof Error && "exitCode" in error && typeof error.exitCode === "number") {
    if (error.message !== "") stderr.write(`tamis: ${prefix}${error.message}\n`);
    return error.exitCode;
  }
  if (error instanceof PatternWorkError) {
    stderr.write(`tamis: ${prefix}${escapeControls(error.message)}\n`);
    return EXIT.expression;
  }
  const reason = error instanceof Error ? error.message : String(error);
  stderr.write(`tamis: ${prefix}internal error, please report it: ${escapeControls(reason)}\n`);
  return EXIT.internal;
}
