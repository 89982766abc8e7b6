/** Returns a built-in module of Node.js without an import, because browsers lack it; undefined there. */
export function builtinModule(name: string): unknown {
  const { process } = globalThis as { readonly process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.(name);
}
