/** Streams and environment of the process. Tests simulate terminals and pipes with {@link ProgramIo}. */
import type { Readable, Writable } from "node:stream";
import { withoutPrototype } from "../formats/own-members.ts";
import type { PagerCommand } from "./pager.ts";
import { guardMessages, type Messages, type Redact } from "./redact.ts";
import { startPager, type Pager } from "./start-pager.ts";

/** Streams of a command. */
export interface Io extends Omit<ProgramIo, "stderr"> {
  /** Standard error without passwords and control characters. */
  readonly stderr: Messages;
  /** Terminal on which the prompt of the shell shows typed lines. */
  readonly prompt: Writable;
  /** Hides passwords in a text that is saved, such as a line of the history. Messages are guarded already. */
  readonly redact: Redact;
  /** Returns whether a pager owns the screen. */
  readonly isPaging?: () => boolean;
}

/** Streams of the process. */
export interface ProgramIo {
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
  /** Height of the terminal in lines. Undefined if stdout is not a terminal. */
  readonly stdoutRows: number | undefined;
  readonly stderrColumns: number | undefined;
  /** Returns a monotonic time in milliseconds. */
  readonly now: () => number;
  /** Returns the present. Default: that of the computer. */
  readonly date?: () => Date;
  /** Restores the default signal handlers before synchronous work, so that Ctrl-C ends the process. */
  readonly restoreSignals?: () => void;
  /** Ends the process at once, as SIGINT does by default. In contrast to `process.exit`, it does not wait for threads. */
  readonly interrupt?: () => void;
  /**
   * Calls `stop` at the first SIGINT or SIGTERM, for commands that run until then. The second signal ends the process at
   * once. Undefined if the signal of the scope is the only one.
   */
  readonly onStop?: (stop: () => void) => void;
  /** Starts a pager on the terminal. Undefined if pagers are not supported. */
  readonly startPager?: (command: PagerCommand) => Pager;
}

/** Returns the streams with a guarded standard error, through which every message passes. */
export function guardedIo(io: ProgramIo, redact: Redact): Io {
  const guardedStreams = {
    stderr: guardMessages(io.stderr, redact),
    prompt: io.stdoutIsTTY ? io.stdout : io.stderr,
    redact,
  };
  // Copies descriptors, because the widths of the terminals are getters. Without a prototype, a missing property or
  // variable is not read from `Object.prototype`.
  const copy = Object.create(null, Object.getOwnPropertyDescriptors(io)) as ProgramIo;
  return Object.assign(copy, { ...guardedStreams, env: withoutPrototype(io.env) });
}

export function presentOf({ date }: Pick<ProgramIo, "date">): Date {
  return date === undefined ? new Date() : date();
}

export function processIo(): ProgramIo {
  const { stdout, stderr, env } = process;
  return {
    // Getters, because Node creates the stream when it is first read, which takes milliseconds.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    env,
    get stdinIsTTY() {
      return isTTY(process.stdin);
    },
    stdoutIsTTY: isTTY(stdout),
    stderrIsTTY: isTTY(stderr),
    // A getter, because the terminal window can be resized.
    get stdoutColumns() {
      return columnsOf(stdout);
    },
    get stdoutRows() {
      return isTTY(stdout) && stdout.rows !== 0 ? stdout.rows : undefined;
    },
    get stderrColumns() {
      return columnsOf(stderr);
    },
    // `performance` would load further modules of Node.
    now: () => Number(process.hrtime.bigint()) / 1_000_000,
    restoreSignals,
    interrupt: () => {
      restoreSignals();
      process.kill(process.pid, "SIGINT");
    },
    onStop,
    startPager,
  };
}

function restoreSignals(): void {
  process.removeAllListeners("SIGINT");
}

const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

function onStop(stop: () => void): void {
  const first = () => {
    for (const signal of STOP_SIGNALS) process.removeAllListeners(signal);
    stop();
  };
  for (const signal of STOP_SIGNALS) process.removeAllListeners(signal).once(signal, first);
}

/** Returns the terminal's width. Undefined if it is unknown: Node then reports 0 columns. */
function columnsOf(stream: { readonly isTTY?: boolean; readonly columns?: number }): number | undefined {
  return isTTY(stream) && stream.columns !== 0 ? stream.columns : undefined;
}

/** Outside a terminal, `stream.isTTY` is undefined, although Node declares a boolean. */
function isTTY(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}
