import type { IToken } from "chevrotain";
import { invalidCharacter } from "../ast/invalid-character.ts";
import { makeLiteral, makeName, makeCall, makeSortBy, makeSortKey } from "../ast/make-node.ts";
import { strengthOf, type Expression, type SortBy } from "../ast/nodes.ts";
import { diagnostic, replace, type Diagnostic, type Fix } from "../diagnostics/diagnostic.ts";
import { DEFAULT_LIMITS } from "../diagnostics/limits.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import type { Join } from "./tokens/bare-values.ts";
import type { Classified, InfixText } from "./tokens/classified.ts";
import { classify } from "./tokens/classify.ts";
import { withoutClauses } from "./clauses.ts";
import { kindOfOperator, type Construct } from "./constructs.ts";
import { describeColon } from "./describe.ts";
import { FilterWriter } from "./filter-writer.ts";
import { makeInfixGrammar, type InfixGrammar } from "./grammar.ts";
import type { OperatorMeaning } from "./tokens/operators.ts";
import { SortWriter } from "./sort-writer.ts";
import { infixTokens, tokenizeInfix } from "./tokens/tokens.ts";
import { unwrap } from "./unwrap.ts";
import { listIndex } from "./value-writer.ts";

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

/** Maximum depth for any options, because the grammar needs several stack frames for each level. */
const MAXIMUM_DEPTH = 64;

/**
 * Translates a condition in the notation of SQL, OData, RSQL, JavaScript, MongoDB or a URL. Never throws. The time is linear in
 * the length of the text.
 *
 * @example translateFilter("size > 3 AND name LIKE 'a%'").expression // and(gt(size,3),startsWith(name,'a'))
 */
export function translateFilter(text: string, options: TranslateOptions = {}): Translation<Expression> {
  return translate(text, "filter", options, mapExpression, (read, clauses) => {
    const writer = new FilterWriter(read.hasBareValues, read.isSearch);
    writer.countsFromOne = countsFromOne(read);
    const rules = infixGrammar();
    rules.meanings = read.meanings;
    rules.input = [...read.tokens];
    const node = rules.condition();
    if (rules.errors.length > 0) return failed(read, clauses, rules.errors[0]!.token);
    const expression = writer.write(node);
    return finished(expression, writer, clauses);
  });
}

/**
 * Translates an order in the notation of SQL, OData, JSON:API or MongoDB.
 *
 * @example translateSortBy("-size, name ASC").expression // size:descending,name
 */
export function translateSortBy(text: string, options: TranslateOptions = {}): Translation<SortBy> {
  return translate(text, "sortBy", options, mapSortBy, (read, clauses) => {
    const writer = new SortWriter();
    const rules = infixGrammar();
    rules.meanings = read.meanings;
    rules.input = [...read.tokens];
    const keys = rules.sortKeys();
    if (rules.errors.length > 0) return failed(read, clauses, rules.errors[0]!.token);
    return finished(writer.writeKeys(keys), writer, clauses);
  });
}

let grammar: InfixGrammar | undefined;

/** Returns the grammar. It is created on first use, which takes about 20 ms. */
function infixGrammar(): InfixGrammar {
  return (grammar ??= makeInfixGrammar());
}

const NOTHING = { expression: undefined, constructs: [], problems: [] };

function translate<T extends Expression | SortBy>(
  text: string,
  kind: InfixText,
  { maxText = DEFAULT_LIMITS.text, maxDepth = DEFAULT_LIMITS.depth }: TranslateOptions,
  mapTree: (tree: T, map: (span: Span) => Span) => T,
  write: (read: Classified, clauses: readonly Construct[]) => Translation<T>,
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
  const { tokens, constructs } = withoutClauses(tokenizeInfix(inner), kind);
  const read = classify(inner, tokens, {
    kind,
    maxDepth: Math.min(maxDepth, MAXIMUM_DEPTH),
    hasBareValues: outer?.isBasic === true,
  });
  const result =
    read.obstacle === undefined && tokens.length > 0
      ? write(read, constructs)
      : failed<T>(read, constructs, read.obstacle?.token);
  if (outer === undefined) return result;
  return {
    expression: result.expression && mapTree(result.expression, outer.toOuter),
    constructs: [
      outer.construct,
      ...result.constructs.map((each) => ({ ...each, span: outer.toOuter(each.span) })),
    ],
    problems: result.problems.map((each) => ({ ...each, span: outer.toOuter(each.span), fixes: [] })),
  };
}

function finished<T extends Expression | SortBy>(
  expression: T,
  writer: FilterWriter,
  clauses: readonly Construct[],
): Translation<T> {
  const constructs = [...clauses, ...writer.constructs].sort((a, b) => a.span.start - b.span.start);
  const { problems } = writer;
  return { expression: problems.length > 0 ? undefined : expression, constructs, problems };
}

/** Describes a text that has no syntax tree: incomplete, too deep, or with an unknown operator. */
function failed<T extends Expression | SortBy>(
  { tokens, obstacle, meanings, joins }: Classified,
  clauses: readonly Construct[],
  at: IToken | undefined,
): Translation<T> {
  const operators = [...meanings].filter(([token]) => token.tokenType !== infixTokens().Null);
  const constructs = [
    ...clauses,
    ...operators.map(([token]): Construct => ({
      kind: kindOfOperator(token.image),
      image: token.image,
      span: spanOf(token),
    })),
  ].sort((a, b) => a.span.start - b.span.start);
  if (obstacle?.reason === "operator" && obstacle.token.tokenType === infixTokens().Rsql) {
    constructs.push({ kind: "operator", image: obstacle.token.image, span: spanOf(obstacle.token) });
  }
  if (obstacle?.reason === "index") {
    const span = spanOf(obstacle.token);
    const list = tokens[tokens.indexOf(obstacle.token) - 1]!.image;
    constructs.push({ kind: "path", image: obstacle.token.image, span });
    return {
      expression: undefined,
      constructs,
      problems: [diagnostic("foreign-syntax", span, listIndex(show(list)))],
    };
  }
  if (obstacle?.reason === "join")
    return { expression: undefined, constructs, problems: [besideEachOther(joins)] };
  const problem = problemOf(obstacle, operators, at, tokens);
  return { expression: undefined, constructs, problems: problem === undefined ? [] : [problem] };
}

/** Conditions beside each other are both required on GitHub, and one of them is by default in Lucene. */
function besideEachOther(joins: readonly Join[]): Diagnostic {
  const joined = (title: string, word: string): Fix => ({
    title,
    edits: joins.map(({ token: { startOffset: at } }) => ({
      span: { start: at, end: at },
      text: `${word} `,
    })),
  });
  return diagnostic(
    "foreign-syntax",
    spanOf(joins[0]!.token),
    "Conditions are joined by and(…) or or(…), and compared by functions: eq(name,'x').",
    joins.every(({ isNamed }) => isNamed)
      ? [joined("Require all conditions", "AND"), joined("Require one of the conditions", "OR")]
      : [],
  );
}

function problemOf(
  obstacle: Classified["obstacle"],
  operators: readonly (readonly [IToken, OperatorMeaning])[],
  at: IToken | undefined,
  tokens: readonly IToken[],
): Diagnostic | undefined {
  if (obstacle?.reason === "operator") return unknownOperator(obstacle.token);
  const division = tokens.find(
    ({ image }, i) => image === "/" && tokens[i + 1]?.tokenType === infixTokens().Numeral,
  );
  if (division !== undefined) return unknownOperator(division);
  const [first] = operators;
  if (first === undefined || obstacle?.reason === "depth") return undefined;
  const [token, meaning] = first;
  const isEnd = at === undefined || at.tokenType.name === "EOF";
  const rest =
    obstacle?.reason === "string"
      ? " A string in it is never closed."
      : isEnd
        ? ` ${missingPart(operators, tokens)}`
        : "";
  const before = tokens[tokens.indexOf(token) - 1];
  const member = before !== undefined && before.tokenType === infixTokens().Word ? before.image : undefined;
  return diagnostic(
    "foreign-syntax",
    spanOf(token),
    kindOfOperator(token.image) === "colon"
      ? `${describeColon()} Write ${pattern(meaning, member)}.${rest}`
      : `The language has no operator ${show(token.image)}: write ${pattern(meaning, member)}.${rest}`,
    obstacle?.reason === "string" ? closingFix(obstacle.token) : [],
  );
}

/** Describes the part that is missing at the end of an incomplete text. */
function missingPart(
  operators: readonly (readonly [IToken, OperatorMeaning])[],
  tokens: readonly IToken[],
): string {
  const [token, meaning] = operators.at(-1)!;
  if (token !== tokens.at(-1)) return "The condition is incomplete.";
  const isLogical = meaning.type === "And" || meaning.type === "Or" || meaning.type === "Not";
  return `The ${isLogical ? "condition" : "value"} after ${show(token.image)} is missing.`;
}

/** Returns the fix that closes a string of one word. There is none for longer strings, whose end is unclear. */
function closingFix({ image, startOffset }: IToken): readonly Fix[] {
  const mark = image.charAt(0);
  if (!/^['"][\p{L}\p{N}_-]+$/u.test(image)) return [];
  const end = startOffset + image.length;
  return [replace(`Close the string with ${mark}`, { start: end, end }, mark)];
}

function unknownOperator(token: IToken): Diagnostic {
  const { image } = token;
  const span = spanOf(token);
  if (/^[-+*%/]$/.test(image)) {
    return diagnostic(
      "foreign-syntax",
      span,
      `The language has no arithmetic: ${image} cannot be written. Compare a member with a number that you have computed.`,
    );
  }
  if (token.tokenType === infixTokens().Invalid) return invalidCharacter(image, span);
  return diagnostic("foreign-syntax", span, `There is no operator ${show(image)}.`);
}

/**
 * Returns the call that replaces an operator, for messages: `eq(name,…)`.
 *
 * @param member name before the operator
 */
function pattern({ type, callee = "eq" }: OperatorMeaning, member?: string): string {
  switch (type) {
    case "And":
      return "and(…)";
    case "Or":
      return "or(…)";
    case "Not":
      return "not(…)";
    case "Compare":
      return member === undefined ? `${callee}(…)` : `${callee}(${show(member)},…)`;
    case "Like":
      return "startsWith(…), endsWith(…) or contains(…)";
    case "Matches":
      return "match(…)";
    case "In":
      return "in(…)";
    case "Between":
      return "and(ge(…),le(…))";
    case "Is":
    case "Postfix":
      return "isNull(…)";
  }
}

/** Returns whether the text counts characters from 1, as SQL does, or from 0, as OData does. Its operators show the language. */
function countsFromOne({ tokens, meanings }: Classified): boolean | undefined {
  for (const token of tokens) {
    if (!meanings.has(token)) continue;
    if (/^(?:eq|ne|lt|le|gt|ge)$/.test(token.image)) return false;
    if (/^(?:=|<>|like|is|in|between)$/i.test(token.image)) return true;
  }
  return undefined;
}

function spanOf({ startOffset, image }: IToken): Span {
  return { start: startOffset, end: startOffset + image.length };
}

/** Maps the spans of a tree. Recursion is safe: the depth of the text is limited. */
function mapExpression(node: Expression, map: (span: Span) => Span): Expression {
  const span = map(node.span);
  if (node.kind === "name") return makeName(node.name, span);
  if (node.kind === "literal") return makeLiteral(node.type, node.value as never, span);
  return makeCall(
    node.callee,
    strengthOf(node),
    node.args.map((each) => mapExpression(each, map)),
    span,
  );
}

function mapSortBy({ keys, span }: SortBy, map: (span: Span) => Span): SortBy {
  const mapped = keys.map((key) =>
    makeSortKey(mapExpression(key.expression, map), key.direction, strengthOf(key), map(key.span)),
  );
  return makeSortBy(mapped, map(span));
}
