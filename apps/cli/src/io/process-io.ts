/**
 * The one place that touches the process: its streams, its environment, its clock. Everything else is given an
 * {@link Io}, so that a test can be a terminal, a pipe or a closed one.
 */
import type { Readable, Writable } from "node:stream";

export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether someone types: then a command that would wait for input shows its help instead. */
  readonly stdinIsTTY: boolean;
  readonly stdoutIsTTY: boolean;
  readonly stderrIsTTY: boolean;
  /** Columns of the terminal that stdout is; `undefined` if it is none. */
  readonly stdoutColumns: number | undefined;
  readonly stderrColumns: number | undefined;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Called before work that lets no event in: a signal then ends the process by itself, as one does that nobody hears. */
  readonly letSignalsEnd?: () => void;
}

/** The input and output of this process. */
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
    // Whoever works at a prompt resizes the window.
    get stdoutColumns() {
      return columnsOf(stdout);
    },
    get stderrColumns() {
      return columnsOf(stderr);
    },
    now: () => performance.now(),
    letSignalsEnd: () => process.removeAllListeners("SIGINT"),
  };
}

/** A terminal that does not know its width says 0. */
function columnsOf(stream: { readonly isTTY?: boolean; readonly columns?: number }): number | undefined {
  return isTTY(stream) && stream.columns !== 0 ? stream.columns : undefined;
}

/** Node leaves `isTTY` out where there is no terminal, whatever its types say. */
function isTTY(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}
