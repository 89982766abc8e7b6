import type { Expression } from "../../ast/nodes.ts";
import type { NullableTest } from "../json/null-logic.ts";
import type { JsonSource } from "../json/source.ts";

/** The only property of an object, whose value is the list of arguments or the only one. */
export function logicOperation(source: JsonSource): readonly [operator: string, args: readonly JsonSource[]] {
  const entries = source.entries();
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) source.fail("A rule is an object with one operator.");
  const [operator, value] = entry;
  return [operator, value.isArray ? value.items() : [value]];
}

/** The path of a member without a default. */
export function variableOf(source: JsonSource): string | undefined {
  const entries = source.entries();
  const [entry] = entries;
  if (entries.length !== 1 || entry![0] !== "var") return undefined;
  const args = entry![1].isArray ? entry![1].items() : [entry![1]];
  const path = args[0]?.value;
  return args.length === 1 && typeof path === "string" ? path : undefined;
}

/** The arguments of `some`, if its condition is a single one on the elements of a list. */
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

/** The member that a rule compares with null. */
export function nullTestOf(source: JsonSource, operator: "==" | "!="): string | undefined {
  const entries = source.entries();
  const [entry] = entries;
  if (entries.length !== 1 || (entry![0] !== operator && entry![0] !== `${operator}=`)) return undefined;
  const [member, value] = entry![1].items();
  return member !== undefined && value?.value === null ? variableOf(member) : undefined;
}

/** Whether a rule, which is no `and` or `or`, is about a member. */
export function mentions(source: JsonSource, path: string): boolean {
  const entries = source.entries();
  const [entry] = entries;
  if (entries.length !== 1 || /^(?:and|or|!|!!|some|all|none|missing)$/.test(entry![0])) return false;
  if (variableOf(source) === path) return true;
  const args = entry![1].items();
  return args.some(
    (each) =>
      each.isObject &&
      (variableOf(each) === path || variableOf(each.entries()[0]?.[1].items()[0] ?? each) === path),
  );
}

/** Whether a rule about an element is about null, or about all elements that do not satisfy a condition. */
export function hasNegation(source: JsonSource): boolean {
  const [operator, args] = logicOperation(source);
  if (operator === "and" || operator === "or")
    return args.some((each) => !each.isObject || hasNegation(each));
  return !/^(?:==|===|<|<=|>|>=|in)$/.test(operator) || args.some(({ value }) => value === null);
}

export function isExpression(test: NullableTest | Expression): test is Expression {
  return Object.hasOwn(test, "kind");
}
