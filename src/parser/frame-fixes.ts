import type { Catalog } from "../catalog/types.ts";
import { replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { isVariadic } from "../functions/definition/arity.ts";
import { definitionOf, isProbableCount, isSuperfluousComma, missingCommaFixes } from "./argument-fixes.ts";
import { mayEndEarlier } from "./early-parenthesis.ts";
import type { Frame } from "./frame.ts";
import type { PartialExpression } from "./partial-tree.ts";

/* Fixes that depend on the calls around a mistake, and on all arguments of its own call. */

/** Returns the diagnostics of a call that change at its end. Undefined removes a diagnostic that another one covers. */
export function chosenFixes(
  { callee, args, gaps, missing }: Frame,
  text: string,
  catalog: Catalog | undefined,
): ReadonlyMap<Diagnostic, Diagnostic | undefined> {
  const chosen = new Map<Diagnostic, Diagnostic | undefined>();
  const holes = args.filter(({ kind }) => kind === "hole").length;
  if (missing.length > 0 && !isSuperfluousComma(callee?.image, args, holes)) {
    for (const problem of missing) chosen.set(problem, { ...problem, fixes: [] });
  }
  if (gaps.length > 0) {
    for (const [problem, fixed] of missingCommaFixes(callee?.image, args, gaps, text, catalog))
      chosen.set(problem, fixed);
  }
  return chosen;
}

/**
 * Returns whether a comparison contains another condition after its value, as in `and(eq(a,1,eq(b,2))`. A missing parenthesis
 * then belongs before that condition, not at the end of the text.
 */
export function containsMisplacedCondition({ callee, args }: Frame): boolean {
  if (args.length < 3 || definitionOf(callee?.image)?.role?.kind !== "comparison") return false;
  return args
    .slice(2)
    .some((argument) => argument.kind === "call" && definitionOf(argument.callee)?.result === "boolean");
}

/**
 * Returns whether all open calls can end at the end of the text, with some more arguments in the innermost one. A single missing
 * parenthesis must have no other place.
 */
export function canCloseAll(innermost: Frame | undefined, moreArguments: number): boolean {
  const isSingle = moreArguments === 0 && openCalls(innermost) === 1;
  if (isSingle && mayEndEarlier(innermost!.callee?.image, innermost!.args)) return false;
  let extra = moreArguments;
  for (let frame = innermost; frame !== undefined; frame = frame.outer) {
    const { callee, args } = frame;
    if (callee !== undefined && !isProbableCount(callee.image, args.length + extra)) return false;
    extra = 1;
  }
  return true;
}

/** Returns the diagnostic of the comma at the end of a call, as in `or(a,)b)`, and the same one with the fix that removes the parenthesis. */
export function parenthesisAfterComma(
  call: PartialExpression | undefined,
  diagnostics: readonly Diagnostic[],
): readonly [Diagnostic, Diagnostic] | undefined {
  if (call?.kind !== "partialCall" || !call.isClosed || call.args.at(-1)?.kind !== "hole") return undefined;
  const { start, end } = call.span;
  const comma = diagnostics.findLast(({ code, span }) => code === "missing-argument" && span.start > start);
  const fix = replace("Remove the parenthesis", { start: end - 1, end }, "");
  return comma && [comma, { ...comma, fixes: [fix] }];
}

/** Returns whether parentheses that follow no name only group their content, so that they can be removed. */
export function areGrouping({ args, gaps, outer }: Frame): boolean {
  if (args.length === 0 || gaps.length > 0) return false;
  if (args.length === 1) return args[0]!.kind !== "hole";
  const definition = definitionOf(outer?.callee?.image);
  if (definition === undefined || !isVariadic(definition)) return false;
  const { role } = definition;
  return role?.kind === "logic" || (role?.kind === "comparison" && role.relation === "in");
}

export function openCalls(innermost: Frame | undefined): number {
  let open = 0;
  for (let frame = innermost; frame !== undefined; frame = frame.outer) {
    if (frame.callee !== undefined) open++;
  }
  return open;
}

/** Joins the fixes of full-width characters to one fix, because a fix of only one of them would leave the text broken. */
export function joinFixes(first: Diagnostic, next: Diagnostic): Diagnostic {
  const edits = [...first.fixes, ...next.fixes].flatMap((fix) => fix.edits);
  const joinedText = [...new Set(edits.map(({ text }) => text))].join(" ");
  return { ...first, fixes: [{ title: `Write ${joinedText}`, edits }] };
}

/** Returns the end offset of the last part of a call. */
export function endOf({ args, end }: Frame): number {
  return Math.max(end, args.at(-1)?.span.end ?? 0);
}
