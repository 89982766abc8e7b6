import { requireBytes, requireObject } from "../../diagnostics/require-argument.ts";
import { decodeUtf8, isUtf8 } from "../bytes/decode.ts";
import { ReadingFault } from "../rows/reading-fault.ts";
import { hasOtherLines } from "../json-rows/parse-row.ts";
import type { InvalidRow } from "../located/invalid-row.ts";

/** Thrown while rows are read as texts, if they must be read as objects. */
export class ObjectsRequired extends Error {
  override readonly name = "ObjectsRequired";
}

/**
 * Returns the fault of a row of NDJSON that `loadText` reports as invalid.
 * @throws {@link ObjectsRequired}
 */
export function faultOfNdjson(invalid: InvalidRow): ReadingFault {
  requireObject(invalid, "invalid");
  const { text, row, fault } = invalid;
  requireBytes(text, "invalid.text");
  if (!isUtf8(text)) throw new ObjectsRequired("invalid UTF-8 is replaced");
  const line = row === 1 ? decodeUtf8(text) : "";
  if (/^\s*\[\s*"/.test(line)) throw new ObjectsRequired("the first list can be a header");
  return hasOtherLines(line) ? new ReadingFault(fault.position, fault.reason, "format") : fault;
}
