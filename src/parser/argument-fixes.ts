import { quote } from "../ast/print.ts";
import type { Catalog } from "../catalog/types.ts";
import { replace, type Diagnostic, type Fix } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import { acceptsCount, isVariadic, parameterOf } from "../functions/definition/arity.ts";
import type { FunctionDeclaration } from "../functions/definition/types.ts";
import { declarationTable } from "../functions/declarations.ts";
import type { Gap } from "./frame.ts";
import type { PartialExpression } from "./partial-tree.ts";

/*
 * Fixes of mistakes between the arguments of a call. They depend on the function and on all arguments, so they are chosen
 * when the call ends. A mistake with several probable meanings has several fixes or none.
 */

/** Returns the declaration of a built-in function. Undefined for others: the parser does not know the functions of a service. */
export function definitionOf(callee: string | undefined): FunctionDeclaration | undefined {
  return callee === undefined ? undefined : declarationTable().get(callee);
}

/** Returns whether a call with `count` arguments is probably what the user meant. */
export function isProbableCount(callee: string | undefined, count: number): boolean {
  const definition = definitionOf(callee);
  if (definition === undefined) return true;
  // Chains such as lt(1,size,10) are rare: in a broken text, a third argument is more probably a mistake.
  if (isChain(definition)) return count === 2;
  return acceptsCount(definition, count);
}

function isChain({ role }: FunctionDeclaration): boolean {
  return role?.kind === "comparison" && role.relation !== "in";
}

/** Returns whether a comma without an argument is superfluous, so that the fix removes it. */
export function isSuperfluousComma(
  callee: string | undefined,
  args: readonly PartialExpression[],
  holes: number,
): boolean {
  const definition = definitionOf(callee);
  if (definition === undefined) return true;
  const count = args.length - holes;
  if (!isProbableCount(callee, count)) return false;
  // In substr(name,,2) the argument is missing, not superfluous.
  return isVariadic(definition) || !acceptsCount(definition, args.length);
}

/**
 * Chooses the fixes of missing commas. Returns the diagnostics to replace, each with its replacement. Undefined removes a
 * diagnostic, because another one reports the same mistake.
 */
export function missingCommaFixes(
  callee: string | undefined,
  args: readonly PartialExpression[],
  gaps: readonly Gap[],
  text: string,
  catalog: Catalog | undefined,
): Map<Diagnostic, Diagnostic | undefined> {
  const changed = new Map<Diagnostic, Diagnostic | undefined>();
  const definition = definitionOf(callee);
  for (let first = 0; first < gaps.length;) {
    let last = first;
    while (gaps.at(last + 1)?.index === gaps[last]!.index + 1) last++;
    const run = gaps.slice(first, last + 1);
    const words = args.slice(gaps[first]!.index - 1, gaps[last]!.index + 1);
    const joinedCount = args.length - gaps.reduce((sum) => sum + 1, 0);
    const asText = isText(words) && isValuePosition(definition, gaps[first]!.index - 1, joinedCount);
    const separate = areSeparate(definition, args, run, words);
    const [head, ...others] = run;
    const member = isText(words) ? spacedMember(words, text, catalog) : undefined;
    if (member !== undefined) {
      const span = { start: words[0]!.span.start, end: words.at(-1)!.span.end };
      const message = `Names have no spaces here: ${show(quote(text.slice(span.start, span.end)))} is called ${member}.`;
      changed.set(head!.diagnostic, {
        ...head!.diagnostic,
        span,
        message,
        fixes: [replace(`Write ${member}`, span, member)],
      });
      for (const gap of others) changed.set(gap.diagnostic, undefined);
    } else if (asText) {
      const span = { start: words[0]!.span.start, end: words.at(-1)!.span.end };
      const quoted = quote(text.slice(span.start, span.end));
      const fixes = [replace(`Write ${quoted}`, span, quoted)];
      // The words can also be several values without commas between them.
      if (separate) fixes.push(insertCommas(run));
      const message = "Write a string of several words in quotes.";
      changed.set(head!.diagnostic, { ...head!.diagnostic, message, fixes });
      for (const gap of others) changed.set(gap.diagnostic, undefined);
    } else if (!separate) {
      for (const { diagnostic } of run) changed.set(diagnostic, { ...diagnostic, fixes: [] });
    }
    first = last + 1;
  }
  return changed;
}

/** Returns the name of the member whose property consists of the words, such as `created_at` for `created at`. */
function spacedMember(
  words: readonly PartialExpression[],
  text: string,
  catalog: Catalog | undefined,
): string | undefined {
  if (catalog === undefined) return undefined;
  const property = text.slice(words[0]!.span.start, words.at(-1)!.span.end);
  for (const member of catalog.members.byName.values())
    if (member.property === property && member.filterable) return member.name;
  return undefined;
}

function insertCommas(run: readonly Gap[]): Fix {
  return {
    title: run.length === 1 ? "Insert a comma" : "Insert commas",
    edits: run.map(({ previousEnd }) => ({ span: { start: previousEnd, end: previousEnd }, text: "," })),
  };
}

/** Returns whether the parts are names and numbers, with at least one name, as in `New York` and `Platform 2`. */
function isText(words: readonly PartialExpression[]): boolean {
  return (
    words.some(({ kind }) => kind === "name") &&
    words.every((word) => word.kind === "name" || (word.kind === "literal" && word.type === "number"))
  );
}

/** Returns whether the argument at an index is a value that the first argument is compared with, or that is searched for in it. */
function isValuePosition(definition: FunctionDeclaration | undefined, index: number, count: number): boolean {
  if (definition === undefined || index === 0 || !isProbableCount(definition.name, count)) return false;
  const type = parameterOf(definition, index, count)?.type;
  return type === "comparable" || type === "searchString" || type === "text";
}

/** Returns whether the parts are probably separate arguments, between which commas are missing. */
function areSeparate(
  definition: FunctionDeclaration | undefined,
  args: readonly PartialExpression[],
  run: readonly Gap[],
  words: readonly PartialExpression[],
): boolean {
  if (definition === undefined) return !isText(words);
  const { role } = definition;
  // Conditions are never parts of one text.
  if (role?.kind === "logic") return role.operation !== "not";
  if (!isProbableCount(definition.name, args.length)) return false;
  // In `in(first name,'x')`, the two words are probably one name.
  return run[0]!.index > 1 || !isText(words) || args.length === 2;
}
