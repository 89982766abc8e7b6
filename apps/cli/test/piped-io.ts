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
