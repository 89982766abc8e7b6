import { strengthOf, type Call, type Expression, type Name } from "../ast/nodes.ts";
import { isStrength } from "../collation/order/strength.ts";
import type { ResolvedMember } from "../catalog/resolve-member.ts";
import type { Catalog } from "../catalog/types.ts";
import { declarationTable } from "../functions/declarations.ts";
import { testsEquality } from "../functions/definition/role.ts";
import type { FunctionDeclaration } from "../functions/definition/types.ts";
import type { ValueType } from "../values/types.ts";
import { joinsConditions, parameterAt, shapeFor } from "./argument-shape.ts";
import { accepts } from "../functions/definition/accepts.ts";
import { isOutsideEnum } from "./enum-values.ts";
import { RESULTS } from "./check-expression.ts";
import { isAllowed } from "./unknown-function.ts";
import type { CheckContext } from "./context.ts";
import { literalType } from "./literals.ts";
import { usableMember } from "./member-gate.ts";
import { comparable, hasText } from "../values/comparable.ts";
import { WordCache } from "./word-cache.ts";

/*
 * Equivalent to `checkCondition` for filters without a diagnostic, in about half the time. If this pass is not certain,
 * the checker checks the filter from the start. A test verifies that it has no diagnostic for a filter that passes here.
 */

/** Returns whether a filter certainly has no diagnostic. If so, the context holds its members; otherwise discard the context. */
export function isSurelyCorrect(expression: Expression, context: CheckContext): boolean {
  const { catalog, functions } = context;
  if (catalog === undefined) return false;
  const isBuiltIn = functions === declarationTable();
  const quick = { context, functions: isBuiltIn ? builtIn() : functions, names: namesOf(catalog) };
  return quickType(expression, quick, 0)?.type === "boolean";
}

interface Quick {
  readonly context: CheckContext;
  readonly functions: Pick<ReadonlyMap<string, FunctionDeclaration>, "get">;
  readonly names: WordCache<ResolvedMember>;
}

let functionWords: WordCache<FunctionDeclaration> | undefined;

function builtIn(): WordCache<FunctionDeclaration> {
  const table = declarationTable();
  return (functionWords ??= new WordCache((name) => table.get(name)));
}

const memberWords = new WeakMap<Catalog, WordCache<ResolvedMember>>();

function namesOf(catalog: Catalog): WordCache<ResolvedMember> {
  let names = memberWords.get(catalog);
  if (names === undefined) {
    memberWords.set(catalog, (names = new WordCache((name) => usableMember(catalog, name))));
  }
  return names;
}

/** Returns the type of a node that is certainly correct; otherwise undefined. */
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
  const resolved = names.get(node.name);
  if (resolved !== undefined) context.members.note(node, resolved);
  return resolved;
}

function quickCall(call: Call, quick: Quick, depth: number): ValueType | undefined {
  const { context } = quick;
  const { args, callee } = call;
  const definition = quick.functions.get(callee);
  if (definition === undefined || !isAllowed(callee, context)) return undefined;
  // Left to the full checker: arguments that must be literals.
  if (definition.constant !== undefined && args.length > 0) return undefined;
  if (depth >= context.limits.depth || args.length > context.limits.arguments) return undefined;
  const strength = strengthOf(call);
  if (strength !== undefined && !(definition.strength && isStrength(strength))) return undefined;
  if (args.length === 1 && joinsConditions(definition)) return undefined;
  const shape = shapeFor(definition, args.length);
  if (shape === undefined) return undefined;
  // Type of the first argument, with which the other arguments are compared.
  let first: ValueType | undefined;
  let firstMember: ResolvedMember | undefined;
  for (let i = 0; i < args.length; i++) {
    const node = args[i]!;
    const parameter = parameterAt(shape, i)!;
    const takes = parameter.type;
    if (takes === "condition") {
      if (quickType(node, quick, depth + 1)?.type !== "boolean") return undefined;
      continue;
    }
    // Left to the full checker: a string as first argument (it may be a quoted member), and integer parameters.
    if (node.kind === "literal" && (i === 0 || takes === "integer")) return undefined;
    if (takes === "pattern") return undefined;
    let type: ValueType | undefined;
    let resolved: ResolvedMember | undefined;
    if (node.kind === "name") {
      if (++context.nodes > context.limits.nodes) return undefined;
      resolved = quickMember(node, quick);
      if (resolved?.member.functions?.has(callee) === false) return undefined;
      type = resolved?.type;
    } else {
      type = quickType(node, quick, depth + 1);
    }
    if (type === undefined || !accepts(parameter, type, definition)) return undefined;
    if (!shape.compares) continue;
    // Lists are compared by their elements.
    if (type.type === "list") return undefined;
    if (i === 0) {
      first = type;
      firstMember = resolved;
    } else if (
      takes === "searchString"
        ? !hasText(type)
        : !comparesWith(node, type, first!, firstMember, definition, call)
    ) {
      return undefined;
    }
  }
  return RESULTS[definition.result];
}

function comparesWith(
  node: Expression,
  type: ValueType,
  first: ValueType,
  firstMember: ResolvedMember | undefined,
  definition: FunctionDeclaration,
  call: Call,
): boolean {
  if (!comparable(type, first)) return false;
  return (
    firstMember?.member.enum === undefined ||
    !testsEquality(definition.role) ||
    !isOutsideEnum(node, firstMember.member, call)
  );
}
