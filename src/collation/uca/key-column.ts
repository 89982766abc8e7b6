/**
 * A database without our collations compares and indexes keys byte by byte, with the same result as in memory.
 * Keys of another version or with other options are not comparable, so both are stored with the keys and checked.
 */
import { COLLATION_VERSION, createCollation, type KeyedCollation } from "./keyed-collation.ts";
import type { CollationOptions } from "./options/collation-options.ts";

/** Describes a key column in a catalog. Plain data for its JSON form. */
export interface KeyColumn {
  /** Column or member with the key: bytes, compared unsigned. */
  readonly column: string;
  readonly locale: string;
  /** Keys of lower strengths are prefixes; see `keyRange`. */
  readonly strength: NonNullable<CollationOptions["strength"]>;
  /** `COLLATION_VERSION` at the time of writing. */
  readonly version: string;
  readonly options?: Omit<CollationOptions, "locale" | "strength" | "maxLength">;
}

/** Describes a column for keys of the current version. */
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

/** Returns the collation of a column's keys. @throws CollationVersionError */
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

/** Checks that stored keys are comparable with new ones. @throws CollationVersionError */
export function assertSameVersion(version: string): void {
  if (version !== COLLATION_VERSION) throw new CollationVersionError(version);
}

/** Returns the range `[from, to)` of keys that equal a key at its strength, which may be lower than theirs. */
export function keyRange(key: Uint8Array): { readonly from: Uint8Array; readonly to: Uint8Array } {
  const to = new Uint8Array(key.length + 1);
  to.set(key);
  // A longer key continues with 01, the level separator. 02 is above it.
  to[key.length] = 2;
  return { from: key, to };
}

/** Orders keys by unsigned bytes. A prefix of a key is before it. */
export function compareKeys(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
