import { findTailoring, type Tailoring } from "../../collation/uca/tables/tailoring.ts";

/** Returns the locale, or `und` if the locale has no collation rules of its own. */
export function localeWithRules(locale: string | undefined): string {
  return tailoringOf(locale) === undefined ? "und" : locale!;
}

export function haveSameRules(a: string, b: string | undefined): boolean {
  return a === b || rulesOf(a) === rulesOf(b);
}

function rulesOf(locale: string | undefined): string {
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
