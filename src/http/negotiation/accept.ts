import { LruMap } from "../../values/lru-map.ts";
import { parseFieldList, type FieldElement } from "./field-list.ts";

/** A representation that a response can have. */
export interface Offer<V> {
  /** Media types that request it, in lower case. The first is the `Content-Type` if the client accepts any type. */
  readonly types: readonly string[];
  /** Version of the representation. Undefined for types without versions. */
  readonly version?: number | undefined;
  readonly value: V;
}

export type Negotiated<V> =
  | { readonly ok: true; readonly value: V; readonly type: string }
  /** `downgrade`: only an older version is acceptable. `version`: a version is not an integer >= 1. */
  | { readonly ok: false; readonly reason: "not acceptable" | "downgrade" | "version" };

interface AcceptedRange {
  readonly type: string;
  readonly quality: number;
  /** The parameter `version`; undefined for any. */
  readonly version: string | undefined;
}

const parsed = /* @__PURE__ */ new LruMap<string, readonly AcceptedRange[]>(256);

/**
 * Chooses a representation by `Accept` or `Accept-Item` (RFC 9110, section 12.5.1). The most specific range determines the
 * quality of an offer: a range with its version is more specific than one without. Of offers with the same quality, the first
 * wins.
 *
 * @param field undefined or empty if the client accepts everything
 */
export function negotiateType<V>(field: string | undefined, offers: readonly Offer<V>[]): Negotiated<V> {
  const ranges =
    field === undefined ? [] : parsed.getOrCreate(field, () => parseFieldList(field).map(readRange));
  const first = offers[0]!;
  if (ranges.length === 0) return { ok: true, value: first.value, type: first.types[0]! };
  let best: { readonly value: V; readonly type: string; readonly quality: number } | undefined;
  for (const { types, version, value } of offers) {
    for (const type of types) {
      const range = mostSpecific(ranges, type, version);
      if (range === undefined || range.quality === 0) continue;
      if (best === undefined || range.quality > best.quality) best = { value, type, quality: range.quality };
    }
  }
  return best === undefined
    ? { ok: false, reason: refusalOf(ranges, offers) }
    : { ok: true, value: best.value, type: best.type };
}

/** Returns why no offer is acceptable. An invalid version takes precedence over an older one. */
function refusalOf(
  ranges: readonly AcceptedRange[],
  offers: readonly Offer<unknown>[],
): "not acceptable" | "downgrade" | "version" {
  let isOlder = false;
  for (const { types, version } of offers) {
    if (version === undefined) continue;
    for (const range of ranges) {
      if (range.version === undefined || range.quality === 0) continue;
      if (!types.some((type) => specificity(range.type, type) > 0)) continue;
      const requested = readVersion(range.version);
      if (requested === undefined) return "version";
      if (requested < version) isOlder = true;
    }
  }
  return isOlder ? "downgrade" : "not acceptable";
}

/** Returns undefined for text that is not an integer >= 1. */
export function readVersion(text: string): number | undefined {
  return /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : undefined;
}

function readRange({ token, parameters }: FieldElement): AcceptedRange {
  const quality = Number(parameters.get("q") ?? 1);
  return {
    type: token,
    quality: quality >= 0 && quality <= 1 ? quality : 1,
    version: parameters.get("version"),
  };
}

/** Ranges of other versions do not include the type. Of equally specific ranges, the one with the highest quality wins. */
function mostSpecific(
  ranges: readonly AcceptedRange[],
  type: string,
  version: number | undefined,
): AcceptedRange | undefined {
  let best: AcceptedRange | undefined;
  let bestRank = 0;
  for (const range of ranges) {
    const isVersioned = range.version !== undefined && version !== undefined;
    if (isVersioned && readVersion(range.version) !== version) continue;
    const included = specificity(range.type, type);
    const rank = included === 0 ? 0 : 2 * included + (isVersioned ? 1 : 0);
    if (rank > bestRank || (rank === bestRank && rank > 0 && range.quality > best!.quality))
      [best, bestRank] = [range, rank];
  }
  return best;
}

/** 0 if the range does not include the type. */
function specificity(range: string, type: string): number {
  if (range === type) return 3;
  if (range === "*/*") return 1;
  return range.endsWith("/*") && type.startsWith(range.slice(0, -1)) ? 2 : 0;
}
