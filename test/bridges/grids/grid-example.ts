/** A model, its translation with the catalog of the tests, and the codes of the expected differences. */
export interface GridExample {
  readonly part?: "sortBy";
  readonly foreign: unknown;
  readonly tamis: string | undefined;
  readonly codes?: readonly string[];
  /** Result of exporting the translation. Default: `foreign`. Null if the export is not tested. */
  readonly back?: unknown;
}
