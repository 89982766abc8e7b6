/** Writes digits as a number of tamis: `.5` and `5.` are numbers in some languages, and leading zeros do not count. */
export function plainNumber(text: string): string {
  return text
    .replace(/^([-+]?)0+(?=\d)/, "$1")
    .replace(/^\+/, "")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.(?=$|[eE])/, "");
}
