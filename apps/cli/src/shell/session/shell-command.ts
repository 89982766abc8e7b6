import type { CommandSignature } from "./command-signature.ts";
import type { ShellSession } from "./session.ts";

export interface ShellCommand extends CommandSignature {
  /**
   * Runs the command.
   * @throws UsageError, ExpressionError if the argument is invalid
   */
  readonly run: (session: ShellSession, argument: string, signal: AbortSignal) => void | Promise<void>;
}
