/**
 * Loads a peer. The name is no literal on purpose: the types of the project must check where bench is not installed.
 * What the peer offers is stated by whoever uses it, in as few words as it is used.
 */
export async function loadPeer<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}

/** The default export of a peer, also of one that was compiled from a module to CommonJS. */
export async function loadDefault<T>(name: string): Promise<T> {
  let found = await loadPeer<{ default: unknown }>(name);
  while (typeof found === "object" && "default" in found) found = found.default as { default: unknown };
  return found;
}
