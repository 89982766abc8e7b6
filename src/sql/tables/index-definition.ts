/** Index of a table. Its last column is the key of the catalog, which orders rows that tie. */
export interface IndexDefinition {
  /** Members that requests compare with values. A string as the last one also serves `startsWith`. */
  readonly equal?: readonly string[];
  /** Member that orders the rows with equal values of these members. Default: the key. */
  readonly order?: string;
}
