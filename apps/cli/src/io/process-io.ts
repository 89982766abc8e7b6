/**
 * Streams, environment and clock of the process. Everything else uses the {@link Io} interface, so that tests can
 * simulate terminals and pipes.
 */
import type { Readable, Writable } from "node:stream";

export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard input is a keyboard: commands that need piped input report an error instead of waiting. */
  readonly stdinIsTTY: boolean;
  readonly stdoutIsTTY: boolean;
  readonly stderrIsTTY: boolean;
  /** Width of the terminal in columns; undefined if stdout is not a terminal. */
  readonly stdoutColumns: number | undefined;
  readonly stderrColumns: number | undefined;
  /** Returns the milliseconds of a monotonic clock. */
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
    // Getters: the window can be resized during a session.
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

/** Terminals of unknown width report 0 columns. */
function columnsOf(stream: { readonly isTTY?: boolean; readonly columns?: number }): number | undefined {
  return isTTY(stream) && stream.columns !== 0 ? stream.columns : undefined;
}

/** Node leaves `isTTY` undefined if there is no terminal, contrary to its types. */
function isTTY(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}
