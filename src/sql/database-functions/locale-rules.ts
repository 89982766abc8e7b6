import { requestLocale } from "../../collation/locale/resolve-locale.ts";
import { findTailoring, loadCollations, type Tailoring } from "../../collation/uca/tables/tailoring.ts";

/** Returns the resolved locale of a request, or `und` if it has no collation rules of its own. */
export function localeWithRules(locale: string | undefined): string {
  const resolved = requestLocale(locale);
  return tailoringOf(resolved) === undefined ? "und" : resolved!;
}

/** Loads the collations of the root and of locales, so that functions of databases can use them. */
export function loadLocales(locales: readonly string[]): Promise<void> {
  return loadCollations("und", ...locales.map(localeWithRules));
}

/** Returns the name of the collation data of a request's locale; undefined for root order. */
export function collationData(locale: string): string | undefined {
  return tailoringOf(requestLocale(locale))?.name;
}

/** Returns whether the sort keys that `createCollation` writes for a locale have the order of a request's locale. */
export function haveSameRules(stored: string, requested: string | undefined): boolean {
  return rulesOf(stored) === rulesOf(localeWithRules(requested));
}

/** Returns the locale of stored sort keys, whose keys all count, or `und` if it has no collation rules. */
export function storedLocale(locale: string): string {
  return tailoringOf(locale) === undefined ? "und" : locale;
}

function rulesOf(locale: string): string {
  const tailoring = tailoringOf(locale);
  if (tailoring === undefined) return "und";
  const settings = [...tailoring.keywords].filter(([key]) => key !== "co").sort();
  return [tailoring.name ?? "und", ...settings.flat()].join(" ");
}

function tailoringOf(locale: string | undefined): Tailoring | undefined {
  if (locale === undefined) return undefined;
  try {
    return findTailoring(locale);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
