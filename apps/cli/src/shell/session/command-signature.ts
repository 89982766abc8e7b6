/** Kind of an argument, for completion. */
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
  /** Placeholder in help: `[S|-]`. */
  readonly label: string;
  readonly kind: ArgumentKind;
  readonly isRequired?: boolean;
}

/** Name, argument and summary of a shell command. Help and completion are derived from it. */
export interface CommandSignature {
  /** Name without the period. */
  readonly name: string;
  readonly argument?: ShellArgument;
  /** One line in the imperative, without a period. */
  readonly summary: string;
}

/** @example usageOf(sortShellCommand) // ".sort [S|-]" */
export function usageOf({ name, argument }: CommandSignature): string {
  return `.${name}${argument === undefined ? "" : ` ${argument.label}`}`;
}
