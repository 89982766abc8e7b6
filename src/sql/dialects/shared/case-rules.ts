/** Languages whose case rules for ASCII letters differ from the default: Turkish, Azerbaijani, Lithuanian. */
export const LANGUAGES_WITH_OWN_ASCII_CASE: readonly string[] = ["tr", "az", "lt"];

export function hasOwnCaseRules(
  locale: string | undefined,
  languages: readonly string[] = LANGUAGES_WITH_OWN_ASCII_CASE,
): boolean {
  return locale !== undefined && languages.includes(locale.split("-", 1)[0]!.toLowerCase());
}
