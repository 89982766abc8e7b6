/**
 * Returns the name of a caller: the identity itself if it is a string, otherwise its own property `name`. Undefined for other
 * identities.
 */
export function callerName(identity: unknown): string | undefined {
  if (typeof identity === "string") return identity;
  if (typeof identity !== "object" || identity === null || !Object.hasOwn(identity, "name")) return undefined;
  const { name } = identity as { readonly name: unknown };
  return typeof name === "string" ? name : undefined;
}
