import { negotiateLocale } from "../../collation/locale/negotiate-locale.ts";

/**
 * Chooses the language of a response. Undefined if the resource has no languages: strings then compare by the root collation.
 */
export function responseLanguage(
  acceptLanguage: string | undefined,
  locales: readonly string[],
): string | undefined {
  return locales.length === 0 ? undefined : negotiateLocale(acceptLanguage, locales);
}
