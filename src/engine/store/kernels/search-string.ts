import { failureTable, isRepetitive } from "../../../values/failure-table.ts";
import { scratchBytes } from "../tasks/scratch.ts";
import { SEPARATOR, type SearchString } from "./kernels.ts";

export type MatchPosition = "anywhere" | "start" | "end" | "whole";

/** @param frequency number of occurrences of each byte value (0 to 255) in the searched strings */
export function encodeSearchString(
  value: string,
  position: MatchPosition,
  frequency: Float64Array,
): SearchString {
  const before = position === "start" || position === "whole" ? 1 : 0;
  const after = position === "end" || position === "whole" ? 1 : 0;
  const room = scratchBytes(before + value.length * 3 + after);
  const { written } = new TextEncoder().encodeInto(value, room.subarray(before));
  const bytes = room.subarray(0, before + written + after);
  if (before > 0) bytes[0] = SEPARATOR;
  if (after > 0) bytes[before + written] = SEPARATOR;
  const rare = rarest(bytes, frequency, -1);
  const other = bytes.length === 1 ? rare : rarest(bytes, frequency, rare);
  return { bytes, rare, other, borders: bordersIfRepetitive(bytes) };
}

function bordersIfRepetitive(bytes: Uint8Array): Int32Array | undefined {
  const borders = failureTable(bytes);
  return isRepetitive(borders) ? borders : undefined;
}

function rarest(bytes: Uint8Array, frequency: Float64Array, except: number): number {
  let best = except === 0 ? 1 : 0;
  for (let i = best + 1; i < bytes.length; i++) {
    if (i !== except && frequency[bytes[i]!]! < frequency[bytes[best]!]!) best = i;
  }
  return best;
}
