import type { Value } from "../values/types.ts";
import { toBase64Url } from "./base64url.ts";
import { fromPositionValue, toPositionValue, type PositionValue } from "./cursor-position.ts";
import { hasOwn } from "../values/own-properties.ts";

/** Sort values in a cursor. Long ones are replaced by their digests, and are looked up in the row. */

/** A sort value, or the digest of one. */
export type CursorValue = PositionValue | { readonly digest: string };

/** The row that a cursor continues after, if its sort values have to be looked up. */
export interface SoughtRow {
  /** Value of the catalog's key; undefined if the key itself is too long for a cursor, or null. */
  readonly key: Value | undefined;
  /** Number of matching rows up to and including this one, counted when the cursor was made. */
  readonly index: number;
}

/**
 * Replaces values by their digests, the longest first, until `fits` accepts the values. The last value is the catalog's
 * key, by which the row is found. It is replaced only if it does not fit alone.
 */
export async function shortenValues(
  values: readonly Value[],
  fits: (values: readonly CursorValue[]) => boolean,
): Promise<readonly CursorValue[]> {
  const shortened: CursorValue[] = values.map(toPositionValue);
  const key = shortened.length - 1;
  const lengths = shortened.map((value) => JSON.stringify(value).length);
  const longestFirst = [...lengths.keys()].toSorted(
    (a, b) => Number(a === key) - Number(b === key) || lengths[b]! - lengths[a]!,
  );
  for (const at of longestFirst) {
    if (fits(shortened)) break;
    shortened[at] = { digest: await digestOf(JSON.stringify(shortened[at])) };
  }
  return shortened;
}

/** Returns the sort values; undefined if some of them are digests. */
export function wholeValues(values: readonly CursorValue[]): readonly Value[] | undefined {
  return values.some(isDigest) ? undefined : values.map((value) => fromPositionValue(value as PositionValue));
}

export function soughtRow(values: readonly CursorValue[], index: number): SoughtRow {
  const key = values.at(-1) ?? null;
  return { key: key === null || isDigest(key) ? undefined : fromPositionValue(key), index };
}

/**
 * Replaces the digests by the values of the row that has them.
 *
 * @param rows sort values of the rows that were looked up
 * @returns undefined if no row has these values
 */
export async function restoreValues(
  values: readonly CursorValue[],
  rows: readonly (readonly Value[])[],
): Promise<readonly Value[] | undefined> {
  for (const row of rows) {
    const restored = await Promise.all(values.map((value, i) => restoreValue(value, row[i] ?? null)));
    if (restored.every((value) => value !== undefined)) return restored;
  }
  return undefined;
}

async function restoreValue(value: CursorValue, actual: Value): Promise<Value | undefined> {
  if (!isDigest(value)) return fromPositionValue(value);
  const position = toPositionValue(actual);
  return value.digest === (await digestOf(JSON.stringify(position)))
    ? fromPositionValue(position)
    : undefined;
}

function isDigest(value: CursorValue): value is { readonly digest: string } {
  return typeof value === "object" && value !== null && hasOwn(value, "digest");
}

/** Length of a SHA-256 digest in bytes. Truncated, which suffices because cursors are signed. */
const DIGEST_BYTES = 12;

/** Returns the start of the SHA-256 digest of a text, as base64url. */
export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return toBase64Url(new Uint8Array(digest, 0, DIGEST_BYTES));
}
