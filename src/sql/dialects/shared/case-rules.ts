/** Languages with rules of their own for the upper and lower case of ASCII letters: Turkish, Azerbaijani, Lithuanian. */
export const LANGUAGES_WITH_OWN_ASCII_CASE: readonly string[] = ["tr", "az", "lt"];

/** Whether a locale's language is one of some whose letters change case otherwise than those of the root. */
export function hasOwnCaseRules(
  locale: string | undefined,
  languages: readonly string[] = LANGUAGES_WITH_OWN_ASCII_CASE,
): boolean {
  return locale !== undefined && languages.includes(locale.split("-", 1)[0]!.toLowerCase());
}
