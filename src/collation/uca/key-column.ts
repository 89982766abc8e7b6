/**
 * Keys that are stored beside the texts they were made of. A database that has no collation of ours sorts, compares and
 * indexes the stored keys byte by byte, and so agrees with all others. Keys say nothing if they were made by another
 * version or with other options; so what they were made with is stored, and is compared before keys meet.
 */
import { COLLATION_VERSION, createCollation, type KeyedCollation } from "./keyed-collation.ts";
import type { CollationOptions } from "./options/collation-options.ts";

/** What a member of a catalog says of a stored key. Plain data: it can stand in a catalog's JSON form. */
export interface KeyColumn {
  /** The column, or the member, that holds the key: bytes, compared without sign. */
  readonly column: string;
  /** The language tag that the keys were made for. */
  readonly locale: string;
  /** The highest strength that the keys hold. Lower ones are beginnings of them; see `keyRange`. */
  readonly strength: NonNullable<CollationOptions["strength"]>;
  /** `COLLATION_VERSION` when the keys were made. */
  readonly version: string;
  /** The other options, where some were given. */
  readonly options?: Omit<CollationOptions, "locale" | "strength" | "maxLength">;
}

/** Describes the keys that a collation makes now, to store the description beside them. */
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
 * The collation whose keys a column holds.
 *
 * @throws CollationVersionError if the column's keys are of another version than this makes.
 */
export function collationOfColumn(column: KeyColumn): KeyedCollation {
  assertSameVersion(column.version);
  return createCollation({ ...column.options, locale: column.locale, strength: column.strength });
}

/** Keys of one version met those of another. */
export class CollationVersionError extends Error {
  override readonly name = "CollationVersionError";
  readonly stored: string;
  readonly current: string;

  constructor(stored: string) {
    super(
      `The stored keys are of version '${stored}', and this makes keys of '${COLLATION_VERSION}'. Make the stored keys anew.`,
    );
    this.stored = stored;
    this.current = COLLATION_VERSION;
  }
}

/** @throws CollationVersionError unless keys of that version may meet keys that are made now. */
export function assertSameVersion(version: string): void {
  if (version !== COLLATION_VERSION) throw new CollationVersionError(version);
}

/**
 * The keys that tie with one key at the strength it was made with, in a column of keys of that strength or a higher one:
 * all from `from` on and below `to`. Made of a key at primary it finds, in a column of identical keys, all texts with the same letters.
 */
export function keyRange(key: Uint8Array): { readonly from: Uint8Array; readonly to: Uint8Array } {
  const to = new Uint8Array(key.length + 1);
  to.set(key);
  // What goes on a key goes on with 01, which begins a level; 02 is above all that do.
  to[key.length] = 2;
  return { from: key, to };
}

/** Orders two keys byte by byte, without sign: negative, 0 or positive. A key ranks before those that it begins. */
export function compareKeys(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
