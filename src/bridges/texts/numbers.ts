/** Rewrites a number of another language, such as `.5`, `5.` or `007`, in the notation of tamis. */
export function plainNumber(text: string): string {
  return text
    .replace(/^([-+]?)0+(?=\d)/, "$1")
    .replace(/^\+/, "")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.(?=$|[eE])/, "");
}
