import type { Expression } from "../../../ast/nodes.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import { caseFolding, type CaseFolding } from "../../../collation/search/case-folding.ts";
import type { FunctionRole } from "../../../functions/definition/role.ts";
import type { MatchPosition } from "../kernels/search-string.ts";
import { comparisonOf, type FilterContext } from "./row-test.ts";

export interface SearchCall {
  readonly searchString: string;
  readonly position: MatchPosition;
  /** Undefined if the strings are searched without case folding. */
  readonly folding: CaseFolding | undefined;
}

/** Returns undefined if the expression is not a search for a string literal. */
export function searchCallOf(
  node: Expression,
  member: ResolvedMember,
  context: FilterContext,
): SearchCall | undefined {
  if (node.kind !== "call" || node.args.length !== 2) return undefined;
  const position = matchPositionOf(context.checked.functions.get(node.callee)!.role);
  if (position === undefined) return undefined;
  const [first, second] = node.args as [Expression, Expression];
  const isMirrored = position === "whole" && first.kind === "literal";
  const [text, literal] = isMirrored ? [second, first] : [first, second];
  if (text.kind !== "name" || literal.kind !== "literal" || literal.type !== "string") return undefined;
  const literalValue = literal.value;
  const comparison = comparisonOf(node, member, context);
  if (comparison === "identical" || comparison === "codePoint") {
    return literalValue !== "" && literalValue.isWellFormed()
      ? { searchString: literalValue, position, folding: undefined }
      : undefined;
  }
  const folding = caseFolding(comparison, context.locale);
  const searchString = folding?.foldSearchString(literalValue);
  return searchString === undefined ? undefined : { searchString, position, folding };
}

function matchPositionOf(role: FunctionRole | undefined): MatchPosition | undefined {
  if (role?.kind === "search") return MATCH_POSITIONS[role.search];
  return role?.kind === "comparison" && role.relation === "eq" ? "whole" : undefined;
}

const MATCH_POSITIONS = { contains: "anywhere", startsWith: "start", endsWith: "end" } as const;
