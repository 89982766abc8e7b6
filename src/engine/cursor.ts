import { COLLATION_VERSION } from "../collation/uca/keyed-collation.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Value } from "../values/types.ts";
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import type { RowPosition } from "./cursor-position.ts";
import { cursorSeal, maximumContents } from "./cursor-seal.ts";
import {
  digestOf,
  restoreValues,
  shortenValues,
  soughtRow,
  wholeValues,
  type CursorValue,
  type SoughtRow,
} from "./cursor-values.ts";
import { describeQuery } from "./query-identity.ts";
import type { CollectionRequest } from "./request.ts";

/**
 * Cursors for keyset (seek) pagination: encrypted and signed strings that contain the position of a row. Its sort values can
 * be of members that clients cannot see, as in a default order or without `select`.
 */

export interface CursorKeys {
  readonly write: (position: RowPosition, request: CollectionRequest) => Promise<string>;
  readonly read: (
    cursor: string,
    request: CollectionRequest,
    lookUp: LookUp,
  ) => Promise<RowPosition | Diagnostic>;
}

/**
 * Looks up the row that a cursor continues after: by its key or, without one, by its index in the order of the request.
 * Returns the sort values of the rows found.
 */
export type LookUp = (request: CollectionRequest, row: SoughtRow) => Promise<readonly (readonly Value[])[]>;

/**
 * Maximum length of a cursor in characters, so that it fits into a URL. Sort values that would make it longer are
 * replaced by digests, and are looked up when the cursor is read.
 */
export const MAXIMUM_CURSOR = 4_096;

/** Maximum length of the content of a cursor in bytes of UTF-8. Base64 takes 4 characters for 3 bytes. */
const MAXIMUM_PAYLOAD = maximumContents((MAXIMUM_CURSOR / 4) * 3);
const FORMAT = 3;

/**
 * @param keys the first key signs new cursors; all keys are accepted, so that keys can be rotated
 * @param identity differs between collections of the same catalog whose cursors are not interchangeable
 * @throws TypeError for an empty list and for a key that is too short
 */
export function cursorKeys(keys: readonly Uint8Array[], identity: string | undefined): CursorKeys {
  const { seal, open } = cursorSeal(keys);
  return {
    async write({ values, index }, request) {
      const digest = await digestOf(describeQuery({ ...request, identity }));
      const encode = (shortened: readonly CursorValue[]) =>
        new TextEncoder().encode(JSON.stringify([FORMAT, COLLATION_VERSION, digest, index, shortened]));
      const payload = encode(
        await shortenValues(values, (shortened) => encode(shortened).length <= MAXIMUM_PAYLOAD),
      );
      return toBase64Url(await seal(payload));
    },
    async read(cursor, request, lookUp) {
      // A program can pass any value of a request body.
      if (typeof (cursor as unknown) !== "string") return invalid("");
      const sealed = cursor.length > MAXIMUM_CURSOR ? undefined : fromBase64Url(cursor);
      const payload = sealed === undefined ? undefined : await open(sealed);
      if (payload === undefined) return invalid(cursor);
      // The valid signature proves that `write` made the payload, so its types need no checks.
      const [format, collation, digest, index, values] = JSON.parse(
        new TextDecoder().decode(payload),
      ) as CursorContent;
      if (format !== FORMAT || collation !== COLLATION_VERSION)
        return stale(cursor, "The cursor is of another version, whose order may be another one");
      if (digest !== (await digestOf(describeQuery({ ...request, identity }))))
        return stale(
          cursor,
          "The cursor is of another query: its collection, filter, order or language differs",
        );
      const fullValues =
        wholeValues(values) ?? (await restoreValues(values, await lookUp(request, soughtRow(values, index))));
      if (fullValues === undefined)
        return stale(cursor, "The row before the page was changed or deleted after the cursor was made");
      return { values: fullValues, index };
    },
  };
}

type CursorContent = readonly [
  format: number,
  collation: string,
  digest: string,
  index: number,
  values: readonly CursorValue[],
];

function invalid(cursor: string): Diagnostic {
  return diagnostic(
    "invalid-cursor",
    { start: 0, end: cursor.length },
    "This cursor was not made by this collection, or it was changed. Begin again without one.",
  );
}

function stale(cursor: string, why: string): Diagnostic {
  return diagnostic(
    "stale-cursor",
    { start: 0, end: cursor.length },
    `${why}. Begin again without a cursor.`,
  );
}
