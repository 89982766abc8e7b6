import { SEPARATOR, type Needle } from "./kernels.ts";

/** What is looked for in a text: it as a part, as the beginning, as the end, or as the whole of it. */
export type Sought = "part" | "beginning" | "end" | "whole";

/**
 * A text as it is searched for in a blob.
 *
 * @param frequency how often each byte is in the blob: the search begins with the rarest of the needle
 */
export function needleOf(text: string, asks: Sought, frequency: Float64Array): Needle {
  const before = asks === "beginning" || asks === "whole" ? 1 : 0;
  const after = asks === "end" || asks === "whole" ? 1 : 0;
  const utf8 = new TextEncoder().encode(text);
  const bytes = new Uint8Array(before + utf8.length + after).fill(SEPARATOR);
  bytes.set(utf8, before);
  const rare = rarest(bytes, frequency, -1);
  return { bytes, rare, other: bytes.length === 1 ? rare : rarest(bytes, frequency, rare) };
}

function rarest(bytes: Uint8Array, frequency: Float64Array, but: number): number {
  let best = but === 0 ? 1 : 0;
  for (let i = best + 1; i < bytes.length; i++) {
    if (i !== but && frequency[bytes[i]!]! < frequency[bytes[best]!]!) best = i;
  }
  return best;
}
