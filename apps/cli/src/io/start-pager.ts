import { once } from "node:events";
import type { Writable } from "node:stream";
import type { PagerCommand } from "./pager.ts";

export interface Pager {
  readonly stdin: Writable;
  /** Resolves when the pager has ended. */
  readonly closed: Promise<void>;
}

/** Milliseconds after which an interrupted command ends, although its work has not, once the pager has ended. */
const GRACE_PERIOD = 3_000;

/** Starts a pager on the terminal of this process. */
export function startPager({ words: [program, ...args], env }: PagerCommand): Pager {
  // Loaded here, because every command has this file, and few need a pager.
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(program, args, { env, stdio: ["pipe", "inherit", "inherit"] });
  let interrupted = false;
  // Ctrl-C reaches both processes. This process waits for the pager, which would otherwise lose the terminal to the shell.
  const onInterrupt = () => (interrupted = true);
  process.on("SIGINT", onInterrupt);
  const closed = Promise.race([once(child, "close"), once(child, "error")]).then(
    () => undefined,
    () => undefined,
  );
  void closed.then(() => {
    process.off("SIGINT", onInterrupt);
    if (interrupted) setTimeout(() => process.kill(process.pid, "SIGINT"), GRACE_PERIOD).unref();
  });
  return { stdin: child.stdin, closed };
}
