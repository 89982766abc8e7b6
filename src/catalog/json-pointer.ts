import { isRecord } from "../values/is-object.ts";

/* JSON Pointer (RFC 6901). */

/** @example pointerTo("/members", "a/b", "type") // "/members/a~1b/type" */
export function pointerTo(from: string, ...keys: readonly (string | number)[]): string {
  let pointer = from;
  for (const key of keys) pointer += `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return pointer;
}

/** Returns undefined if the pointer leads nowhere. The value is wrapped because it can be undefined itself. */
export function followPointer(root: unknown, pointer: string): { readonly value: unknown } | undefined {
  if (pointer === "") return { value: root };
  if (!pointer.startsWith("/")) return undefined;
  let value = root;
  for (const token of pointer.slice(1).split("/")) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) {
      if (!/^(?:0|[1-9]\d{0,8})$/.test(key) || Number(key) >= value.length) return undefined;
      value = value[Number(key)];
    } else {
      if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
      value = value[key];
    }
  }
  return { value };
}
