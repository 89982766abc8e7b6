/** Languages with rules of their own for the upper and lower case of ASCII letters: Turkish, Azerbaijani, Lithuanian. */
export const ASCII_CASES: readonly string[] = ["tr", "az", "lt"];

/** Whether a locale's language is one of some whose letters change case otherwise than those of the root. */
export function hasOwnCase(locale: string | undefined, languages: readonly string[] = ASCII_CASES): boolean {
  return locale !== undefined && languages.includes(locale.split("-", 1)[0]!.toLowerCase());
}
