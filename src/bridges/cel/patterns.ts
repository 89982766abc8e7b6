import { isBalanced } from "../syntax/searches.ts";

const WHOLE = /^\^\(\?:([^]*)\)\$$/;

/**
 * Translates a pattern of CEL, which matches a part of a string, to one of tamis, which matches the whole string. Undefined for a
 * pattern with a parenthesis or a class that has one end only.
 */
export function celMatch(pattern: string): string | undefined {
  if (!isBalanced(pattern)) return undefined;
  const inner = WHOLE.exec(pattern)?.[1];
  return inner !== undefined && isBalanced(inner) ? inner : `(?s:.*)(?:${pattern})(?s:.*)`;
}

/** Translates a pattern of tamis, which matches the whole string, to one of CEL. */
export function wholeMatch(pattern: string): string {
  return `^(?:${pattern})$`;
}
