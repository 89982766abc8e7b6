import { parseFilter } from "tamis";

/**
 * Adds a condition to a filter: to its `and` if it has one at the top, otherwise to a new one. The rest of the text stays as it was
 * written. Returns undefined for a text with syntax errors.
 *
 * @example addCondition("and(a,b)", "c") // "and(a,b,c)"
 */
export function addCondition(filter: string, condition: string): string | undefined {
  if (filter.trim() === "") return condition;
  const { expression } = parseFilter(filter);
  if (expression === undefined) return undefined;
  const isAnd = expression.kind === "call" && expression.callee === "and";
  const { start, end } = expression.span;
  return isAnd && filter[end - 1] === ")"
    ? `${filter.slice(0, end - 1)},${condition}${filter.slice(end - 1)}`
    : `and(${filter.slice(start, end)},${condition})`;
}
