import { comparisonsOf } from "../syntax/comparisons.ts";

/** Comparisons, as functions of tamis. */
export const LOGIC_COMPARISONS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["==", "eq"],
  ["!=", "ne"],
  ...comparisonsOf("=== !== < <= > >="),
]);

/** Returns the result of a comparison of two values in JavaScript, where null is 0 in an order. */
export function compareInLogic(callee: string, left: unknown, right: unknown): boolean {
  const [a, b] = [left, right] as [number, number];
  switch (callee) {
    case "eq":
      return a == b;
    case "ne":
      return a != b;
    case "lt":
      return a < b;
    case "le":
      return a <= b;
    case "gt":
      return a > b;
    default:
      return a >= b;
  }
}

/** Returns the result of JsonLogic's `substr`. A negative length leaves out characters at the end. Null is the string "null". */
export function substringInLogic(text: string, start: number, length?: number): string {
  const at = start < 0 ? Math.max(text.length + start, 0) : start;
  if (length === undefined) return text.slice(at);
  return length < 0 ? text.slice(at, Math.max(text.length + length, at)) : text.slice(at, at + length);
}
