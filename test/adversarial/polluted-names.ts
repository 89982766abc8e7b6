import { globSync, readFileSync } from "node:fs";

/** Returns the names of all optional properties that the files declare, given by glob patterns. */
export function optionalNames(...patterns: readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (const file of globSync(patterns)) {
    for (const [, name] of readFileSync(file, "utf8").matchAll(
      /(?:readonly |[{;,(] *|^ *)([a-zA-Z]\w*)\?:/gm,
    ))
      names.add(name!);
  }
  return [...names].sort();
}

/** Runs a function while `Object.prototype` has a property. Its property is not enumerable, as in most attacks. */
export function withPolluted<T>(name: string, value: unknown, run: () => T): T {
  Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  try {
    return run();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}
