/**
 * Sort keys stored in a database column next to their strings. A database without our collations compares and indexes
 * the keys byte by byte, with the same result as in memory.
 *
 * Keys of another version or with other options are not comparable. So the version and the options are stored with
 * the keys and checked before use.
 */
import { COLLATION_VERSION, createCollation, type KeyedCollation } from "./keyed-collation.ts";
import type { CollationOptions } from "./options/collation-options.ts";

/** Description of a key column in a catalog. Plain data, so that it can be part of the catalog's JSON form. */
export interface KeyColumn {
  /** Column, or member, with the key: bytes, compared unsigned. */
  readonly column: string;
  /** Language tag of the keys' collation. */
  readonly locale: string;
  /** Strength of the keys. Keys of lower strengths are prefixes of them; see `keyRange`. */
  readonly strength: NonNullable<CollationOptions["strength"]>;
  /** `COLLATION_VERSION` at the time of writing. */
  readonly version: string;
  /** Other options of the collation. */
  readonly options?: Omit<CollationOptions, "locale" | "strength" | "maxLength">;
}

/** Returns the description of a column for keys of the current version. */
export function describeKeyColumn(column: string, options: Omit<CollationOptions, "maxLength">): KeyColumn {
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

/**
 * Returns the collation of a column's keys.
 *
 * @throws CollationVersionError if the keys have another version.
 */
export function collationOfColumn(column: KeyColumn): KeyedCollation {
  assertSameVersion(column.version);
  return createCollation({ ...column.options, locale: column.locale, strength: column.strength });
}

/** Stored keys have another version than `COLLATION_VERSION`. */
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

/** @throws CollationVersionError unless keys of the version are comparable with keys that are made now. */
export function assertSameVersion(version: string): void {
  if (version !== COLLATION_VERSION) throw new CollationVersionError(version);
}

/**
 * Returns the range `[from, to)` of the keys that are equal to a key at its strength. The keys in the column may have a
 * higher strength: with a primary key and a column of identical keys, the range has all strings with the same letters.
 */
export function keyRange(key: Uint8Array): { readonly from: Uint8Array; readonly to: Uint8Array } {
  const to = new Uint8Array(key.length + 1);
  to.set(key);
  // A longer key continues with 01, the level separator. 02 is above it.
  to[key.length] = 2;
  return { from: key, to };
}

/** Orders two keys by their unsigned bytes: negative, 0 or positive. A key is before the keys that it is a prefix of. */
export function compareKeys(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
