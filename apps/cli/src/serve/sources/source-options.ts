import type { Catalog } from "tamis";
import type { Scope } from "../../command/command.ts";
import type { CollectionNames } from "./collection-names.ts";
import type { KeyChoice } from "./key-option.ts";

/** Settings of all sources of a server. */
export interface SourceOptions {
  readonly scope: Scope;
  readonly names: CollectionNames;
  readonly catalog: Catalog | undefined;
  readonly keys: KeyChoice;
  readonly cursorKey: Uint8Array;
  /** Maximum milliseconds of a statement. */
  readonly timeout: number;
  readonly locales: readonly string[];
  /** Number of threads that open the sources. Default 1. */
  readonly threads?: number | undefined;
  /** Whether threads share the rows of files, and prepare them. Default false. */
  readonly isShared?: boolean;
  /** Whether clients can change rows. Default false. */
  readonly isWritable?: boolean;
}

/** Rows without a key have no order that a cursor could continue. */
export function cursorKeyOf(
  { key }: Catalog,
  { cursorKey }: SourceOptions,
): { readonly cursorKey?: Uint8Array } {
  return key === undefined ? {} : { cursorKey };
}
