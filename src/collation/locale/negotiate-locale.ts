/**
 * Chooses a locale by the request header `Accept-Language`. The header is untrusted: it is truncated, and its
 * language tags are validated. Responses that depend on the result need `Vary: Accept-Language`.
 */
import { requireArray, requireObject, requireText } from "../../diagnostics/require-argument.ts";
import { canonicalLocale } from "./resolve-locale.ts";
import { localematcher } from "./localematcher.ts";
import { LruMap } from "../../values/lru-map.ts";
import { negotiator } from "./negotiator.ts";
import { ownProperties } from "../../values/own-properties.ts";

export interface NegotiateOptions {
  /** Locale for clients that accept none of the offered ones. If undefined, the first offered locale. */
  readonly default?: string;
  /**
   * If true, the client's collation type (`de-u-co-phonebk`) and case order (`-u-kf-upper`) are added to the result.
   * Default: false.
   */
  readonly extensions?: boolean;
}

/**
 * Chooses one of the offered locales.
 * @param header value of Accept-Language; only the first 1,000 UTF-16 units and 50 language ranges are used
 * @param offered locales the server supports, most preferred first
 * @throws RangeError if `offered` is empty or contains an invalid language tag
 * @example negotiateLocale("zh-TW,en;q=0.8", ["en", "zh-Hant", "zh-Hans"]) // "zh-Hant"
 */
export function negotiateLocale(
  header: string | undefined,
  offered: readonly string[],
  options: NegotiateOptions = {},
): string {
  if (header !== undefined) requireText(header, "header");
  requireArray(offered, "offered");
  requireObject(options, "options");
  const fallback = (Object.hasOwn(options, "default") ? options.default : undefined) ?? offered[0];
  if (fallback === undefined)
    throw new RangeError("offered must have at least one locale, got an empty list");
  const extensions = Object.hasOwn(options, "extensions") && options.extensions === true;
  const capped = capHeader(header ?? "");
  const key = [fallback, String(extensions), offered.join(), capped].join("\n");
  return answers.getOrCreate(key, () => {
    const offers = new Map([...offered, fallback].map((tag) => [requireCanonical(tag), tag]));
    return choose(readTags(capped), offers, extensions) ?? fallback;
  });
}

const MOST_UNITS = 1_000;
const MOST_RANGES = 50;
const answers = /* @__PURE__ */ new LruMap<string, string>(256);

function capHeader(header: string): string {
  const ranges = header.slice(0, MOST_UNITS).split(",", MOST_RANGES + 1);
  if (header.length > MOST_UNITS || ranges.length > MOST_RANGES) ranges.pop();
  return ranges.join(",");
}

/** Returns the header's language tags in canonical form, most preferred first, without `*` and invalid tags. */
function readTags(header: string): readonly string[] {
  if (header === "") return [];
  const tags = new (negotiator().default)({ headers: { "accept-language": header } }).languages();
  return tags.map(canonicalLocale).filter((tag) => tag !== undefined);
}

/**
 * Returns the best offered locale for the client's tags, or undefined if none matches.
 * @param offers map from the canonical tag of each offered locale to the tag as the server wrote it
 */
function choose(
  tags: readonly string[],
  offers: ReadonlyMap<string, string>,
  extensions: boolean,
): string | undefined {
  const available = [...offers.keys()];
  const requested = tags
    .map((tag) => ({ tag, known: reduceTag(tag, available) }))
    .filter(({ known }) => known !== "");
  const match = bestMatch(
    requested.map(({ known }) => known),
    available,
  );
  if (match === undefined) return undefined;
  const offer = offers.get(match)!;
  if (!extensions) return offer;
  const source = requested.find(({ known }) => bestMatch([known], available) === match);
  return source === undefined ? offer : withKeys(offer, source.tag);
}

function bestMatch(requested: readonly string[], available: readonly string[]): string | undefined {
  const locale = localematcher().match(requested, available, NO_MATCH);
  return locale === NO_MATCH ? undefined : locale;
}

/** Language tag for "no linguistic content". Marks "no match", because no server offers it. */
const NO_MATCH = "zxx";

/**
 * Reduces a tag to its known language, script and region. Returns `""` if the tag matches no offered locale. The
 * matcher caches tags without limit, so it must not receive tags made up by a client.
 */
function reduceTag(tag: string, available: readonly string[]): string {
  const { language, script, region } = new Intl.Locale(tag);
  const { languages, regions } = (names ??= {
    languages: new Intl.DisplayNames("en", ownProperties({ type: "language", fallback: "none" } as const)),
    regions: new Intl.DisplayNames("en", ownProperties({ type: "region", fallback: "none" } as const)),
  });
  if (languages.of(language) === undefined) return "";
  const scripts = [language, ...available].map((name) => new Intl.Locale(name).maximize().script ?? "Zyyy");
  // `zh` alone does not match zh-Hant, so each offered script is tried.
  if (bestMatch([language, ...scripts.map((part) => `${language}-${part}`)], available) === undefined)
    return "";
  const subtags = [language];
  if (script !== undefined && scripts.includes(script)) subtags.push(script);
  if (region !== undefined && regions.of(region) !== undefined) subtags.push(region);
  return subtags.join("-");
}

let names: { readonly languages: Intl.DisplayNames; readonly regions: Intl.DisplayNames } | undefined;

function withKeys(offer: string, tag: string): string {
  const { collation, caseFirst } = new Intl.Locale(tag);
  const keys: Intl.LocaleOptions = {};
  if (collation !== undefined && Intl.supportedValuesOf("collation").includes(collation))
    keys.collation = collation;
  if (caseFirst !== undefined) keys.caseFirst = caseFirst;
  return Object.keys(keys).length === 0 ? offer : new Intl.Locale(offer, ownProperties(keys)).toString();
}

function requireCanonical(tag: string): string {
  const canonical = canonicalLocale(tag);
  if (canonical === undefined) throw new RangeError(`offered locales must be language tags, got '${tag}'`);
  return canonical;
}
