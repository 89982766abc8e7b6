/** An option of a command. Argument parsing, help and shell completion are derived from it. */
export interface Option {
  readonly name: string;
  /** One-letter form. */
  readonly short?: string;
  /** Placeholder for the value in help. An option without one is a switch. */
  readonly value?: string;
  readonly help: string;
  /** The only accepted values. */
  readonly choices?: readonly string[];
  /** Values that shell completion offers; others are accepted too. */
  readonly suggestions?: readonly string[];
}
