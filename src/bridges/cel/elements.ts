import { MIRRORED } from "../../functions/definition/comparisons.ts";
import type { Expression, Literal } from "../../ast/nodes.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { ValueType } from "../../values/types.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { isForeignNull, type ForeignName, type ForeignNode } from "../../readers/nodes.ts";
import { comparisonsOf, signsOf } from "../syntax/comparisons.ts";

export const CEL_COMPARISONS = /* @__PURE__ */ comparisonsOf("== != < <= > >=");
export const CEL_SIGNS = /* @__PURE__ */ signsOf(CEL_COMPARISONS);

/** Returns the comparison with the same meaning for swapped operands: `<` is `>`. Other operators remain. */
export function flippedSign(operator: string): string {
  const callee = CEL_COMPARISONS.get(operator);
  return callee === undefined ? operator : CEL_SIGNS.get(MIRRORED[callee])!;
}

/**
 * Translates `list.exists(t, t == "red")`, which is a condition on the list in tamis. `||` is one on each side. Negative
 * conditions and `&&` are about one element, and tamis has none.
 */
export function existsCondition(
  [list, variable, body]: readonly ForeignNode[],
  span: Span,
  to: BridgeImporter,
  operand: (node: ForeignNode, type: ValueType["type"] | undefined) => Expression | undefined,
): Expression | undefined {
  const { report, types } = to;
  const drop = (): undefined =>
    report.drop("list-logic", "tamis has no such condition on the elements of a list.", span);
  if (list?.kind !== "name" || variable?.kind !== "name" || variable.path.includes(".")) return drop();
  const type = types.find(list.path)?.type.type;
  if (type !== undefined && type !== "list") return drop();
  const elementOf = (node: ForeignNode): ForeignName | undefined => {
    if (node.kind !== "name") return undefined;
    if (node.path === variable.path) return { ...node, path: list.path };
    const isMember = node.path.startsWith(`${variable.path}.`);
    return isMember ? { ...node, path: list.path + node.path.slice(variable.path.length) } : undefined;
  };
  const test = (node: ForeignNode): Expression | undefined => {
    if (node.kind !== "operator") return drop();
    if (node.operator === "||") return to.or(node.args.map(test), node.span);
    const [left, right] = node.args as [ForeignNode, ForeignNode];
    const isSwapped = isCelConstant(left) && node.operator !== "in";
    const of = elementOf(isSwapped ? right : left);
    const value = isSwapped ? left : right;
    const operator = isSwapped ? flippedSign(node.operator) : node.operator;
    const values = operator === "in" && value.kind === "list" ? value.items : [value];
    const isTest =
      operator === "in" ? value.kind === "list" : operator !== "!=" && CEL_COMPARISONS.has(operator);
    if (of === undefined || !isTest || values.length === 0 || !values.every(isCelConstant)) return drop();
    if (values.some(isForeignNull)) return drop();
    const isOrder = operator !== "in" && operator !== "==";
    // A null element is an error in an order of CEL. Below a negation, it would exclude the row.
    if (isOrder && report.isNegated) return drop();
    const name = to.name(of.path, of.span);
    const literals = name && values.map((item) => operand(item, types.typeOfAll([name])));
    if (literals === undefined || literals.includes(undefined)) return undefined;
    const isString = (literals[0] as Literal).type === "string";
    const callee = operator === "in" ? "in" : CEL_COMPARISONS.get(operator)!;
    const strength = isString && !isOrder ? types.exactStrength([name!]) : undefined;
    const condition = to.call(callee, [name!, ...(literals as Expression[])], node.span, strength);
    if (isOrder && isString && types.strengthOf([name!]) !== "codePoint") {
      const message = "tamis compares strings in the order of a language, CEL by their code points.";
      report.note("string-order", "other", message, node.span, condition);
    }
    return condition;
  };
  return test(body!);
}

/** Returns whether a node is a value or a call such as `timestamp("2020-01-31T00:00:00Z")`. */
export function isCelConstant(node: ForeignNode): boolean {
  return (
    node.kind === "value" ||
    (node.kind === "call" && node.callee === "timestamp" && node.args[0]?.kind === "value")
  );
}
