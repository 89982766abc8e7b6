import { moveSortBySpans, moveSpans } from "../ast/walk.ts";
import type { Expression, SortBy } from "../ast/nodes.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { DEFAULT_LIMITS } from "../diagnostics/limits.ts";
import type { Span } from "../diagnostics/span.ts";
import { ForeignSyntaxProblem } from "../readers/token-stream.ts";
import { notationOf } from "./bare-values.ts";
import { ownProperties } from "../values/own-properties.ts";
import { withoutClauses } from "./clauses.ts";
import { ConditionWriter } from "./condition-writer.ts";
import { Findings, type Construct } from "./findings.ts";
import { MixedReader, type MixedText } from "./mixed-reader.ts";
import { besideEachOther, problemOf } from "./problems.ts";
import { SortReader } from "./sort-reader.ts";
import { mixedTokens } from "./tokens.ts";
import { unwrap, type MixedKind } from "./unwrap.ts";

/** A text of another language as a tree of this one. */
export interface Translation<T extends Expression | SortBy> {
  /** The translated tree, with spans in the given text. Undefined if there are problems. */
  readonly expression: T | undefined;
  /** Foreign syntax of the text, in the order of the text. Empty for a text of this language. */
  readonly constructs: readonly Construct[];
  /** The reasons why there is no translation. Empty if there is one. */
  readonly problems: readonly Diagnostic[];
}

/** Options of a translation. */
export interface TranslateOptions {
  /** Maximum length in UTF-16 code units. Default 65,536. */
  readonly maxText?: number;
  /** Maximum nesting of parentheses, brackets, braces and negations, at most 64. Default 64. */
  readonly maxDepth?: number;
  /** Returns whether a path is a member. A value such as `text/plain` is a string if it is none. Default: every path is a member. */
  readonly isMember?: (path: string) => boolean;
}

/** Maximum depth for any options, because the reader needs several stack frames for each level. */
const MAXIMUM_DEPTH = 64;

/**
 * Translates a condition in the notation of SQL, OData, RSQL, JavaScript, MongoDB or a URL. Never throws. The time is linear in
 * the length of the text.
 *
 * @example translateFilter("size > 3 AND name LIKE 'a%'").expression // and(gt(size,3),startsWith(name,'a'))
 */
export function translateFilter(text: string, options: TranslateOptions = {}): Translation<Expression> {
  return translate(text, "filter", options, moveSpans, (source, maxDepth) => {
    const reader = new MixedReader(source, maxDepth);
    const node = reader.condition();
    reader.tokens.expectEnd();
    if (reader.joins.length === 0) return new ConditionWriter(source).write(node);
    source.findings.problems.push(besideEachOther(reader.joins));
    return undefined;
  });
}

/**
 * Translates an order in the notation of SQL, OData, JSON:API or MongoDB.
 *
 * @example translateSortBy("-size, name ASC").expression // size:descending,name
 */
export function translateSortBy(text: string, options: TranslateOptions = {}): Translation<SortBy> {
  return translate(text, "sortBy", options, moveSortBySpans, (source, maxDepth) =>
    new SortReader(source, maxDepth).sortBy(),
  );
}

function translate<T extends Expression | SortBy>(
  text: string,
  kind: MixedKind,
  options: TranslateOptions,
  mapTree: (tree: T, map: (span: Span) => Span) => T,
  readTree: (source: MixedText, maxDepth: number) => T | undefined,
): Translation<T> {
  const {
    maxText = DEFAULT_LIMITS.text,
    maxDepth = DEFAULT_LIMITS.depth,
    isMember = () => true,
  } = ownProperties(options);
  if (text.length > maxText) {
    const message = `The text has ${text.length} characters; at most ${maxText} are allowed.`;
    const problem = diagnostic("text-too-long", { start: maxText, end: text.length }, message);
    return { expression: undefined, constructs: [], problems: [problem] };
  }
  const outer = unwrap(text, kind);
  const inner = outer?.text ?? text;
  const findings = new Findings();
  const tokens = withoutClauses(mixedTokens(inner), kind, findings);
  const notation = kind === "filter" ? notationOf(tokens) : undefined;
  const hasBareValues = notation !== undefined || outer?.isBasic === true;
  const source = { text: inner, tokens, findings, isSearch: notation === "search", hasBareValues, isMember };
  const tree = translated(source, () => readTree(source, Math.min(maxDepth, MAXIMUM_DEPTH)));
  const { problems } = findings;
  const expression = problems.length > 0 ? undefined : tree;
  const constructs = findings.constructs.sort((a, b) => a.span.start - b.span.start);
  if (outer === undefined) return { expression, constructs, problems };
  const { construct: first, toOuter } = outer;
  const placed = <F extends { readonly span: Span }>(entry: F) => ({ ...entry, span: toOuter(entry.span) });
  return {
    expression: expression && mapTree(expression, toOuter),
    constructs: [first, ...constructs.map(placed)],
    problems: problems.map((problem) => ({ ...placed(problem), fixes: [] })),
  };
}

/** Runs a reader. Undefined if the text has no syntax that is known. */
function translated<T>({ tokens, findings }: MixedText, readTree: () => T): T | undefined {
  try {
    return readTree();
  } catch (problem) {
    if (!(problem instanceof ForeignSyntaxProblem)) throw problem;
    findings.problems.length = 0;
    const { place, code } = problem;
    const syntaxProblem = code === "limit" ? undefined : problemOf(tokens, place as Span, findings);
    if (syntaxProblem !== undefined) findings.problems.push(syntaxProblem);
    return undefined;
  }
}
