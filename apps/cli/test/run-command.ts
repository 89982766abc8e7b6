/** Runs a command line in this process with its own streams. */
import { PassThrough, Readable } from "node:stream";
import type { ProgramIo } from "../src/io/process-io.ts";
import { main } from "../src/main.ts";

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Surroundings {
  readonly stdin?: string | Uint8Array | AsyncIterable<string>;
  readonly env?: Record<string, string>;
  /** Makes all streams terminals of this width. By default they are pipes. */
  readonly columns?: number;
  /** Height of the terminal in lines. Default: 24. */
  readonly rows?: number;
  /** The present. Default: the actual one. */
  readonly date?: Date;
  /** Returns the present each time that a command or a line of the shell starts. */
  readonly present?: () => Date;
  readonly startPager?: ProgramIo["startPager"];
  /** Makes standard input a pipe although the other streams are terminals. */
  readonly isInputPiped?: boolean;
}

export async function tamis(args: readonly string[], around: Surroundings = {}): Promise<Outcome> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const collect = async (stream: PassThrough) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString("utf8");
  };
  const texts = Promise.all([collect(stdout), collect(stderr)]);
  const { date } = around;
  const present = around.present ?? (date === undefined ? undefined : () => date);
  const isTTY = around.columns !== undefined;
  const code = await main(
    args,
    {
      stdin: readableOf(around.stdin),
      stdout,
      stderr,
      env: around.env ?? {},
      stdinIsTTY: isTTY && around.isInputPiped !== true,
      stdoutIsTTY: isTTY,
      stderrIsTTY: isTTY,
      stdoutColumns: around.columns,
      stdoutRows: around.rows ?? (isTTY ? 24 : undefined),
      ...(around.startPager === undefined ? {} : { startPager: around.startPager }),
      stderrColumns: around.columns,
      // Time stands still, so that a slow machine shows no progress line among the messages.
      now: () => 0,
      ...(present === undefined ? {} : { date: present }),
    },
    new AbortController().signal,
  );
  stdout.end();
  stderr.end();
  const [out, err] = await texts;
  return { code, out, err };
}

function readableOf(stdin: Surroundings["stdin"]): Readable {
  if (typeof stdin === "object" && !(stdin instanceof Uint8Array)) return Readable.from(bytesOf(stdin));
  return Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]);
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}
