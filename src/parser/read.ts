import type { IToken } from "chevrotain";
import type { Expression, SortBy, SortKey } from "../ast/nodes.ts";
import { makeLiteral, makeSortBy } from "../ast/make-node.ts";
import type { Catalog } from "../catalog/types.ts";
import { asError, diagnostic, hasErrors, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { resolveLimits, type Limits } from "../diagnostics/limits.ts";
import { tokenize, tokens } from "../lexer/tokenize.ts";
import { FilterParts } from "./filter-parts.ts";
import { getGrammar } from "./grammar.ts";
import { withoutHalfTyped } from "./half-typed.ts";
import type { PartialFilter, PartialSortBy } from "./partial-tree.ts";
import { SortKeyList } from "./sort-key-list.ts";
import { spanOf } from "./span-of.ts";
import { TreeBuilder } from "./tree-builder.ts";
import { ownProperty } from "../values/own-properties.ts";

/**
 * `strict` accepts exactly the language of grammar.md. `lenient` also accepts common mistakes of clients,
 * with a warning.
 */
export type ParseMode = "strict" | "lenient";

export interface ParseOptions {
  /** Default `lenient`. */
  readonly mode?: ParseMode;
  /** Default: `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits>;
  /** Types of its members choose between the fixes of a mistake. It never changes which texts are valid. */
  readonly catalog?: Catalog | undefined;
}

export interface ParseResult<T extends Expression | SortBy> {
  /** The tree. Undefined if there is an error: parts of a text are never ignored. */
  readonly expression: T | undefined;
  /** The tree as far as it could be read, for editors. Undefined if the text is over a limit. */
  readonly partial: (T extends SortBy ? PartialSortBy : PartialFilter) | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a filter in one pass, without trying its fixes and other languages. For editors, which read a text after each key. */
export function readFilter(text: string, options: ParseOptions): ParseResult<Expression> {
  const prepared = prepare(text, options, "filter");
  if (prepared.tokens === undefined) return failWith(prepared.diagnostics);
  const tree = new TreeBuilder(prepared.text, prepared.limits, ownProperty(options, "catalog"));
  if (prepared.diagnostics.length > 0) tree.diagnostics.push(...prepared.diagnostics);
  const parts = new FilterParts(tree, prepared.text);
  if (prepared.tokens.length === 0) {
    parts.expression(makeLiteral("boolean", true, { start: 0, end: text.length }));
  } else {
    const grammar = getGrammar();
    grammar.tree = tree;
    grammar.filterParts = parts;
    grammar.input = prepared.tokens;
    grammar.filter();
  }
  const partial = parts.finish();
  if (tree.diagnostics.length === 0) {
    return { expression: partial.expressions[0] as Expression, partial, diagnostics: tree.diagnostics };
  }
  const diagnostics = applyMode(withoutHalfTyped(text, tree.diagnostics), options);
  // Without an error there is one expression, and nothing in it is partial.
  const expression = hasErrors(diagnostics) ? undefined : (partial.expressions[0] as Expression);
  return { expression, partial, diagnostics };
}

/** Like `readFilter`, for a sort. */
export function readSortBy(text: string, options: ParseOptions): ParseResult<SortBy> {
  const prepared = prepare(text, options, "sortBy");
  if (prepared.tokens === undefined) return failWith(prepared.diagnostics);
  const tree = new TreeBuilder(prepared.text, prepared.limits);
  tree.diagnostics.push(...prepared.diagnostics);
  const keys = new SortKeyList(tree, prepared.text, prepared.limits);
  const grammar = getGrammar();
  grammar.tree = tree;
  grammar.sortKeys = keys;
  grammar.input = prepared.tokens;
  grammar.sortBy();
  const partial = keys.finish();
  const diagnostics = applyMode(withoutHalfTyped(text, tree.diagnostics), options);
  // Without an error no key is partial.
  const expression: SortBy | undefined = hasErrors(diagnostics)
    ? undefined
    : makeSortBy(partial.keys as readonly SortKey[], partial.span);
  return { expression, partial, diagnostics };
}

function failWith<T extends Expression | SortBy>(diagnostics: readonly Diagnostic[]): ParseResult<T> {
  return { expression: undefined, partial: undefined, diagnostics };
}

/** Returns the diagnostics. In strict mode, warnings become errors. */
function applyMode(problems: readonly Diagnostic[], options: ParseOptions): readonly Diagnostic[] {
  if (problems.length === 0 || ownProperty(options, "mode") !== "strict") return problems;
  return problems.map((problem) => (problem.severity === "warning" ? asError(problem) : problem));
}

interface Prepared {
  readonly text: string;
  readonly limits: Limits;
  readonly tokens: IToken[] | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const NONE: readonly Diagnostic[] = Object.freeze([]);

/** Checks each limit before the work that it bounds. */
function prepare(text: string, options: ParseOptions, parameter: "filter" | "sortBy"): Prepared {
  const limits = resolveLimits(ownProperty(options, "limits"));
  if (text.length > limits.text) {
    const span = { start: limits.text, end: text.length };
    const message = `The text has ${text.length} characters; at most ${limits.text} are allowed.`;
    return { text, limits, tokens: undefined, diagnostics: [diagnostic("text-too-long", span, message)] };
  }
  const prefix = pastedPrefix(text, parameter);
  const diagnostics = prefix === undefined ? NONE : [prefix];
  // Replaces the prefix by spaces, so that all offsets stay the same.
  const body = prefix === undefined ? text : " ".repeat(prefix.span.end) + text.slice(prefix.span.end);
  const list = tokenize(body);
  const tooMuch = overLimit(list, limits);
  if (tooMuch !== undefined)
    return { text, limits, tokens: undefined, diagnostics: [...diagnostics, tooMuch] };
  return { text: body, limits, tokens: list, diagnostics };
}

const PREFIX = { filter: /^[\s?&]*filter\s*=/, sortBy: /^[\s?&]*sortBy\s*=/ };

/** Returns a warning about the name of a parameter in front of its value, pasted by a user, perhaps twice: `filter=…`. */
function pastedPrefix(text: string, parameter: "filter" | "sortBy"): Diagnostic | undefined {
  if (!text.includes("=")) return undefined;
  let end = 0;
  for (;;) {
    const match = PREFIX[parameter].exec(text.slice(end, end + 40));
    if (match === null) break;
    end += match[0].length;
  }
  if (end === 0) return undefined;
  const span = { start: 0, end };
  const message = `The expression alone belongs here, without ${parameter}= in front.`;
  return diagnostic("filter-prefix", span, message, [replace(`Remove ${parameter}=`, span, "")]);
}

/** Returns an error if a text is too deep or has too many nodes. Reads tokens only: the parser recurses as deep as its text. */
function overLimit(list: readonly IToken[], limits: Limits): Diagnostic | undefined {
  if (list.length <= limits.depth && list.length <= limits.nodes) return undefined;
  const t = tokens();
  const left = t.LeftParenthesis.tokenTypeIdx!;
  const right = t.RightParenthesis.tokenTypeIdx!;
  const comma = t.Comma.tokenTypeIdx!;
  const colon = t.Colon.tokenTypeIdx!;
  const strength = t.Strength.tokenTypeIdx!;
  let depth = 0;
  let nodes = 0;
  let before = colon;
  for (const token of list) {
    const type = token.tokenTypeIdx;
    // Strengths and colons are not nodes, unless they are misplaced. Surplus and
    // empty parentheses and commas without an argument before them count, because the tree has a hole for each.
    const isNode =
      type === strength
        ? before !== left
        : type === colon
          ? before === colon
          : type !== comma || before === comma || before === left;
    if (type === left) {
      if (++depth > limits.depth) {
        return diagnostic("too-deep", spanOf(token), `Parentheses are nested deeper than ${limits.depth}.`);
      }
    } else if (type === right && depth > 0 && before !== left) {
      depth--;
    } else if (isNode && ++nodes > limits.nodes) {
      return diagnostic(
        "too-many-nodes",
        spanOf(token),
        `The expression has more than ${limits.nodes} names and values.`,
      );
    }
    if (type === right && depth > 0 && before === left) depth--;
    before = type;
  }
  return undefined;
}
