/** What went wrong, told on standard error, and the exit code that it has. */
import { escapeControls } from "tamis/diagnostics";
import { EXIT } from "./command.ts";
import { OutputClosed } from "./io/errors.ts";
import type { Io } from "./io/process-io.ts";

/** @param place in front, where there are several questions: `line 3: ` */
export function tellFailure(error: unknown, { stderr }: Pick<Io, "stderr">, place = ""): number {
  if (error instanceof OutputClosed) return EXIT.ran;
  if (error instanceof Error && "exitCode" in error && typeof error.exitCode === "number") {
    if (error.message !== "") stderr.write(`tamis: ${place}${error.message}\n`);
    return error.exitCode;
  }
  const reason = error instanceof Error ? error.message : String(error);
  stderr.write(`tamis: ${place}this is a fault of tamis, please report it: ${escapeControls(reason)}\n`);
  return EXIT.internal;
}
