import { PassThrough, Readable } from "node:stream";
import type { ProgramIo } from "../src/io/process-io.ts";

/** Returns streams of a program that runs without a terminal. By default standard input is empty. */
export function pipedIo(stdin: Readable = Readable.from([])) {
  return {
    stdin,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: {},
    stdinIsTTY: false,
    stdoutIsTTY: false,
    stderrIsTTY: false,
    stdoutColumns: undefined,
    stdoutRows: undefined,
    stderrColumns: undefined,
    now: () => performance.now(),
  } satisfies ProgramIo;
}

/** Returns streams of a program whose input and output are a terminal of 100 columns. */
export function terminalIo(
  stdin: Readable,
  screen: PassThrough,
  env: Record<string, string> = {},
): ProgramIo {
  return {
    stdin,
    stdout: screen,
    stderr: screen,
    env: { TERM: "xterm", ...env },
    stdinIsTTY: true,
    stdoutIsTTY: true,
    stderrIsTTY: true,
    stdoutColumns: 100,
    stdoutRows: 24,
    stderrColumns: 100,
    now: () => performance.now(),
  };
}
