import type { Expression } from "../../ast/nodes.ts";
import type { NullableTest } from "../json/null-logic.ts";
import type { JsonSource } from "../json/source.ts";

/** Returns the operator and the arguments of a rule. A rule is an object with one property: `{ ">": [1, 2] }` or `{ "!": 1 }`. */
export function logicOperation(source: JsonSource): readonly [operator: string, args: readonly JsonSource[]] {
  const entries = source.entries();
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) source.fail("A rule is an object with one operator.");
  const [operator, value] = entry;
  return [operator, value.isArray ? value.items() : [value]];
}

/** Returns the path of a rule `{ "var": "path" }` without a default. Undefined for other rules. */
export function variableOf(source: JsonSource): string | undefined {
  const entries = source.entries();
  const [entry] = entries;
  if (entries.length !== 1 || entry![0] !== "var") return undefined;
  const args = entry![1].isArray ? entry![1].items() : [entry![1]];
  const path = args[0]?.value;
  return args.length === 1 && typeof path === "string" ? path : undefined;
}

/**
 * Returns the arguments of a rule `some`: the list at `path`, and the condition on its elements. Undefined for other rules, and if
 * the condition is an `and` or an `or`.
 */
export function someOf(source: JsonSource, path: string): readonly JsonSource[] | undefined {
  const entries = source.entries();
  const [entry] = entries;
  if (entries.length !== 1 || entry![0] !== "some") return undefined;
  const args = entry![1].items();
  const [list, rule] = args;
  const isSame = list !== undefined && variableOf(list) === path;
  return isSame && rule !== undefined && !/^(?:and|or)$/.test(Object.keys(rule.value ?? {})[0] ?? "")
    ? args
    : undefined;
}

/** Returns the path of the member that a rule compares with null. Undefined for other rules. */
export function nullTestOf(source: JsonSource, operator: "==" | "!="): string | undefined {
  const entries = source.entries();
  const [entry] = entries;
  if (entries.length !== 1 || (entry![0] !== operator && entry![0] !== `${operator}=`)) return undefined;
  const [member, value] = entry![1].items();
  return member !== undefined && value?.value === null ? variableOf(member) : undefined;
}

/** Returns whether a rule compares the member at `path`. False for logic, and for conditions on elements. */
export function mentions(source: JsonSource, path: string): boolean {
  const entries = source.entries();
  const [entry] = entries;
  if (entries.length !== 1 || /^(?:and|or|!|!!|some|all|none|missing)$/.test(entry![0])) return false;
  if (variableOf(source) === path) return true;
  const args = entry![1].items();
  return args.some(
    (argument) =>
      argument.isObject &&
      (variableOf(argument) === path ||
        variableOf(argument.entries()[0]?.[1].items()[0] ?? argument) === path),
  );
}

/** Returns whether a rule about an element contains a negation or a null test, so that it can be true for null. */
export function hasNegation(source: JsonSource): boolean {
  const [operator, args] = logicOperation(source);
  if (operator === "and" || operator === "or")
    return args.some((argument) => !argument.isObject || hasNegation(argument));
  return !/^(?:==|===|<|<=|>|>=|in)$/.test(operator) || args.some(({ value }) => value === null);
}

export function isExpression(test: NullableTest | Expression): test is Expression {
  return Object.hasOwn(test, "kind");
}
