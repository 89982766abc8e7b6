import { print } from "../ast/print.ts";
import type { CheckedSortBy } from "../checker/checked.ts";
import { COLLATION_VERSION } from "../collation/uca/keyed-collation.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Value } from "../values/types.ts";
import type { CollectionRequest, CursorPosition } from "./request.ts";

/**
 * Cursors for keyset (seek) pagination: signed, opaque strings that contain a `CursorPosition`. They are not
 * encrypted: a user can read the sort values of the last row, which that row contains too.
 */

export interface CursorKeys {
  /** @returns undefined if the cursor would be longer than `MAXIMUM_CURSOR` */
  readonly write: (position: CursorPosition, request: CollectionRequest) => Promise<string | undefined>;
  readonly read: (cursor: string, request: CollectionRequest) => Promise<CursorPosition | Diagnostic>;
}

/** Maximum length of a cursor in characters. Cursors contain sort values, which can be long strings. */
export const MAXIMUM_CURSOR = 16_384;

const MIN_KEY_BYTES = 16;
/** Length of an HMAC-SHA-256 signature. */
const SIGNATURE_BYTES = 32;
/** Length of the SHA-256 digest of a request. Truncated, which suffices because cursors are signed. */
const DIGEST_BYTES = 12;
const FORMAT = 1;

/**
 * @param keys the first key signs new cursors; signatures of all keys are accepted, so that keys can be rotated
 * @throws TypeError for an empty list and for a key that is too short
 */
export function cursorKeys(keys: readonly Uint8Array[]): CursorKeys {
  if (keys.length === 0 || keys.some((key) => !(key instanceof Uint8Array) || key.length < MIN_KEY_BYTES))
    throw new TypeError(`cursorKey must be a Uint8Array of at least ${MIN_KEY_BYTES} bytes.`);
  const imported = keys.map((key) =>
    crypto.subtle.importKey("raw", Uint8Array.from(key), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
      "verify",
    ]),
  );
  return {
    async write({ values, index }, request) {
      const digest = await digestOf(request);
      const content = [FORMAT, COLLATION_VERSION, digest, index, values.map(toJson)];
      const payload = new TextEncoder().encode(JSON.stringify(content));
      const signature = new Uint8Array(await crypto.subtle.sign("HMAC", await imported[0]!, payload));
      const bytes = new Uint8Array(SIGNATURE_BYTES + payload.length);
      bytes.set(signature);
      bytes.set(payload, SIGNATURE_BYTES);
      const cursor = toBase64Url(bytes);
      return cursor.length > MAXIMUM_CURSOR ? undefined : cursor;
    },
    async read(cursor, request) {
      const bytes = fromBase64Url(cursor);
      if (bytes === undefined || bytes.length <= SIGNATURE_BYTES) return invalid(cursor);
      const signature = bytes.slice(0, SIGNATURE_BYTES);
      const payload = bytes.slice(SIGNATURE_BYTES);
      let isAuthentic = false;
      for (const key of imported)
        isAuthentic ||= await crypto.subtle.verify("HMAC", await key, signature, payload);
      if (!isAuthentic) return invalid(cursor);
      // The valid signature proves that `write` made the payload, so its types need no checks.
      const [format, collation, digest, index, values] = JSON.parse(
        new TextDecoder().decode(payload),
      ) as CursorContent;
      if (format !== FORMAT || collation !== COLLATION_VERSION)
        return stale(cursor, "The cursor is of another version, whose order may be another one");
      if (digest !== (await digestOf(request)))
        return stale(cursor, "The cursor is of another query, with another filter, order or language");
      return { values: values.map(fromJson), index };
    },
  };
}

type CursorContent = readonly [
  format: number,
  collation: string,
  digest: string,
  index: number,
  values: readonly unknown[],
];

/** Converts bigints to objects, because JSON numbers are exact up to 2^53 only. */
function toJson(value: Value): unknown {
  return typeof value === "bigint" ? { integer: String(value) } : value;
}

function fromJson(value: unknown): Value {
  return typeof value === "object" && value !== null
    ? BigInt((value as { readonly integer: string }).integer)
    : (value as Value);
}

/**
 * Returns a digest of the filter, rules, order and locale. Excludes start and limit, which can differ between pages.
 */
async function digestOf({ filter, rules, sortBy, locale }: CollectionRequest): Promise<string> {
  const shape = [
    sortBy.catalog?.name,
    sortBy.catalog?.key,
    filter === undefined ? "true" : print(filter.expression),
    rules.map(({ expression }) => print(expression)),
    describeOrder(sortBy),
    locale ?? null,
  ];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(shape)));
  return toBase64Url(new Uint8Array(digest, 0, DIGEST_BYTES));
}

function describeOrder({ keys }: CheckedSortBy): readonly string[] {
  return keys.map(
    ({ expression, direction, comparison }) => `${print(expression)}:${direction}:${comparison}`,
  );
}

function invalid(cursor: string): Diagnostic {
  return diagnostic(
    "invalid-cursor",
    { start: 0, end: cursor.length },
    "This is no cursor of this collection, or it was changed. Begin again without one.",
  );
}

function stale(cursor: string, why: string): Diagnostic {
  return diagnostic(
    "stale-cursor",
    { start: 0, end: cursor.length },
    `${why}. Begin again without a cursor.`,
  );
}

function toBase64Url(bytes: Uint8Array): string {
  let characters = "";
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes base64url without padding. Returns undefined for text that is not the canonical encoding. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > MAXIMUM_CURSOR || !/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1)
    return undefined;
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return toBase64Url(bytes) === text ? bytes : undefined;
}
