/** The expressions that a command works on: its arguments, or the lines of standard input. */
import { createInterface } from "node:readline";
import type { Scope } from "./command.ts";

export interface ExpressionInput {
  readonly text: string;
  /** Its number, from 1 on, if there can be several; and what is counted. */
  readonly number: number | undefined;
  readonly from: "line" | "argument";
}

/** Expressions from the arguments; without one, and for `-`, one a line from standard input. */
export async function* inputs(scope: Scope): AsyncGenerator<ExpressionInput> {
  const { positionals } = scope.args;
  if (positionals.length === 0) yield* lines(scope);
  for (const [i, text] of positionals.entries()) {
    if (text === "-") yield* lines(scope);
    else yield { text, number: positionals.length > 1 ? i + 1 : undefined, from: "argument" };
  }
}

/** Where an expression stands, for the diagnostics of several: `line 3: `. */
export function placeOf({ number, from }: ExpressionInput): string {
  return number === undefined ? "" : `${from} ${number}: `;
}

async function* lines({ io, signal }: Scope): AsyncGenerator<ExpressionInput> {
  if (io.stdinIsTTY)
    io.stderr.write("tamis: reading expressions from the keyboard, one a line; Ctrl-D ends.\n");
  const source = createInterface({ input: io.stdin, crlfDelay: Infinity, signal });
  let number = 0;
  for await (const line of source) {
    // The byte order mark of an editor is no part of the first expression.
    const text = number === 0 ? line.replace(/^\ufeff/, "") : line;
    yield { text, number: ++number, from: "line" };
  }
}
