/** For completion. */
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
  /** In help: `[S|-]`. */
  readonly label: string;
  readonly kind: ArgumentKind;
  readonly isRequired?: boolean;
}

/** Help and completion are derived from it. */
export interface CommandSignature {
  /** Without the period. */
  readonly name: string;
  readonly argument?: ShellArgument;
  /** Imperative, without a period. */
  readonly summary: string;
}

/** @example usageOf(sortShellCommand) // ".sort [S|-]" */
export function usageOf({ name, argument }: CommandSignature): string {
  return `.${name}${argument === undefined ? "" : ` ${argument.label}`}`;
}
