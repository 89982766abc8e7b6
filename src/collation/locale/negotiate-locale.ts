/**
 * Which of the offered locales a request gets: Accept-Language, made safe. Clients send anything here, so the header is
 * capped, no tag is believed before it was checked, and nothing throws but a wrong list of offers. Answers that depend
 * on it need `Vary: Accept-Language`.
 */
import { canonicalLocale } from "./resolve-locale.ts";
import { localematcher } from "./localematcher.ts";
import { LruMap } from "../../values/lru-map.ts";
import { negotiator } from "./negotiator.ts";

export interface NegotiateOptions {
  /** What a client gets that asks for nothing that is offered. The first offer, if it is not set. */
  readonly default?: string;
  /**
   * Whether the client may choose a tailoring of collation (`de-u-co-phonebk`) and the order of cases (`-u-kf-upper`)
   * with the keys in its tag. They are dropped if this is not set.
   */
  readonly extensions?: boolean;
}

/**
 * Chooses a locale.
 *
 * @param header the value of Accept-Language, as it came. Of a long one the first 1,000 units and 50 ranges count.
 * @param offered the locales that the service has, the most liked first.
 * @throws RangeError if an offer or the default is no language tag, or nothing is offered: mistakes of the program.
 * @example negotiateLocale("zh-TW,en;q=0.8", ["en", "zh-Hant", "zh-Hans"]) // "zh-Hant"
 */
export function negotiateLocale(
  header: string | undefined,
  offered: readonly string[],
  options: NegotiateOptions = {},
): string {
  const fallback = (Object.hasOwn(options, "default") ? options.default : undefined) ?? offered[0];
  if (fallback === undefined) throw new RangeError("offer one locale at least");
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
const answers = new LruMap<string, string>(256);

/** Cuts a long header after its last whole range. */
function capHeader(header: string): string {
  const ranges = header.slice(0, MOST_UNITS).split(",", MOST_RANGES + 1);
  if (header.length > MOST_UNITS || ranges.length > MOST_RANGES) ranges.pop();
  return ranges.join(",");
}

/** The canonical tags of a header, most wanted first. What is no tag, `*` included, is left out. */
function readTags(header: string): readonly string[] {
  if (header === "") return [];
  const wanted = new (negotiatorClass())({ headers: { "accept-language": header } }).languages();
  return wanted.map(canonicalLocale).filter((tag) => tag !== undefined);
}

/** Loaded as CommonJS the library is the class itself, which names itself; loaded as a module it has it as its default. */
function negotiatorClass() {
  const library: Partial<ReturnType<typeof negotiator>> & { readonly Negotiator?: NegotiatorClass } =
    negotiator();
  return (library.default ?? library.Negotiator)!;
}

type NegotiatorClass = ReturnType<typeof negotiator>["default"];

/** The offer that fits best, by its canonical tag. */
function choose(
  wanted: readonly string[],
  offers: ReadonlyMap<string, string>,
  extensions: boolean,
): string | undefined {
  const available = [...offers.keys()];
  const asked = wanted
    .map((tag) => ({ tag, known: reduceTag(tag, available) }))
    .filter(({ known }) => known !== "");
  const found = fit(
    asked.map(({ known }) => known),
    available,
  );
  if (found === undefined) return undefined;
  const offer = offers.get(found)!;
  if (!extensions) return offer;
  const source = asked.find(({ known }) => fit([known], available) === found);
  return source === undefined ? offer : withKeys(offer, source.tag);
}

/** `zxx`, no linguistic content, stands for "nothing fits". */
function fit(wanted: readonly string[], available: readonly string[]): string | undefined {
  const found = localematcher().match(wanted, available, NOTHING);
  return found === NOTHING ? undefined : found;
}

const NOTHING = "zxx";

/**
 * Language, script and region of a tag, as far as anyone knows them; `""` if its language has nothing to do with any
 * offer. The matcher remembers every tag it ever saw, so it must not see what a client made up.
 */
function reduceTag(tag: string, available: readonly string[]): string {
  const { language, script, region } = new Intl.Locale(tag);
  const { languages, regions } = (names ??= {
    languages: new Intl.DisplayNames("en", { type: "language", fallback: "none" }),
    regions: new Intl.DisplayNames("en", { type: "region", fallback: "none" }),
  });
  if (languages.of(language) === undefined) return "";
  const scripts = [language, ...available].map((known) => new Intl.Locale(known).maximize().script ?? "Zyyy");
  // Chinese alone is far from zh-Hant: a language counts if it fits in the script of an offer.
  if (fit([language, ...scripts.map((known) => `${language}-${known}`)], available) === undefined) return "";
  const kept = [language];
  if (script !== undefined && scripts.includes(script)) kept.push(script);
  if (region !== undefined && regions.of(region) !== undefined) kept.push(region);
  return kept.join("-");
}

let names: { readonly languages: Intl.DisplayNames; readonly regions: Intl.DisplayNames } | undefined;

/** The offer with the keys of a client's tag that collation knows. */
function withKeys(offer: string, tag: string): string {
  const { collation, caseFirst } = new Intl.Locale(tag);
  const keys: Intl.LocaleOptions = {};
  if (collation !== undefined && Intl.supportedValuesOf("collation").includes(collation))
    keys.collation = collation;
  if (caseFirst !== undefined) keys.caseFirst = caseFirst;
  return Object.keys(keys).length === 0 ? offer : new Intl.Locale(offer, keys).toString();
}

function requireCanonical(tag: string): string {
  const canonical = canonicalLocale(tag);
  if (canonical === undefined) throw new RangeError(`an offered locale is no language tag: ${tag}`);
  return canonical;
}
