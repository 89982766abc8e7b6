/** The function of each comparator. */
export const COMPARISONS_OF_AIP: ReadonlyMap<string, string> = new Map([
  ["=", "eq"],
  [":", "eq"],
  ["!=", "ne"],
  ["<", "lt"],
  ["<=", "le"],
  [">", "gt"],
  [">=", "ge"],
]);
