/** Compares two strings by their code points: -1, 0 or 1. */
export function codePointOrder(a: string, b: string): number {
  const [left, right] = [a, b].map((text) =>
    [...text].map((character) => character.codePointAt(0)!.toString(16).padStart(6, "0")).join(""),
  ) as [string, string];
  return left < right ? -1 : Number(left > right);
}
