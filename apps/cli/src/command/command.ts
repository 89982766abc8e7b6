import type { Io } from "../io/process-io.ts";
import type { TextOutput } from "../io/text-output.ts";
import type { Arguments } from "./arguments.ts";
import type { Option } from "./option.ts";

export interface Scope {
  readonly io: Io;
  readonly args: Arguments;
  /** Buffered standard output for text that is not rows. */
  readonly out: TextOutput;
  readonly signal: AbortSignal;
  readonly commands: readonly Command[];
}

/** Help, docs/cli.md and shell completion are derived from it. */
export interface Command {
  readonly name: string;
  /** Imperative, without a period. */
  readonly summary: string;
  /** Synopsis without `tamis`; alternatives are separated by ` | `. */
  readonly usage: string;
  readonly options: readonly Option[];
  /** Paragraphs below the options. */
  readonly notes?: readonly string[];
  /** Complete command lines, tested in order. */
  readonly examples: readonly string[];
  /** First arguments, for shell completion. */
  readonly words?: readonly string[];
  /** Returns the exit code. */
  readonly run: (scope: Scope) => Promise<number>;
}
