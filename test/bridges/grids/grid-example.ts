/** A model, its translation with the catalog of the tests, and the codes of the expected differences. */
export interface GridExample {
  readonly part?: "sortBy";
  readonly foreign: unknown;
  readonly tamis: string | undefined;
  readonly codes?: readonly string[];
  /** What the translation exports to. Default: `foreign`. `null` if that is not tested. */
  readonly back?: unknown;
}
