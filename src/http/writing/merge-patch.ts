import { isRecord } from "../../values/is-object.ts";

/**
 * Applies a JSON merge patch (RFC 7396): members of the patch replace those of the target, null removes them, and objects are
 * merged recursively. Returns a new value, which can share parts with both arguments.
 *
 * @example mergePatch({ a: 1, b: { c: 2, d: 3 } }, { a: null, b: { c: 4 } }) // { b: { c: 4, d: 3 } }
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged = new Map<string, unknown>(isRecord(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  // Creates own properties, also of the name `__proto__`.
  return Object.fromEntries(merged);
}
