import type { BridgeCode, BridgeEffect } from "tamis/bridges";

/** A text of another language, its translation, and the expected differences. */
export interface BridgeExample {
  readonly part?: "sortBy";
  readonly foreign: string;
  /** Undefined if there is no translation. */
  readonly tamis: string | undefined;
  readonly notes?: readonly (readonly [BridgeCode, BridgeEffect])[];
  /** Result of exporting the translation. Default: `foreign`. Null if the export is not tested. */
  readonly back?: string | null;
}

/** A JSON value of another language, its translation, and the expected differences. */
export interface JsonExample extends Omit<BridgeExample, "foreign" | "back"> {
  readonly foreign: unknown;
  /** Result of exporting the translation. Default: `foreign`. Null if the export is not tested. */
  readonly back?: unknown;
}
