import { requireKind } from "../diagnostics/require-argument.ts";
import type { Catalog } from "../catalog/types.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { FunctionDeclaration } from "../functions/definition/types.ts";
import {
  isComplete,
  type PartialCall,
  type PartialExpression,
  type PartialFilter,
  type PartialSortBy,
} from "../parser/partial-tree.ts";
import { checkAllowed, checkExpression, checkMemberAllows, takesValue } from "./check-expression.ts";
import { checkSortKey } from "./check-tree.ts";
import type { CheckOptions } from "./checked.ts";
import { CheckContext } from "./context.ts";
import { addUnknownFunction } from "./unknown-function.ts";
import { checkName } from "./names.ts";

/**
 * Checks the tree of a text with syntax errors, to report unknown names and wrong types together with them. In calls
 * around a syntax error only names are checked.
 *
 * @example
 * const { partial, diagnostics } = parseFilter("and(eq(nmae,1),eq(size,");
 * [...diagnostics, ...checkPartial(partial, reports)] // eq(…) is never closed; there is no member 'nmae'
 */
export function checkPartial(
  tree: PartialFilter | PartialSortBy,
  catalog?: Catalog,
  options: CheckOptions = {},
): readonly Diagnostic[] {
  requireKind(tree, "tree", "a partial tree of parseFilter or parseSortBy", "kind");
  const context = new CheckContext(catalog, options);
  if (tree.kind === "partialSortBy") {
    for (const key of tree.keys) {
      if (key.kind === "sortKey") checkSortKey(key, context);
      else checkPart(key.expression, context, 0);
    }
    return context.diagnostics;
  }
  // In `eq(a,1) and eq(b,2)`, the word `and` between two conditions is not a member.
  const isAlone = tree.expressions.length === 1;
  for (const node of tree.expressions) {
    if (isAlone || node.kind === "call" || node.kind === "partialCall") checkPart(node, context, 0);
  }
  // In `or(eq(a,1)),eq(b,2))`, or(…) has one argument because of the syntax error.
  return context.diagnostics.filter(({ code }) => code !== "single-argument");
}

function checkPart(node: PartialExpression, context: CheckContext, depth: number): void {
  if (isComplete(node)) checkExpression(node, context, depth);
  else if (node.kind === "partialCall") checkPartialCall(node, context, depth);
}

function checkPartialCall(call: PartialCall, context: CheckContext, depth: number): void {
  const definition = context.functions.get(call.callee);
  // The parser has reported a dotted callee.
  if (definition === undefined && !call.callee.includes(".")) addUnknownFunction(call, context);
  if (definition !== undefined) checkAllowed(call, context);
  for (const [index, argument] of call.args.entries()) {
    if (argument.kind !== "name") {
      checkPart(argument, context, depth + 1);
    } else if (definition === undefined || !canBeValue(definition, index)) {
      const resolved = checkName(argument, context);
      if (resolved !== undefined) checkMemberAllows(call, argument, resolved.member, context);
    }
  }
}

/** Returns whether a name at this position may be meant as a string. */
function canBeValue(definition: FunctionDeclaration, index: number): boolean {
  return definition.signatures.some(({ parameters, rest }) => {
    const parameter = parameters[index] ?? rest;
    return parameter !== undefined && takesValue(parameter, index, definition);
  });
}
