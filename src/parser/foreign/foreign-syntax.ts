import { printNode } from "../../ast/print.ts";
import { childrenOf, type Expression, type Name, type Node, type SortBy } from "../../ast/nodes.ts";
import { walk } from "../../ast/walk.ts";
import { severityOf } from "../../diagnostics/severities.ts";
import {
  applyEdits,
  applyFixes,
  diagnostic,
  replace,
  type Diagnostic,
  type Fix,
} from "../../diagnostics/diagnostic.ts";
import { show } from "../../diagnostics/show.ts";
import { declarationTable } from "../../functions/declarations.ts";
import { resolveAmong } from "../../catalog/resolve-member.ts";
import { rewriteForeignCalls, typesIn, type TypeOf } from "./foreign-calls.ts";
import { isComparisonName } from "../../functions/definition/comparisons.ts";
import { valueAsCondition } from "../../infix/problems.ts";
import { describeConstructs, evidenceOf, type Construct } from "../../infix/findings.ts";
import { translateFilter, translateSortBy, type Translation } from "../../infix/translate.ts";
import type { BrokenText, ForeignReading } from "./broken-text.ts";
import { missingOpening } from "./missing-opening.ts";

type Translate<T extends Expression | SortBy> = (
  text: string,
  options: { maxText: number; maxDepth: number },
) => Translation<T>;

/** Translates calls of other languages, too. The meaning of some depends on the types of the members. */
export const readForeignFilter = (broken: BrokenText) => {
  const { catalog } = broken;
  const find = (name: string) => catalog && resolveAmong(catalog, name, ({ filterable }) => filterable);
  const typeOf = typesIn(find);
  const isMember = (path: string) => catalog === undefined || find(path) !== undefined;
  const reading = readForeign(broken, (text, options) => {
    const translation = translateFilter(text, { ...options, isMember });
    const { expression } = translation;
    const value = expression && catalog && valueBetweenConditions(expression, typeOf);
    if (value !== undefined)
      return { ...translation, expression: undefined, problems: [valueAsCondition(value.name, value.span)] };
    // A service can have a function of its own with such a name.
    return expression === undefined || catalog?.functions !== undefined
      ? translation
      : { ...translation, expression: rewriteForeignCalls(expression, typeOf) };
  });
  return reading ?? missingOpening(broken);
};
/** Finds the `b` of `name = a or b`, where neither word is a member. */
function valueBetweenConditions(expression: Expression, typeOf: TypeOf): Name | undefined {
  const isWord = (node: Expression | undefined) => node?.kind === "name" && typeOf(node) === undefined;
  let value: Name | undefined;
  walk(expression, (node) => {
    if (node.kind !== "call" || !/^(?:and|or)$/.test(node.callee)) return;
    for (const [i, argument] of node.args.entries()) {
      const before = node.args[i - 1];
      const isComparison = before?.kind === "call" && isComparisonName(before.callee);
      if (isComparison && isWord(before.args.at(-1)) && isWord(argument)) value ??= argument as Name;
    }
  });
  return value;
}

export const readForeignSortBy = (broken: BrokenText) => readForeign(broken, translateSortBy);

/** Errors that no translation replaces: with a quote in the wrong position, any text looks like another language. */
const ABOUT_STRINGS: ReadonlySet<string> = new Set(["unterminated-string", "unescaped-quote"]);

/**
 * Reads a text with syntax errors as SQL, OData, RSQL, JavaScript, JSON or a URL. Returns undefined if the errors of this
 * language explain the text better.
 */
function readForeign<T extends Expression | SortBy>(
  broken: BrokenText,
  translate: Translate<T>,
): ForeignReading<T> | undefined {
  const { text, found, limits, parse, catalog } = broken;
  const functions = catalog?.functions ?? declarationTable();
  const isValid = (candidate: string) => parse(candidate).expression !== undefined;
  // Without errors, the text is correct, or strict mode alone rejects it: then it is a text of this language.
  if (!found.some(isError)) return undefined;
  const { expression, constructs, problems } = translate(text, {
    maxText: limits.text,
    maxDepth: limits.depth,
  });
  const evidence = evidenceOf(constructs);
  if (expression === undefined) return reportUntranslated(broken, translate, constructs, problems.at(0));
  if (evidence === "none" || evidence === "weak") return undefined;
  const errors = found.filter(isError);
  const isOwn = evidence === "moderate" && errors.length === 1 && found.length === 1;
  if (isOwn && isValid(applyFixes(text, errors))) return undefined;
  const translated = printNode(expression);
  if (!isValid(translated)) return reportUntranslated(broken, translate, constructs, undefined);
  // The check of the tree reports a function that does not exist.
  const unknown = new Set<string>();
  walk(expression, (child) => {
    if (child.kind === "call" && !functions.has(child.callee)) unknown.add(child.callee);
  });
  const [unknownName] = unknown;
  const isKnown = unknownName === undefined;
  const { message: rule, span } = describeConstructs(constructs, isKnown ? translated : undefined);
  const message = isKnown ? rule : `${rule} There is no function ${show(unknownName)}.`;
  const fix = replace("Write it in this language", { start: 0, end: text.length }, translated);
  const tree = isInOrder(expression) ? expression : undefined;
  return { diagnostic: diagnostic("foreign-syntax", span, message, isKnown ? [fix] : []), tree };
}

/**
 * Returns whether the spans of children are in order and within their parents. The translations of `3 < size` and of BETWEEN have
 * other spans: their arguments stand in another order than in the text.
 */
function isInOrder(node: Node): boolean {
  let from = node.span.start;
  return childrenOf(node).every((child) => {
    const isInside = child.span.start >= from && child.span.end <= node.span.end && isInOrder(child);
    from = child.span.end;
    return isInside;
  });
}

function isError({ code }: Diagnostic): boolean {
  return severityOf(code) === "error";
}

/**
 * Returns the one message about a text that cannot be translated. If its problem has fixes, such as the two meanings of 1/5/2024,
 * each becomes the translation of the text with that fix.
 */
function reportUntranslated<T extends Expression | SortBy>(
  { text, found, limits, parse }: BrokenText,
  translate: Translate<T>,
  constructs: readonly Construct[],
  problem: Diagnostic | undefined,
): ForeignReading<T> | undefined {
  if (problem === undefined) return undefined;
  const errors = found.filter(isError);
  const isFixed = errors.length === 1 && parse(applyFixes(text, errors)).expression !== undefined;
  if (isFixed || evidenceOf(constructs) !== "strong") return undefined;
  const hasSymbol = constructs.some(({ kind, image }) => kind !== "operator" || !/^\w/.test(image));
  if (!hasSymbol && errors.some(({ code }) => ABOUT_STRINGS.has(code))) return undefined;
  const fixes = problem.fixes.flatMap(({ title, edits }): Fix[] => {
    const { expression } = translate(applyEdits(text, edits), {
      maxText: limits.text,
      maxDepth: limits.depth,
    });
    const translated = expression === undefined ? undefined : printNode(expression);
    if (translated === undefined || parse(translated).expression === undefined) return [];
    return [replace(title, { start: 0, end: text.length }, translated)];
  });
  return { diagnostic: { ...problem, fixes }, tree: undefined };
}
