import { makeLiteral, makeName, makeCall, makeSortBy, makeSortKey } from "../ast/make-node.ts";
import { strengthOf, type Expression, type SortBy } from "../ast/nodes.ts";
import { fold } from "../ast/walk.ts";
import { diagnostic, type Diagnostic, type Fix } from "../diagnostics/diagnostic.ts";
import { DEFAULT_LIMITS } from "../diagnostics/limits.ts";
import type { Span } from "../diagnostics/span.ts";
import { ForeignSyntaxProblem } from "../readers/token-stream.ts";
import { isRsqlText, isSearchText, type Join } from "./bare-values.ts";
import { withoutClauses } from "./clauses.ts";
import { ConditionWriter } from "./condition-writer.ts";
import { Findings, type Construct } from "./findings.ts";
import { MixedReader } from "./mixed-reader.ts";
import { problemOf } from "./problems.ts";
import { SortWriter } from "./sort-writer.ts";
import { mixedTokens } from "./tokens.ts";
import { unwrap, type MixedKind } from "./unwrap.ts";
import type { MixedText } from "./mixed-operands.ts";

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
  return translate(text, "filter", options, mapExpression, (reader) => {
    const node = reader.condition();
    reader.tokens.expectEnd();
    return (source) => new ConditionWriter(source).write(node);
  });
}

/**
 * Translates an order in the notation of SQL, OData, JSON:API or MongoDB.
 *
 * @example translateSortBy("-size, name ASC").expression // size:descending,name
 */
export function translateSortBy(text: string, options: TranslateOptions = {}): Translation<SortBy> {
  return translate(text, "sortBy", options, mapSortBy, (reader) => {
    const keys = reader.mixedSortKeys();
    return (source) => new SortWriter(source).writeKeys(keys);
  });
}

const NOTHING = { expression: undefined, constructs: [], problems: [] };

function translate<T extends Expression | SortBy>(
  text: string,
  kind: MixedKind,
  { maxText = DEFAULT_LIMITS.text, maxDepth = DEFAULT_LIMITS.depth }: TranslateOptions,
  mapTree: (tree: T, map: (span: Span) => Span) => T,
  read: (reader: MixedReader) => (source: MixedText) => T,
): Translation<T> {
  if (text.length > maxText) {
    const message = `The text has ${text.length} characters; at most ${maxText} are allowed.`;
    return {
      ...NOTHING,
      problems: [diagnostic("text-too-long", { start: maxText, end: text.length }, message)],
    };
  }
  const outer = unwrap(text, kind);
  const inner = outer?.text ?? text;
  const findings = new Findings();
  const { tokens, constructs: clauses } = withoutClauses(mixedTokens(inner), kind);
  findings.constructs.push(...clauses);
  const isSearch = kind === "filter" && isSearchText(tokens);
  const hasBareValues = isSearch || outer?.isBasic === true || (kind === "filter" && isRsqlText(tokens));
  const source = { text: inner, tokens, findings, isSearch, hasBareValues };
  const expression = translated(new MixedReader(source, Math.min(maxDepth, MAXIMUM_DEPTH)), read);
  const constructs = findings.constructs.sort((a, b) => a.span.start - b.span.start);
  const { problems } = findings;
  if (outer === undefined) return { expression, constructs, problems };
  return {
    expression: expression && mapTree(expression, outer.toOuter),
    constructs: [
      outer.construct,
      ...constructs.map((construct) => ({ ...construct, span: outer.toOuter(construct.span) })),
    ],
    problems: problems.map((problem) => ({ ...problem, span: outer.toOuter(problem.span), fixes: [] })),
  };
}

/** Reads a text and writes its tree. Undefined if there are problems, or if the text has no syntax that is known. */
function translated<T>(
  reader: MixedReader,
  read: (reader: MixedReader) => (source: MixedText) => T,
): T | undefined {
  const { source, tokens, joins } = reader;
  const { findings } = source;
  let write: (source: MixedText) => T;
  try {
    write = read(reader);
  } catch (problem) {
    if (!(problem instanceof ForeignSyntaxProblem)) throw problem;
    findings.problems.length = 0;
    const diagnosed = problem.code === "limit" ? undefined : problemOf(source.tokens, tokens.next, findings);
    if (diagnosed !== undefined) findings.problems.push(diagnosed);
    return undefined;
  }
  if (joins.length > 0) {
    findings.problems.splice(0, Infinity, besideEachOther(joins));
    return undefined;
  }
  const expression = write(source);
  return findings.problems.length > 0 ? undefined : expression;
}

/** Conditions beside each other are both required on GitHub, and one of them is by default in Lucene. */
function besideEachOther(joins: readonly Join[]): Diagnostic {
  const joined = (title: string, word: string): Fix => ({
    title,
    edits: joins.map(
      ({
        token: {
          span: { start: at },
        },
      }) => ({
        span: { start: at, end: at },
        text: `${word} `,
      }),
    ),
  });
  return diagnostic(
    "foreign-syntax",
    joins[0]!.token.span,
    "Conditions are joined by and(…) or or(…), and compared by functions: eq(name,'x').",
    joins.every(({ isNamed }) => isNamed)
      ? [joined("Require all conditions", "AND"), joined("Require one of the conditions", "OR")]
      : [],
  );
}

/** Maps the spans of a tree. */
function mapExpression(expression: Expression, map: (span: Span) => Span): Expression {
  return fold<Expression>(expression, {
    literal: ({ type, value, span }) => makeLiteral(type, value as never, map(span)),
    name: ({ name, span }) => makeName(name, map(span)),
    call: (node, args) => makeCall(node.callee, strengthOf(node), args, map(node.span)),
  });
}

function mapSortBy({ keys, span }: SortBy, map: (span: Span) => Span): SortBy {
  const mapped = keys.map((key) =>
    makeSortKey(mapExpression(key.expression, map), key.direction, strengthOf(key), map(key.span)),
  );
  return makeSortBy(mapped, map(span));
}
