/** Streams and environment of the process. Tests simulate terminals and pipes with {@link Io}. */
import type { Readable, Writable } from "node:stream";

export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if standard input is a terminal. Commands that need piped input then fail instead of waiting. */
  readonly stdinIsTTY: boolean;
  readonly stdoutIsTTY: boolean;
  readonly stderrIsTTY: boolean;
  /** Width of the terminal in characters. Undefined if stdout is not a terminal. */
  readonly stdoutColumns: number | undefined;
  readonly stderrColumns: number | undefined;
  /** Returns a monotonic time in milliseconds. */
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
    // A getter, because the terminal window can be resized.
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

/** Returns the terminal's width. Undefined if it is unknown: Node then reports 0 columns. */
function columnsOf(stream: { readonly isTTY?: boolean; readonly columns?: number }): number | undefined {
  return isTTY(stream) && stream.columns !== 0 ? stream.columns : undefined;
}

/** Outside a terminal, `stream.isTTY` is undefined, although Node declares a boolean. */
function isTTY(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}
