import { print, type Expression } from "tamis";
import { normalForm } from "../normal-form.ts";

const INVERSE: Readonly<Record<string, string>> = {
  eq: "ne",
  ne: "eq",
  lt: "ge",
  ge: "lt",
  gt: "le",
  le: "gt",
};
const LISTS = new Set(["tags"]);

/**
 * Returns one text for conditions that are equivalent in three-valued logic: negations are in front of tests, conditions joined by
 * `and` are flat and sorted, booleans are comparisons, and comparisons of lists are `eq` or `in`.
 */
export function canonical(node: Expression): string {
  return written(normalForm(node), false);
}

function written(node: Expression, isNegated: boolean): string {
  const not = (text: string) => (isNegated ? `not(${text})` : text);
  if (node.kind === "literal")
    return node.type === "boolean" ? String(node.value !== isNegated) : print(node);
  if (node.kind === "name") return `eq(${node.name},${String(!isNegated)})`;
  const { callee, args } = node;
  if (callee === "not") return written(args[0]!, !isNegated);
  if (callee === "and" || callee === "or") {
    const operator = isNegated ? (callee === "and" ? "or" : "and") : callee;
    const parts = operandsOf(node, isNegated, operator).map((each) => written(each.node, each.isNegated));
    // A table has one filter for all conditions of a column, so their order does not count.
    const distinct = [...new Set(operator === "and" ? joinedRanges(parts).sort() : parts)].filter(
      (each) => each !== String(operator === "and"),
    );
    if (distinct.length === 0 || distinct.includes(String(operator !== "and")))
      return String((operator === "and") === (distinct.length === 0));
    return distinct.length === 1 ? distinct[0]! : `${operator}(${distinct.join()})`;
  }
  const [first, ...rest] = args.map(print);
  const isList = LISTS.has(first ?? "");
  const operands = `${node.strength === undefined ? "" : `$${node.strength},`}${[first, ...rest].join()}`;
  if ((callee === "eq" || callee === "ne") && (rest[0] === "true" || rest[0] === "false"))
    return `eq(${first!},${String((rest[0] === "true") !== ((callee === "ne") !== isNegated))})`;
  const isEquality =
    callee === "eq" || (callee === "in" && rest.length === 1) || (isList && callee === "contains");
  if (isEquality) return `${isNegated ? "ne" : "eq"}(${operands})`;
  if (callee in INVERSE && !(isList && callee !== "ne"))
    return `${isNegated ? INVERSE[callee]! : callee}(${operands})`;
  return not(`${callee}(${operands})`);
}

/** Replaces two bounds with the same value by an equality. */
function joinedRanges(parts: readonly string[]): string[] {
  return parts.flatMap((part) => {
    const operands = /^[gl]e(\(.*)$/.exec(part)?.[1];
    const isRange =
      operands !== undefined && parts.includes(`ge${operands}`) && parts.includes(`le${operands}`);
    return isRange ? [`eq${operands}`] : [part];
  });
}

interface Operand {
  readonly node: Expression;
  readonly isNegated: boolean;
}

/** Returns the conditions that an operator joins. Conditions of nested `and` are included. */
function operandsOf(
  node: Expression,
  isNegated: boolean,
  operator: string,
  isInner = false,
): readonly Operand[] {
  if (node.kind === "call" && node.callee === "not")
    return operandsOf(node.args[0]!, !isNegated, operator, isInner);
  const isLogic = node.kind === "call" && (node.callee === "and" || node.callee === "or");
  const isSame = isLogic && (node.callee === operator) !== isNegated;
  if (!isSame || (isInner && operator === "or")) return [{ node, isNegated }];
  return node.args.flatMap((each) => operandsOf(each, isNegated, operator, true));
}
