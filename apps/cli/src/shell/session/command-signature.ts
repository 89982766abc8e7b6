/** Kind of a command's argument. Determines its completion. */
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
  /** Placeholder of the argument in help: `[S|-]`. */
  readonly label: string;
  readonly kind: ArgumentKind;
  readonly isRequired?: boolean;
}

/** Name, argument and summary of a shell command. Help and completion are derived from it. */
export interface CommandSignature {
  /** Command name without the leading period. */
  readonly name: string;
  readonly argument?: ShellArgument;
  /** Imperative phrase without a period. */
  readonly summary: string;
}

/** Returns the name and the argument of a command: `.sort [S|-]`. */
export function usageOf({ name, argument }: CommandSignature): string {
  return `.${name}${argument === undefined ? "" : ` ${argument.label}`}`;
}
