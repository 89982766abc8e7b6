import { strengthOf, type Call, type Expression, type Literal } from "../ast/nodes.ts";
import { print } from "../ast/print.ts";

/**
 * Rewrites a checked tree into one that means the same and costs less. Names keep their identity: what the checker
 * knows of them holds for the new tree.
 */
export function plan(node: Expression): Expression {
  if (node.kind !== "call") return node;
  let changed = false;
  let args: Expression[] = node.args.map((argument) => {
    const planned = plan(argument);
    changed ||= planned !== argument;
    return planned;
  });
  if (node.callee === "or") {
    const joined = joinEqualities(args);
    if (joined.length === 1) return joined[0]!;
    changed ||= joined.length !== args.length;
    args = joined;
  }
  return changed ? { ...node, args } : node;
}

/** `or(eq(a,1),eq(a,2))` is `in(a,1,2)`: one look-up instead of a comparison each. */
function joinEqualities(args: readonly Expression[]): Expression[] {
  const result: Expression[] = [];
  const groups = new Map<string, { at: number; first: Call; values: Literal[] }>();
  for (const argument of args) {
    const equality = asEquality(argument);
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
    if (values.length > 1) result[at] = { ...first, callee: "in", args: [first.args[0]!, ...values] };
  }
  return result;
}

function asEquality(node: Expression): { key: string; call: Call; value: Literal } | undefined {
  if (node.kind !== "call" || node.callee !== "eq" || node.args.length !== 2) return undefined;
  const [member, value] = node.args;
  if (member?.kind !== "name" || value?.kind !== "literal") return undefined;
  return { key: `${strengthOf(node) ?? ""} ${print(member)}`, call: node, value };
}
