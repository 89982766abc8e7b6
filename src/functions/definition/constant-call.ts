import { literalAt } from "../../ast/make-node.ts";
import type { Call, Literal } from "../../ast/nodes.ts";
import { requireKind } from "../../diagnostics/require-argument.ts";
import { hasOwn } from "../../values/own-properties.ts";
import type { DeclarationTable } from "./function-table.ts";
import type { FunctionDeclaration, InvalidArgument } from "./types.ts";

/**
 * Returns the value of a call whose value does not depend on a row, such as `today()`, with the span of the call. Undefined for
 * other calls, and for literals that the function does not accept.
 */
export function constantCallOf(call: Call, functions: Pick<DeclarationTable, "get">): Literal | undefined {
  requireKind(call, "call", "a call", "callee", "args");
  requireKind(functions, "functions", "a table of functions", "get");
  const definition = functions.get(call.callee);
  if (definition?.constant === undefined) return undefined;
  const constant = computeConstant(definition, call);
  return constant === undefined || isInvalidArgument(constant) ? undefined : literalAt(constant, call.span);
}

/** Returns undefined if an argument is not a literal, and for functions without constant calls. */
export function computeConstant(
  { constant }: FunctionDeclaration,
  { args }: Pick<Call, "args">,
): Literal | InvalidArgument | undefined {
  return constant !== undefined && areLiterals(args) ? constant(args) : undefined;
}

export function isInvalidArgument(value: Literal | InvalidArgument): value is InvalidArgument {
  return hasOwn(value, "argument");
}

function areLiterals(args: Call["args"]): args is readonly Literal[] {
  return args.every(({ kind }) => kind === "literal");
}
