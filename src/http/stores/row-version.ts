import { toBase64Url } from "../../engine/base64url.ts";
import { formatJson } from "../../values/json/exact-json.ts";

/** Random bytes of a version: 128 bits, so that no two versions are equal in practice. */
const BYTES = 16;

/** Random bytes for many versions: one call for each version would be slower. */
const pool = new Uint8Array(256 * BYTES);
let offset = pool.length;

/** Returns a random version for a changed row. */
export function newVersion(): string {
  if (offset === pool.length) {
    crypto.getRandomValues(pool);
    offset = 0;
  }
  const bytes = pool.subarray(offset, offset + BYTES);
  offset += BYTES;
  return toBase64Url(bytes);
}

/**
 * Returns the version of a row without a version column: a digest of its values. Rows that become equal again share one.
 */
export async function digestOfRow(row: object): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(formatJson(row)));
  return toBase64Url(new Uint8Array(bytes, 0, BYTES));
}
