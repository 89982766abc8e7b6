import type { Catalog } from "tamis";
import type { Io } from "../io/process-io.ts";
import type { TextOutput } from "../io/text-output.ts";
import type { Arguments } from "./arguments.ts";
import type { Option } from "./option.ts";

export interface Scope {
  readonly io: Io;
  readonly args: Arguments;
  /** Buffered standard output. */
  readonly out: TextOutput;
  readonly signal: AbortSignal;
  /** The present for now(), today() and ago(…): one instant for all parts of a command, or of a line of the shell. */
  readonly present: Date;
  /** Problems that do not stop a command, but change its exit code. */
  readonly failures: { skippedRows: number };
  /** True if `--type` reads a column of these rows with another type. False without rows, and if a catalog declares the types. */
  readonly takesTypes: boolean;
  /**
   * Catalog that selects the fixes of syntax errors, and nothing else: `01234` is a string for a string member. Undefined: fixes
   * for all types are shown.
   */
  readonly fixCatalog: Catalog | undefined;
  /** Loads all commands. */
  readonly loadCommands: () => Promise<readonly Command[]>;
}

/** Definition of a command. Help, docs/cli.md and shell completion are derived from it. */
export interface Command {
  readonly name: string;
  /** Imperative phrase without a period. */
  readonly summary: string;
  /** Usage line without the leading `tamis`. Alternatives are separated by ` | `. */
  readonly usage: string;
  readonly options: readonly Option[];
  /** Paragraphs that help shows below the options. */
  readonly notes?: readonly string[];
  /** Complete command lines for help. A test runs them in order. */
  readonly examples: readonly string[];
  /** First arguments that shell completion suggests. */
  readonly words?: readonly string[];
  /** Runs the command and returns the exit code. */
  readonly run: (scope: Scope) => Promise<number>;
}
