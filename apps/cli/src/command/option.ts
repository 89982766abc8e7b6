/** Argument parsing, help and shell completion are derived from it. */
export interface Option {
  readonly name: string;
  readonly short?: string;
  /** Placeholder in help. Undefined for a switch. */
  readonly value?: string;
  readonly help: string;
  readonly choices?: readonly string[];
  /** For shell completion; other values are valid too. */
  readonly suggestions?: readonly string[];
}
