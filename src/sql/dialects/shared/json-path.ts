/** Whether a path can stand in the text, where an index on an expression finds it. */
export function isPlainPath(path: readonly string[]): boolean {
  return path.every((key) => /^[A-Za-z0-9_@-]{1,64}$/.test(key));
}

/** The path of SQLite's JSON functions; each property in quotes. */
export function jsonPath(path: readonly string[]): string {
  return `$${path.map((key) => `."${key.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join("")}`;
}
