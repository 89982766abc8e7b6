import {
  INVERSE,
  isComparisonName,
  MIRRORED,
  type ComparisonName,
} from "../../functions/definition/comparisons.ts";
import { makeLiteral } from "../../ast/make-node.ts";
import { strengthOf, type Call, type Expression, type Literal, type Name } from "../../ast/nodes.ts";
import type { Comparison } from "../../collation/order/strength.ts";
import type { MemberTypes } from "../contract/members.ts";
import { show } from "../../diagnostics/show.ts";

/** A comparison of one member with literals, the only condition that a column of a data grid has. */
export interface GridTest {
  readonly kind: "test";
  readonly callee:
    | "eq"
    | "ne"
    | "lt"
    | "le"
    | "gt"
    | "ge"
    | "in"
    | "contains"
    | "startsWith"
    | "endsWith"
    | "isNull"
    | "blank"
    /** Null or blank: `or(isNull(x),blank(x))`. */
    | "empty";
  readonly member: Name;
  /** Whether the member is compared in lower or upper case. */
  readonly letters: "as written" | "lower" | "upper";
  /** Strength of the comparison of strings; undefined if code points are compared. */
  readonly strength: Comparison | undefined;
  readonly values: readonly Literal[];
  /** Whether the test is below an odd number of negations. Comparisons are inverted instead. */
  readonly isNegated: boolean;
  readonly node: Expression;
}

/** A condition without negations around `and` and `or`. */
export type GridCondition =
  | GridTest
  | {
      readonly kind: "logic";
      readonly operator: "and" | "or";
      readonly parts: readonly GridCondition[];
      readonly node: Expression;
    }
  | { readonly kind: "constant"; readonly value: boolean; readonly node: Expression }
  /** A condition that no data grid has. `reason` is a sentence. */
  | { readonly kind: "other"; readonly reason: string; readonly node: Expression };

const SEARCHES: ReadonlySet<string> = new Set(["contains", "startsWith", "endsWith"]);

/**
 * Reads a condition as tests of columns. Negations move inward, which is exact in three-valued logic: `not(gt(x,1))` is
 * `le(x,1)`. The function calls itself for each level of the tree, whose
 * depth the caller has limited.
 */
export function gridCondition(node: Expression, types: MemberTypes, isNegated = false): GridCondition {
  const unsupported = (reason: string): GridCondition => ({ kind: "other", reason, node });
  if (node.kind === "literal") {
    if (node.type === "boolean") return { kind: "constant", value: node.value !== isNegated, node };
    return unsupported("A value that is not true or false is no condition.");
  }
  if (node.kind === "name") return booleanTest(node, !isNegated);
  const { callee, args } = node;
  if (callee === "not") return gridCondition(args[0]!, types, !isNegated);
  if (callee === "and" || callee === "or") return logic(node, callee, types, isNegated);
  if (args.some((argument) => types.isCollected(argument)))
    return unsupported("A column has no values of objects in a list.");
  const operand = columnOf(args[0]!);
  if (isComparisonName(callee)) return comparison(node, types, isNegated);
  if (operand === undefined)
    return unsupported(`No column has the condition ${show(callee)}(…) with these operands.`);
  const test = { kind: "test", ...operand, strength: undefined, values: [], isNegated, node } as const;
  if (callee === "isNull" || callee === "blank") {
    if (operand.letters !== "as written") return unsupported("A column is tested for null as it is.");
    return { ...test, callee };
  }
  const values = args.slice(1).filter((argument) => argument.kind === "literal");
  const isTest = callee === "in" || (SEARCHES.has(callee) && values.length === 1);
  if (!isTest || values.length !== args.length - 1)
    return unsupported(`No column has the condition ${show(callee)}(…) with these operands.`);
  return { ...test, callee: callee as "in" | "contains", values, strength: strengthIn(node, operand, types) };
}

function booleanTest(member: Name, value: boolean): GridTest {
  const literal = makeLiteral("boolean", value, member.span);
  return {
    kind: "test",
    callee: "eq",
    member,
    letters: "as written",
    strength: undefined,
    values: [literal],
    isNegated: false,
    node: member,
  };
}

function logic(node: Call, callee: "and" | "or", types: MemberTypes, isNegated: boolean): GridCondition {
  const operator = isNegated ? (callee === "and" ? "or" : "and") : callee;
  const parts = node.args.map((argument) => gridCondition(argument, types, isNegated));
  const [first, second] = parts;
  const isEmptyTest =
    callee === "or" &&
    parts.length === 2 &&
    first?.kind === "test" &&
    second?.kind === "test" &&
    first.callee === "isNull" &&
    second.callee === "blank" &&
    first.isNegated === isNegated &&
    second.isNegated === isNegated &&
    first.member.name === second.member.name;
  return isEmptyTest ? { ...first, callee: "empty", node } : { kind: "logic", operator, parts, node };
}

/** Reads a comparison. `lt(a,b,c)` compares each argument with the next one. */
function comparison(node: Call, types: MemberTypes, isNegated: boolean): GridCondition {
  const { args } = node;
  const pairs = args.slice(1).map((right, i) => pair(node, args[i]!, right, types, isNegated));
  if (pairs.length === 1) return pairs[0]!;
  return { kind: "logic", operator: isNegated ? "or" : "and", parts: pairs, node };
}

function pair(
  node: Call,
  left: Expression,
  right: Expression,
  types: MemberTypes,
  isNegated: boolean,
): GridCondition {
  const isFlipped = left.kind === "literal" && right.kind !== "literal";
  const operand = columnOf(isFlipped ? right : left);
  const value = isFlipped ? left : right;
  if (operand === undefined || value.kind !== "literal")
    return { kind: "other", reason: "A column is compared with a value, not with another column.", node };
  const callee = isFlipped ? MIRRORED[node.callee as ComparisonName] : (node.callee as ComparisonName);
  const isOrder = callee !== "eq" && callee !== "ne";
  // A comparison with a list means some element. Its negation means no element, which no other comparison expresses.
  if (isOrder && isNegated && types.isList(operand.member))
    return { kind: "other", reason: "No column has an order of a list.", node };
  return {
    kind: "test",
    ...operand,
    callee: isNegated ? INVERSE[callee] : callee,
    strength: strengthIn(node, operand, types),
    values: [value],
    isNegated: false,
    node,
  };
}

function columnOf(node: Expression): Pick<GridTest, "member" | "letters"> | undefined {
  if (node.kind === "name") return { member: node, letters: "as written" };
  if (node.kind !== "call" || node.args[0]?.kind !== "name") return undefined;
  const letters = node.callee === "downCase" ? "lower" : node.callee === "upCase" ? "upper" : undefined;
  return letters && { member: node.args[0], letters };
}

function strengthIn(
  node: Call,
  { member, letters }: Pick<GridTest, "member" | "letters">,
  types: MemberTypes,
): Comparison | undefined {
  const strength = strengthOf(node) ?? (letters === "as written" ? types.strengthOf([member]) : undefined);
  return strength === "identical" || strength === "codePoint" ? undefined : strength;
}

/** Returns whether a test compares strings, or may do so because no type is known. A search at a strength finds other strings. */
export function testsStrings(
  { callee, member, values, letters, strength }: GridTest,
  types: MemberTypes,
): boolean {
  if (SEARCHES.has(callee) && strength !== undefined) return true;
  const type = types.typeOfAll([member, ...values]);
  return letters !== "as written" || type === undefined || type === "string";
}
