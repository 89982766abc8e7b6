/**
 * Columns with stored sort keys. Any database can compare and index sort keys byte by byte, with the same order as in
 * memory. Keys of different versions or options are not comparable. Therefore the catalog records the version and the
 * options of stored keys, and the version is checked before use.
 */
import { requireBytes, requireKind, requireObject, requireText } from "../../diagnostics/require-argument.ts";
import { COLLATION_VERSION, createCollation, type KeyedCollation } from "./keyed-collation.ts";
import type { CollationOptions } from "./options/collation-options.ts";

/** Describes a column of sort keys in a catalog. Can be serialized as JSON. */
export interface KeyColumn {
  /** Name of the column or member with the sort key. The database must compare its bytes as unsigned. */
  readonly column: string;
  readonly locale: string;
  /** Strength of the stored keys. Comparisons at a lower strength can use prefixes of them; see `keyRange`. */
  readonly strength: NonNullable<CollationOptions["strength"]>;
  /** Value of `COLLATION_VERSION` when the keys were written. */
  readonly version: string;
  readonly options?: Omit<CollationOptions, "locale" | "strength" | "maxLength">;
}

/** Returns the description of a column whose keys are written with `COLLATION_VERSION`. */
export function describeKeyColumn(column: string, options: Omit<CollationOptions, "maxLength">): KeyColumn {
  requireText(column, "column");
  requireObject(options, "options");
  const { locale = "und", strength = "tertiary", ...others } = options;
  const { version } = createCollation({ locale, strength, ...others });
  return {
    column,
    locale,
    strength,
    version,
    ...(Object.keys(others).length > 0 ? { options: others } : {}),
  };
}

/** Returns the collation of a column's keys. @throws CollationVersionError if the keys have another version */
export function collationOfColumn(column: KeyColumn): KeyedCollation {
  requireKind(column, "column", "a column of describeKeyColumn", "column", "locale");
  assertSameVersion(column.version);
  return createCollation({ ...column.options, locale: column.locale, strength: column.strength });
}

/** Error: stored sort keys have another version than `COLLATION_VERSION`, so they must be written again. */
export class CollationVersionError extends Error {
  override readonly name = "CollationVersionError";
  readonly stored: string;
  readonly current: string;

  constructor(stored: string) {
    super(
      `The stored sort keys have version '${stored}', expected '${COLLATION_VERSION}'. Write the keys again.`,
    );
    this.stored = stored;
    this.current = COLLATION_VERSION;
  }
}

/**
 * Checks that stored keys of this version are comparable with new keys. @throws CollationVersionError if the keys
 * have another version
 */
export function assertSameVersion(version: string): void {
  requireText(version, "version");
  if (version !== COLLATION_VERSION) throw new CollationVersionError(version);
}

/**
 * Returns the range `[from, to)` of stored keys that are equal to `key` at the strength of `key`. The stored keys may
 * have a higher strength.
 */
export function keyRange(key: Uint8Array): { readonly from: Uint8Array; readonly to: Uint8Array } {
  requireBytes(key, "key");
  const to = new Uint8Array(key.length + 1);
  to.set(key);
  // A key of a higher strength continues with 01, the level separator. 02 is above all of them.
  to[key.length] = 2;
  return { from: key, to };
}

/** Compares two sort keys by their unsigned bytes. A prefix is before a longer key. */
export function compareKeys(a: Uint8Array, b: Uint8Array): number {
  requireBytes(a, "a");
  requireBytes(b, "b");
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
