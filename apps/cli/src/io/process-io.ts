/** Tests simulate terminals and pipes with {@link Io}. */
import type { Readable, Writable } from "node:stream";

export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Commands do not wait for a keyboard if they need piped input. */
  readonly stdinIsTTY: boolean;
  readonly stdoutIsTTY: boolean;
  readonly stderrIsTTY: boolean;
  /** Undefined if stdout is not a terminal. */
  readonly stdoutColumns: number | undefined;
  readonly stderrColumns: number | undefined;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Restores the default signal handlers before synchronous work, so that Ctrl-C ends the process. */
  readonly restoreSignals?: () => void;
}

export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process;
  return {
    stdin,
    stdout,
    stderr,
    env,
    stdinIsTTY: isTTY(stdin),
    stdoutIsTTY: isTTY(stdout),
    stderrIsTTY: isTTY(stderr),
    // Getters: the window can be resized.
    get stdoutColumns() {
      return columnsOf(stdout);
    },
    get stderrColumns() {
      return columnsOf(stderr);
    },
    now: () => performance.now(),
    restoreSignals: () => process.removeAllListeners("SIGINT"),
  };
}

/** A terminal of unknown width has 0 columns. */
function columnsOf(stream: { readonly isTTY?: boolean; readonly columns?: number }): number | undefined {
  return isTTY(stream) && stream.columns !== 0 ? stream.columns : undefined;
}

/** Undefined without a terminal, contrary to its type. */
function isTTY(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}
