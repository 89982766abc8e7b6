import { strengthOf, type Call, type Expression, type Literal } from "../ast/nodes.ts";
import { withArguments } from "../ast/make-node.ts";
import { printNode } from "../ast/print.ts";
import { constantCallOf } from "../functions/definition/constant-call.ts";
import { comparisonName, type FunctionTable } from "../functions/definition/function-table.ts";

/**
 * Rewrites a checked tree into an equivalent one that is cheaper to evaluate. Reuses the `Name` nodes, because results of
 * the checker refer to them.
 */
export function plan(node: Expression, functions: FunctionTable): Expression {
  if (node.kind !== "call") return node;
  const constant = constantCallOf(node, functions);
  if (constant !== undefined) return constant;
  let changed = false;
  let args: Expression[] = node.args.map((argument) => {
    const planned = plan(argument, functions);
    changed ||= planned !== argument;
    return planned;
  });
  const { role } = functions.get(node.callee)!;
  if (role?.kind === "logic" && role.operation === "or") {
    const joined = joinEqualities(args, functions);
    if (joined.length === 1) return joined[0]!;
    changed ||= joined.length !== args.length;
    args = joined;
  }
  return changed ? withArguments(node, args) : node;
}

/** Turns `or(eq(a,1),eq(a,2))` into `in(a,1,2)`: one lookup instead of two comparisons. */
function joinEqualities(args: readonly Expression[], functions: FunctionTable): Expression[] {
  const result: Expression[] = [];
  const groups = new Map<string, { index: number; first: Call; values: Literal[] }>();
  for (const argument of args) {
    const equality = asEquality(argument, functions);
    if (equality === undefined) {
      result.push(argument);
      continue;
    }
    const group = groups.get(equality.key);
    if (group === undefined) {
      groups.set(equality.key, { index: result.length, first: equality.call, values: [equality.value] });
      result.push(argument);
    } else {
      group.values.push(equality.value);
    }
  }
  for (const { index, first, values } of groups.values()) {
    if (values.length > 1)
      result[index] = withArguments(first, [first.args[0]!, ...values], comparisonName(functions, "in"));
  }
  return result;
}

/** Returns the parts of an `eq` of a member and a literal. Equalities with the same `key` can be joined. */
function asEquality(
  node: Expression,
  functions: FunctionTable,
): { key: string; call: Call; value: Literal } | undefined {
  if (node.kind !== "call" || node.args.length !== 2) return undefined;
  const { role } = functions.get(node.callee)!;
  if (role?.kind !== "comparison" || role.relation !== "eq") return undefined;
  const [member, value] = node.args;
  if (member?.kind !== "name" || value?.kind !== "literal") return undefined;
  return { key: `${strengthOf(node) ?? ""} ${printNode(member)}`, call: node, value };
}
