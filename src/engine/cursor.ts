import { print } from "../ast/print.ts";
import type { CheckedSortBy } from "../checker/checked.ts";
import { COLLATION_VERSION } from "../collation/uca/keyed-collation.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Value } from "../values/types.ts";
import type { CollectionRequest, CursorPosition } from "./request.ts";

/**
 * Cursors: a place in the order of a query, to go on from. What is inserted or deleted before it moves nothing, as it
 * does where rows are counted off. A cursor is text to hand back as it is. It is signed, not encrypted: who has one can
 * read what the last row was sorted by, which that row said as well.
 */

export interface CursorKeys {
  /** @returns undefined for a place that makes too long a cursor. */
  readonly write: (place: CursorPosition, request: CollectionRequest) => Promise<string | undefined>;
  readonly read: (cursor: string, request: CollectionRequest) => Promise<CursorPosition | Diagnostic>;
}

/** Characters of the longest cursor: a row can be sorted by a long text. */
export const MAXIMUM_CURSOR = 16_384;

/** Bytes of the shortest key to sign with. */
const SHORTEST_KEY = 16;
/** Bytes of a signature by HMAC-SHA-256. */
const SIGNATURE = 32;
/** Bytes of the digest of a query: enough to tell queries apart, and what is signed cannot be made up. */
const DIGEST = 12;
const FORMAT = 1;

/**
 * @param keys the first signs; each of them is accepted, so that keys can be changed.
 * @throws TypeError for no key, or a short one.
 */
export function cursorKeys(keys: readonly Uint8Array[]): CursorKeys {
  if (keys.length === 0 || keys.some((key) => !(key instanceof Uint8Array) || key.length < SHORTEST_KEY))
    throw new TypeError(`A key to sign cursors with is of ${SHORTEST_KEY} bytes or more.`);
  const imported = keys.map((key) =>
    crypto.subtle.importKey("raw", Uint8Array.from(key), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
      "verify",
    ]),
  );
  return {
    async write({ values, index }, request) {
      const digest = await digestOf(request);
      const said = [FORMAT, COLLATION_VERSION, digest, index, values.map(written)];
      const payload = new TextEncoder().encode(JSON.stringify(said));
      const signature = new Uint8Array(await crypto.subtle.sign("HMAC", await imported[0]!, payload));
      const bytes = new Uint8Array(SIGNATURE + payload.length);
      bytes.set(signature);
      bytes.set(payload, SIGNATURE);
      const cursor = toBase64Url(bytes);
      return cursor.length > MAXIMUM_CURSOR ? undefined : cursor;
    },
    async read(cursor, request) {
      const bytes = fromBase64Url(cursor);
      if (bytes === undefined || bytes.length <= SIGNATURE) return invalid(cursor);
      const signature = bytes.slice(0, SIGNATURE);
      const payload = bytes.slice(SIGNATURE);
      let isOurs = false;
      for (const key of imported)
        isOurs ||= await crypto.subtle.verify("HMAC", await key, signature, payload);
      if (!isOurs) return invalid(cursor);
      // What we signed is of the form that we wrote, if of this version.
      const [format, collation, digest, index, values] = JSON.parse(
        new TextDecoder().decode(payload),
      ) as Said;
      if (format !== FORMAT || collation !== COLLATION_VERSION)
        return stale(cursor, "The cursor is of another version, whose order may be another one");
      if (digest !== (await digestOf(request)))
        return stale(cursor, "The cursor is of another query, with another filter, order or language");
      return { values: values.map(read), index };
    },
  };
}

type Said = readonly [number, string, string, number, readonly unknown[]];

/** JSON has no whole numbers beyond 2^53. */
function written(value: Value): unknown {
  return typeof value === "bigint" ? { integer: String(value) } : value;
}

function read(value: unknown): Value {
  return typeof value === "object" && value !== null
    ? BigInt((value as { readonly integer: string }).integer)
    : (value as Value);
}

/** What a query orders and keeps, and in which language; not which page of it is wanted. */
async function digestOf({ filter, rules, sortBy, locale }: CollectionRequest): Promise<string> {
  const shape = [
    sortBy.catalog?.name,
    sortBy.catalog?.key,
    filter === undefined ? "true" : print(filter.expression),
    rules.map(({ expression }) => print(expression)),
    orderText(sortBy),
    locale ?? null,
  ];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(shape)));
  return toBase64Url(new Uint8Array(digest, 0, DIGEST));
}

function orderText({ keys }: CheckedSortBy): readonly string[] {
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

/** The bytes, if it is the one way to write them. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > MAXIMUM_CURSOR || !/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1)
    return undefined;
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return toBase64Url(bytes) === text ? bytes : undefined;
}
