import { LruMap } from "../../values/lru-map.ts";
import { parseFieldList } from "../negotiation/field-list.ts";

/** Content codings of responses, by which clients request them. The server prefers them in this order. */
export const CODINGS = ["zstd", "br", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

const qualities = /* @__PURE__ */ new LruMap<string, ReadonlyMap<string, number>>(256);

/**
 * Chooses a content coding by `Accept-Encoding` (RFC 9110, section 12.5.3): the one with the highest quality, and the first of
 * several. Returns undefined if the client accepts none, if it prefers `identity`, and without the field.
 *
 * @param available in the order of preference
 * @example chooseCoding("gzip, br;q=0.5", CODINGS) // "gzip"
 */
export function chooseCoding(field: string | undefined, available: readonly Coding[]): Coding | undefined {
  if (field === undefined) return undefined;
  const accepted = qualities.getOrCreate(field, () => readQualities(field));
  let best: Coding | undefined;
  let bestQuality = accepted.get("identity") ?? 0;
  for (const coding of available) {
    const quality = accepted.get(coding) ?? accepted.get("*") ?? 0;
    // If the client gives a coding and `identity` the same quality, the response is compressed.
    if (quality === 0 || quality < bestQuality || (best !== undefined && quality === bestQuality)) continue;
    [best, bestQuality] = [coding, quality];
  }
  return best;
}

function readQualities(field: string): ReadonlyMap<string, number> {
  const byToken = new Map<string, number>();
  for (const { token, parameters } of parseFieldList(field)) {
    const quality = Number(parameters.get("q") ?? 1);
    // `x-gzip` is the old name (RFC 9110, section 8.4.1.3).
    byToken.set(token === "x-gzip" ? "gzip" : token, quality >= 0 && quality <= 1 ? quality : 1);
  }
  return byToken;
}
