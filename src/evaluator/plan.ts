import { strengthOf, type Call, type Expression, type Literal } from "../ast/nodes.ts";
import { print } from "../ast/print.ts";
import type { FunctionTable } from "../functions/list.ts";
import { ownProperty } from "../values/own-properties.ts";

/**
 * Rewrites a checked tree into one that means the same and costs less. Names keep their identity: what the checker
 * knows of them holds for the new tree.
 */
export function plan(node: Expression, functions: FunctionTable): Expression {
  if (node.kind !== "call") return node;
  let changed = false;
  let args: Expression[] = node.args.map((argument) => {
    const planned = plan(argument, functions);
    changed ||= planned !== argument;
    return planned;
  });
  if (ownProperty(functions.get(node.callee)!, "logic") === "any") {
    const joined = joinEqualities(args, functions);
    if (joined.length === 1) return joined[0]!;
    changed ||= joined.length !== args.length;
    args = joined;
  }
  return changed ? { ...node, args } : node;
}

/** `or(eq(a,1),eq(a,2))` is `in(a,1,2)`: one look-up instead of a comparison each. */
function joinEqualities(args: readonly Expression[], functions: FunctionTable): Expression[] {
  const result: Expression[] = [];
  const groups = new Map<string, { at: number; first: Call; values: Literal[] }>();
  for (const argument of args) {
    const equality = asEquality(argument, functions);
    if (equality === undefined) {
      result.push(argument);
      continue;
    }
    const group = groups.get(equality.key);
    if (group === undefined) {
      groups.set(equality.key, { at: result.length, first: equality.call, values: [equality.value] });
      result.push(argument);
    } else {
      group.values.push(equality.value);
    }
  }
  for (const { at, first, values } of groups.values()) {
    if (values.length > 1) {
      const choice = [...functions.values()].find((each) => ownProperty(each, "equality") === "oneOf");
      result[at] = { ...first, callee: choice!.name, args: [first.args[0]!, ...values] };
    }
  }
  return result;
}

function asEquality(
  node: Expression,
  functions: FunctionTable,
): { key: string; call: Call; value: Literal } | undefined {
  if (node.kind !== "call" || node.args.length !== 2) return undefined;
  if (ownProperty(functions.get(node.callee)!, "equality") !== "equal") return undefined;
  const [member, value] = node.args;
  if (member?.kind !== "name" || value?.kind !== "literal") return undefined;
  return { key: `${strengthOf(node) ?? ""} ${print(member)}`, call: node, value };
}
