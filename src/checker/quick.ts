import { strengthOf, type Call, type Expression, type Name } from "../ast/nodes.ts";
import type { ResolvedMember } from "../catalog/resolve-member.ts";
import type { FunctionTable } from "../functions/list.ts";
import type { FunctionDefinition } from "../functions/types.ts";
import type { ValueType } from "../values/types.ts";
import { joinsConditions, parameterAt, shapeOf, type Shape } from "./arguments.ts";
import { EQUALITIES, isOutsideEnum, takes } from "./check-arguments.ts";
import { isAllowed, RESULTS } from "./check-expression.ts";
import type { CheckContext } from "./context.ts";
import { literalType } from "./literals.ts";
import { knownNames, usableMember } from "./names.ts";
import { comparable, hasText } from "./types.ts";

/*
 * Most filters are right, and nothing in them is read otherwise than it is written. This pass knows no more than that:
 * it asks what the checker asks, of the same tables, and gives up where the answer is not plainly yes. Whatever it
 * gives up on, the checker looks at from the start. A test holds that the checker has nothing to say of what passes.
 */

/** Whether a filter is right beyond doubt. If so, the context knows its members; if not, it is of no more use. */
export function isPlainlyRight(expression: Expression, context: CheckContext): boolean {
  if (context.catalog === undefined) return false;
  const { catalog, functions } = context;
  const quick = { context, functions, names: knownNames(catalog) };
  return quickType(expression, quick, 0)?.type === "boolean";
}

interface Quick {
  readonly context: CheckContext;
  readonly functions: FunctionTable;
  readonly names: ReadonlyMap<string, ResolvedMember>;
}

/** The type of what is plainly right. */
function quickType(node: Expression, quick: Quick, depth: number): ValueType | undefined {
  const { context } = quick;
  if (++context.nodes > context.limits.nodes) return undefined;
  switch (node.kind) {
    case "literal":
      return literalType(node, context.limits);
    case "name":
      return quickMember(node, quick)?.type;
    case "call":
      return quickCall(node, quick, depth);
  }
}

function quickMember(node: Name, { context, names }: Quick): ResolvedMember | undefined {
  const resolved = names.get(node.name) ?? usableMember(context.catalog!, node.name);
  if (resolved !== undefined) context.members.note(node, resolved);
  return resolved;
}

function quickCall(call: Call, quick: Quick, depth: number): ValueType | undefined {
  const { context } = quick;
  const { args, callee } = call;
  const definition = quick.functions.get(callee);
  if (definition === undefined || !isAllowed(callee, context)) return undefined;
  if (depth >= context.limits.depth || args.length > context.limits.arguments) return undefined;
  if (strengthOf(call) !== undefined && !definition.strength) return undefined;
  if (args.length === 1 && joinsConditions(definition)) return undefined;
  const shape = quickShape(definition, args.length);
  if (shape === undefined) return undefined;
  let first: ValueType | undefined;
  let firstMember: ResolvedMember | undefined;
  for (let i = 0; i < args.length; i++) {
    const node = args[i]!;
    const parameter = parameterAt(shape, i)!;
    const wanted = parameter.type;
    if (wanted === "pattern" || (wanted === "integer" && node.kind === "literal")) return undefined;
    if (wanted === "condition") {
      if (quickType(node, quick, depth + 1)?.type !== "boolean") return undefined;
      continue;
    }
    let type: ValueType | undefined;
    let resolved: ResolvedMember | undefined;
    if (node.kind === "name") {
      if (++context.nodes > context.limits.nodes) return undefined;
      resolved = quickMember(node, quick);
      if (resolved?.member.functions?.has(callee) === false) return undefined;
      type = resolved?.type;
    } else {
      // A text in front can be a member in quotes.
      if (i === 0 && node.kind === "literal") return undefined;
      type = quickType(node, quick, depth + 1);
    }
    if (type === undefined || !takes(parameter, type, definition)) return undefined;
    if (!shape.compares) continue;
    if (type.type === "list") return undefined;
    if (i === 0) {
      first = type;
      firstMember = resolved;
    } else if (wanted === "sought") {
      if (!hasText(type)) return undefined;
    } else if (wanted === "comparable") {
      if (!comparable(type, first!)) return undefined;
      if (firstMember?.member.enum !== undefined && EQUALITIES.has(callee) && isOutsideEnum(node, firstMember.member)) return undefined;
    }
  }
  return RESULTS[definition.result];
}

function quickShape({ signatures }: FunctionDefinition, count: number): Shape | undefined {
  for (let i = 0; i < signatures.length; i++) {
    const shape = shapeOf(signatures[i]!);
    if (count >= shape.least && count <= shape.most) return shape;
  }
  return undefined;
}
