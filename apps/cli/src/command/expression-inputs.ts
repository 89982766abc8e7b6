import type { Scope } from "./command.ts";

export interface ExpressionInput {
  readonly text: string;
  /** Number of the line or argument, counted from 1. Undefined if there is only one argument. */
  readonly number: number | undefined;
  readonly from: "line" | "argument";
}

/** Yields the arguments. Yields the lines of standard input for `-`, or if there are no arguments. */
export async function* readExpressions(scope: Scope): AsyncGenerator<ExpressionInput> {
  const { positionals } = scope.args;
  if (positionals.length === 0) yield* readLines(scope);
  for (const [i, text] of positionals.entries()) {
    if (text === "-") yield* readLines(scope);
    else yield { text, number: positionals.length > 1 ? i + 1 : undefined, from: "argument" };
  }
}

/** @example inputPrefix({ text, number: 3, from: "line" }) // "line 3: " */
export function inputPrefix({ number, from }: ExpressionInput): string {
  return number === undefined ? "" : `${from} ${number}: `;
}

async function* readLines({ io, signal }: Scope): AsyncGenerator<ExpressionInput> {
  if (io.stdinIsTTY) {
    const end = process.platform === "win32" ? "Ctrl-Z and Enter end" : "Ctrl-D ends";
    io.stderr.write(`tamis: reading expressions from the keyboard, one per line; ${end}.\n`);
  }
  const { createInterface } = await import("node:readline");
  const source = createInterface({ input: io.stdin, crlfDelay: Infinity, signal });
  let number = 0;
  for await (const line of source) {
    const text = number === 0 ? withoutByteOrderMark(line) : line;
    yield { text, number: ++number, from: "line" };
  }
}

export function withoutByteOrderMark(line: string): string {
  return line.replace(/^\ufeff/, "");
}
