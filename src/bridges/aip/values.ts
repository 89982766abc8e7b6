/** Returns whether a text is a timestamp of RFC 3339. */
export const isTimestamp = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.test(text);

/** Returns the search that a string with the wildcard `*` at an end means. Undefined for other strings. */
export function wildcardSearch(
  text: string,
): { readonly callee: "contains" | "startsWith" | "endsWith"; readonly text: string } | undefined {
  const isOpenStart = text.startsWith("*");
  const isOpenEnd = text.length > 1 && text.endsWith("*");
  if (!isOpenStart && !isOpenEnd) return undefined;
  const inner = text.slice(isOpenStart ? 1 : 0, isOpenEnd ? -1 : undefined);
  if (inner === "" || (isOpenStart && isOpenEnd)) return { callee: "contains", text: inner };
  return { callee: isOpenEnd ? "startsWith" : "endsWith", text: inner };
}
