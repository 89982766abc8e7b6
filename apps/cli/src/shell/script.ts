import { createInterface } from "node:readline";
import { EXIT } from "../command/exit-codes.ts";
import { withoutByteOrderMark } from "../command/expression-inputs.ts";
import { runLine } from "./run-line.ts";
import type { ShellSession } from "./session/session.ts";

/** Runs the lines of standard input. Returns the exit code of the first line that failed. */
export async function runScript(session: ShellSession): Promise<number> {
  const { io, signal } = session.scope;
  const lines = createInterface({ input: io.stdin, crlfDelay: Infinity, signal });
  let number = 0;
  let code: number = EXIT.ran;
  for await (const line of lines) {
    const text = ++number === 1 ? withoutByteOrderMark(line) : line;
    const lineCode = await runLine(session, text, signal, `line ${number}: `);
    if (signal.aborted) return EXIT.interrupted;
    if (code === EXIT.ran) code = lineCode;
    if (session.isEnded) break;
  }
  return code;
}
