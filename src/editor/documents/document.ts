import { format, type FormatOptions } from "../../ast/format.ts";
import type { Expression, SortBy } from "../../ast/nodes.ts";
import { walk } from "../../ast/walk.ts";
import { checkPartial } from "../../checker/check-partial.ts";
import { checkSortTree, checkTree } from "../../checker/check-tree.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { CheckOptions } from "../../checker/checked.ts";
import {
  hasErrors,
  MAXIMUM_DIAGNOSTICS,
  type Diagnostic,
  type TextEdit,
} from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/span.ts";
import { parseFilterText, parseSortByText } from "../../parser/parse-text.ts";
import { readFilter, readSortBy, type ParseResult } from "../../parser/read.ts";
import type { PartialExpression } from "../../parser/partial-tree.ts";
import { codeActionsAt } from "../actions/code-actions.ts";
import { emptyList, insideOf } from "../contract/completion-list.ts";
import { completeFilter, completeSortBy } from "../completion/complete.ts";
import type { Environment } from "../contract/environment.ts";
import { hoverAt } from "../explanation/hover.ts";
import {
  renameEdits,
  renameProblem,
  renameRangeAt,
  renameTargetAt,
  type RenameTarget,
} from "../syntax/rename.ts";
import { signatureHelpAt } from "../explanation/signature-help.ts";
import { foldingRangesOf, selectionRangesAt } from "../syntax/ranges.ts";
import { semanticTokensOf } from "../syntax/semantic-tokens.ts";
import { readTokens, type Token } from "../syntax/tokens.ts";
import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  ExpressionDocument,
  Hover,
  RenameResult,
  SemanticToken,
  SignatureHelp,
  ValueRequest,
  Understanding,
} from "../contract/types.ts";
import { valueItems } from "../completion/values.ts";

/** The text of a filter or a sort. */
export class TextDocument implements ExpressionDocument {
  readonly kind: "filter" | "sortBy";
  readonly text: string;
  readonly #environment: Environment;
  #tokens: readonly Token[] | undefined;
  #diagnostics: readonly Diagnostic[] | undefined;

  constructor(kind: "filter" | "sortBy", text: string, environment: Environment) {
    this.kind = kind;
    this.text = text;
    this.#environment = environment;
  }

  diagnostics(): readonly Diagnostic[] {
    return (this.#diagnostics ??=
      this.kind === "filter"
        ? filterDiagnostics(this.text, this.#environment)
        : sortDiagnostics(this.text, this.#environment));
  }

  complete(offset: number): CompletionList {
    const at = this.#clamp(offset);
    if (this.#isTooLong) return emptyList(at);
    const complete = this.kind === "filter" ? completeFilter : completeSortBy;
    return complete(this.text, at, this.#environment);
  }

  completeValues(request: ValueRequest, values: readonly string[]): readonly CompletionItem[] {
    return valueItems(request, values);
  }

  signatureHelp(offset: number): SignatureHelp | undefined {
    return this.#isTooLong ? undefined : signatureHelpAt(this.text, this.#clamp(offset), this.#environment);
  }

  hover(offset: number): Hover | undefined {
    const hover = hoverAt(this.#allTokens(), this.#clamp(offset), this.#environment);
    const sentence = hover && this.#sentenceOf(hover.span);
    return sentence === undefined ? hover : { ...hover!, lines: [sentence, ...hover!.lines] };
  }

  /** Describes the condition whose function is at a span. */
  #sentenceOf({ start }: Span): string | undefined {
    const { understanding, catalog, added, locale, functions } = this.#environment;
    const expression = this.kind === "filter" && understanding.describe ? this.#read().expression : undefined;
    if (expression === undefined || expression.kind === "sortBy") return undefined;
    let last: Expression | undefined;
    walk(expression, (node) => {
      if (node.kind !== "call" || node.span.start !== start) return;
      if (functions.get(node.callee)?.result === "boolean") last = node;
    });
    return last && understanding.describe!(last, { catalog, functions: added, locale, form: "sentence" });
  }

  format(options: FormatOptions = {}): readonly TextEdit[] {
    const expression = this.#read().expression;
    if (expression === undefined || this.text.trim() === "") return [];
    const text = format(expression, options);
    return text === this.text ? [] : [{ span: { start: 0, end: this.text.length }, text }];
  }

  semanticTokens(): readonly SemanticToken[] {
    return semanticTokensOf(this.#allTokens());
  }

  foldingRanges(): readonly Span[] {
    return foldingRangesOf(this.#allTokens(), this.text);
  }

  selectionRanges(offset: number): readonly Span[] {
    return selectionRangesAt(this.#allTokens(), this.text, this.#clamp(offset));
  }

  renameRange(offset: number): Span | undefined {
    return renameRangeAt(this.#allTokens(), this.#clamp(offset), this.#environment.catalog);
  }

  rename(offset: number, name: string): RenameResult {
    const target = this.renameTarget(offset);
    const message = renameProblem(target, name);
    return message === undefined
      ? { ok: true, edits: this.renameEdits(target!, name) }
      : { ok: false, message };
  }

  /** Returns the name at an offset, to rename it in this text and in others. */
  renameTarget(offset: number): RenameTarget | undefined {
    return renameTargetAt(this.#allTokens(), this.#clamp(offset), this.#environment.catalog);
  }

  renameEdits(target: RenameTarget, name: string): readonly TextEdit[] {
    return renameEdits(this.#allTokens(), target, name);
  }

  codeActions(span: Span): readonly CodeAction[] {
    const start = this.#clamp(span.start);
    return codeActionsAt(
      {
        text: this.text,
        environment: this.#environment,
        diagnostics: this.diagnostics(),
        expressions: expressionsOf(this.#read()),
        isFilter: this.kind === "filter",
      },
      { start, end: Math.max(start, this.#clamp(span.end)) },
    );
  }

  get #isTooLong(): boolean {
    return this.text.length > this.#environment.limits.text;
  }

  /** Tokens of the text. None if the text is over the limit, so that no method reads such a text. */
  #allTokens(): readonly Token[] {
    return (this.#tokens ??= this.#isTooLong ? [] : readTokens(this.text));
  }

  /** Reads the tree in one pass, without trying fixes and other languages. */
  #read(): ParseResult<Expression> | ParseResult<SortBy> {
    const { limits, mode, catalog } = this.#environment;
    const parse = this.kind === "filter" ? readFilter : readSortBy;
    return parse(this.text, { limits, mode, catalog });
  }

  #clamp(offset: number): number {
    return insideOf(this.text, offset);
  }
}

function filterDiagnostics(text: string, environment: Environment): readonly Diagnostic[] {
  const { catalog, mode, limits, added, foreignSyntax, understanding } = environment;
  const parsed = parseFilterText(text, { mode, limits, catalog }, foreignSyntax);
  const options = { mode, limits, functions: added };
  const { expression, partial } = parsed;
  const checked =
    expression === undefined
      ? partial && checkPartial(partial, catalog, options)
      : checkFilter(expression, catalog, options, understanding).diagnostics;
  return inOrder(parsed.diagnostics, checked);
}

/** Checks a filter, and reviews it if it has no errors. */
export function checkFilter(
  expression: Expression,
  catalog: Catalog | undefined,
  options: CheckOptions,
  { reviewFilter }: Understanding,
): { readonly isValid: boolean; readonly diagnostics: readonly Diagnostic[] } {
  const { context, diagnostics } = checkTree(expression, catalog, options);
  const isValid = !hasErrors(context.diagnostics);
  const reviewed = isValid && reviewFilter?.(expression, { catalog, functions: options.functions });
  return { isValid, diagnostics: reviewed ? [...diagnostics, ...reviewed] : diagnostics };
}

function sortDiagnostics(text: string, environment: Environment): readonly Diagnostic[] {
  const { catalog, mode, limits, added, foreignSyntax } = environment;
  const parsed = parseSortByText(text, { mode, limits }, foreignSyntax);
  const options = { mode, limits, functions: added };
  const checked =
    parsed.expression === undefined
      ? parsed.partial && checkPartial(parsed.partial, catalog, options)
      : checkSortTree(parsed.expression, catalog, options).diagnostics;
  return inOrder(parsed.diagnostics, checked);
}

/** Joins the diagnostics of the parser and the checker in the order of the text. */
function inOrder(parsed: readonly Diagnostic[], checked: readonly Diagnostic[] = []): readonly Diagnostic[] {
  return [...parsed, ...checked]
    .slice(0, MAXIMUM_DIAGNOSTICS)
    .toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

function expressionsOf({
  partial,
}: ParseResult<Expression> | ParseResult<SortBy>): readonly PartialExpression[] {
  if (partial === undefined) return [];
  return partial.kind === "partialFilter"
    ? partial.expressions
    : partial.keys.map(({ expression }) => expression);
}
