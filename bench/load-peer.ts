/**
 * Imports a peer package. The specifier is not a literal, so that the project type-checks without the packages of
 * bench. Callers declare the few members that they use as `T`.
 */
export async function loadPeer<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}

/** Imports the default export of a peer package, also of a CommonJS package that wraps it in `default`. */
export async function loadDefault<T>(name: string): Promise<T> {
  let found = await loadPeer<{ default: unknown }>(name);
  while (typeof found === "object" && "default" in found) found = found.default as { default: unknown };
  return found;
}
