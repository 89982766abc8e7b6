/**
 * Returns whether all names of a path are safe in the statement's text. An index on the expression matches only a path
 * in the text.
 */
export function isPlainPath(path: readonly string[]): boolean {
  return path.every((key) => /^[A-Za-z0-9_@-]{1,64}$/.test(key));
}

/** Returns a path in the syntax of SQL/JSON: `$."owner"."city"`. */
export function jsonPath(path: readonly string[]): string {
  return `$${path.map((key) => `."${key.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join("")}`;
}
