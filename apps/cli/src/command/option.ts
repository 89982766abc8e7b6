/** Command-line option. Argument parsing, help and shell completion are derived from it. */
export interface Option {
  readonly name: string;
  readonly short?: string;
  /** Other spelling of the name. */
  readonly alias?: string;
  /** Names of the option in other programs, which messages about unknown options translate. */
  readonly foreign?: readonly string[];
  /** Placeholder of the option's value in help. Undefined for a switch. */
  readonly value?: string;
  readonly help: string;
  /** True if the option can be given several times with different values. */
  readonly repeatable?: boolean;
  readonly choices?: readonly string[];
  /** Other spellings of the choices. */
  readonly spellings?: ReadonlyMap<string, string>;
  /** Values that shell completion suggests. Other values are valid too. */
  readonly suggestions?: () => Promise<readonly string[]>;
}
