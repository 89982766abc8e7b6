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
  const utf8 = new TextEncoder().encode(value);
  const bytes = new Uint8Array(before + utf8.length + after).fill(SEPARATOR);
  bytes.set(utf8, before);
  const rare = rarest(bytes, frequency, -1);
  return { bytes, rare, other: bytes.length === 1 ? rare : rarest(bytes, frequency, rare) };
}

function rarest(bytes: Uint8Array, frequency: Float64Array, except: number): number {
  let best = except === 0 ? 1 : 0;
  for (let i = best + 1; i < bytes.length; i++) {
    if (i !== except && frequency[bytes[i]!]! < frequency[bytes[best]!]!) best = i;
  }
  return best;
}
