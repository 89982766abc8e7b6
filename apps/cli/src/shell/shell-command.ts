/** A command of the prompt. Its help and its completion are made of this. */
import type { Session } from "./session.ts";

/** What an argument is, for completion. */
export type ArgumentKind =
  | "filter"
  | "sortBy"
  | "member"
  | "members"
  | "function"
  | "command"
  | "file"
  | "text"
  | { readonly choices: readonly string[] };

export interface ShellArgument {
  /** What stands for it in help. */
  readonly label: string;
  readonly kind: ArgumentKind;
  readonly isNeeded?: boolean;
}

export interface ShellCommand {
  /** Without the point. */
  readonly name: string;
  readonly argument?: ShellArgument;
  /** What it does, as an order, without a full stop. */
  readonly summary: string;
  /** @throws UsageError, ExpressionError for what it is asked wrongly */
  readonly run: (session: Session, argument: string, signal: AbortSignal) => void | Promise<void>;
}
