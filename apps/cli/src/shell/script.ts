/** Lines that nobody types: each is answered, one after the other, without a prompt. */
import { createInterface } from "node:readline";
import { EXIT } from "../command.ts";
import type { Session } from "./session.ts";

/** Gives the exit code of the first line that was wrong. */
export async function runScript(session: Session): Promise<number> {
  const { io, signal } = session.scope;
  const lines = createInterface({ input: io.stdin, crlfDelay: Infinity, signal });
  let number = 0;
  let code: number = EXIT.ran;
  for await (const line of lines) {
    // The byte order mark of an editor is no part of the first line.
    const text = ++number === 1 ? line.replace(/^\ufeff/, "") : line;
    const own = await session.run(text, signal, `line ${number}: `);
    if (signal.aborted) return EXIT.interrupted;
    if (code === EXIT.ran) code = own;
    if (session.isEnded) break;
  }
  return code;
}
