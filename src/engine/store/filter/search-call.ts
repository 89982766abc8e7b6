import type { Expression } from "../../../ast/nodes.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import { caseFolding, type CaseFolding } from "../../../collation/search/case-folding.ts";
import type { FunctionRole } from "../../../functions/definition/role.ts";
import type { Sought } from "../kernels/search-string.ts";
import { comparisonOf, type VectorContext } from "./row-test.ts";

/** A literal that a call looks for in a member's text. */
export interface SoughtText {
  readonly needle: string;
  readonly asks: Sought;
  /** How texts are folded in which the needle is looked for; undefined where they are searched as they are. */
  readonly folding: CaseFolding | undefined;
}

/** What a call looks for in a member's text; undefined where it does something else. */
export function soughtText(
  node: Expression,
  member: ResolvedMember,
  context: VectorContext,
): SoughtText | undefined {
  if (node.kind !== "call" || node.args.length !== 2) return undefined;
  const asks = soughtBy(context.checked.functions.get(node.callee)!.role);
  if (asks === undefined) return undefined;
  const [first, second] = node.args as [Expression, Expression];
  const isMirrored = asks === "whole" && first.kind === "literal";
  const [text, literal] = isMirrored ? [second, first] : [first, second];
  if (text.kind !== "name" || literal.kind !== "literal" || literal.type !== "string") return undefined;
  const sought = literal.value;
  const comparison = comparisonOf(node, member, context);
  if (comparison === "identical" || comparison === "codePoint") {
    return sought !== "" && sought.isWellFormed() ? { needle: sought, asks, folding: undefined } : undefined;
  }
  const folding = caseFolding(comparison, context.locale);
  const needle = folding?.foldSearchString(sought);
  return needle === undefined ? undefined : { needle, asks, folding };
}

/** The part of a string that a function searches. Undefined if the function is not a search. */
function soughtBy(role: FunctionRole | undefined): Sought | undefined {
  if (role?.kind === "search") return SEARCHED_PARTS[role.search];
  return role?.kind === "comparison" && role.relation === "eq" ? "whole" : undefined;
}

const SEARCHED_PARTS = { contains: "part", startsWith: "beginning", endsWith: "end" } as const;
