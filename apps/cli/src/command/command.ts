import type { Io } from "../io/process-io.ts";
import type { TextOutput } from "../io/text-output.ts";
import type { Arguments } from "./arguments.ts";
import type { Option } from "./option.ts";

/** What a running command can use. */
export interface Scope {
  readonly io: Io;
  readonly args: Arguments;
  /** Buffered standard output, for text that is not rows. The program flushes it when the command is done. */
  readonly out: TextOutput;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** All commands of the program. */
  readonly commands: readonly Command[];
}

/** A command of the program. Help, docs/cli.md and the completion scripts are derived from it. */
export interface Command {
  readonly name: string;
  /** One line in the imperative, without a period. */
  readonly summary: string;
  /** Synopsis without `tamis`. Alternatives are separated by ` | `. */
  readonly usage: string;
  readonly options: readonly Option[];
  /** Paragraphs of help below the options. */
  readonly notes?: readonly string[];
  /** Complete command lines. A test runs each of them, in order. */
  readonly examples: readonly string[];
  /** Possible values of the first argument, for shell completion. */
  readonly words?: readonly string[];
  /** Runs the command and returns the exit code. */
  readonly run: (scope: Scope) => Promise<number>;
}
