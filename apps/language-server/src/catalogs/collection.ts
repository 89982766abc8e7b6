import type { Catalog } from "tamis";
import type { ValueProvider } from "tamis/editor";

/** A collection whose filters are checked. */
export interface Collection {
  readonly name: string;
  readonly catalog: Catalog;
  /** Finds values of the data for completion. */
  readonly values?: ValueProvider | undefined;
}

/** The collections of a source, or the reason why there are none. */
export interface LoadedSource {
  readonly collections: readonly Collection[];
  /** A sentence for the user. */
  readonly problem?: string;
}

/** Maximum number of collections of a source. */
export const MAXIMUM_COLLECTIONS = 200;

/** Reads a data file that is no JSON document with a catalog: infers the catalog from its rows. */
export type ReadData = (path: string, signal: AbortSignal) => Promise<Collection>;
