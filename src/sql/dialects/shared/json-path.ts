/** Whether a path can be in the statement's text, where an index on the expression matches it. */
export function isPlainPath(path: readonly string[]): boolean {
  return path.every((key) => /^[A-Za-z0-9_@-]{1,64}$/.test(key));
}

/** SQL/JSON: `$."owner"."city"`. */
export function jsonPath(path: readonly string[]): string {
  return `$${path.map((key) => `."${key.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join("")}`;
}
