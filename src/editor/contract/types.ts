import type { Expression } from "../../ast/nodes.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Diagnostic, TextEdit } from "../../diagnostics/diagnostic.ts";
import type { Limits } from "../../diagnostics/limits.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { FunctionDefinition } from "../../functions/definition/types.ts";
import type { ForeignSyntax } from "../../parser/foreign/broken-text.ts";
import type { ParseMode } from "../../parser/read.ts";

/** Kinds of texts: a filter, a sort, or the query string of a URL, with or without its `?`. */
export type ExpressionKind = "filter" | "sortBy" | "query";

export interface LanguageServiceOptions {
  /** Without a catalog, any name is accepted, and only functions are completed. */
  readonly catalog?: Catalog | undefined;
  /** Functions of a service, in addition to those of the language. */
  readonly functions?: readonly FunctionDefinition[] | undefined;
  /** BCP 47 tag for dates and numbers in explanations. Default `en`. */
  readonly locale?: string | undefined;
  /** IANA time zone of the reader, for explanations of instants. Default `UTC`. */
  readonly timeZone?: string | undefined;
  /** Default: `DEFAULT_LIMITS`. A text over the limit `text` has diagnostics and nothing else. */
  readonly limits?: Partial<Limits> | undefined;
  /** Default `lenient`. */
  readonly mode?: ParseMode | undefined;
  /** Languages from which pasted filters are translated, such as the bridges of `tamis/bridges`. */
  readonly languages?: readonly ForeignLanguage[] | undefined;
  /**
   * Explains filters of other languages in one diagnostic, whose fix is the translated filter:
   * `import { foreignSyntax } from "tamis/editor/foreign-syntax"`. Without it, they have syntax errors.
   */
  readonly foreignSyntax?: ForeignSyntax | undefined;
  /** Sentences, simpler filters and warnings: `import * as understanding from "tamis/understand"`. */
  readonly understanding?: Understanding | undefined;
}

/** Functions of `tamis/understand`. The service uses those that are given. */
export interface Understanding {
  /** Describes a filter in a sentence, for a hover over the name of a function. */
  readonly describe?: (
    expression: Expression,
    options: UnderstandingOptions & { readonly form: "sentence" },
  ) => string;
  /** Returns a shorter filter that keeps the same rows, for a code action. */
  readonly simplify?: (expression: Expression, options: UnderstandingOptions) => Expression;
  /** Warns about filters that no row or every row matches. */
  readonly reviewFilter?: (expression: Expression, options: UnderstandingOptions) => readonly Diagnostic[];
}

export interface UnderstandingOptions {
  readonly catalog?: Catalog | undefined;
  readonly functions?: readonly FunctionDefinition[] | undefined;
  readonly locale?: string | undefined;
}

/** The part of a bridge that translates a filter. Each bridge whose form is `text` has it. */
export interface ForeignLanguage {
  readonly title: string;
  importQuery(
    source: { readonly filter: string },
    options: { readonly catalog?: Catalog | undefined },
  ): { readonly filter: Expression | undefined };
}

/** Analyzes texts for editors. It keeps no state between texts. */
export interface LanguageService {
  /** The catalog of the expressions. Undefined if any name is accepted. */
  readonly catalog: Catalog | undefined;
  /** Opens a text. All work is done on the first call that needs it. Open the text again after each change. */
  open(text: string, options: { readonly kind: ExpressionKind }): ExpressionDocument;
}

/**
 * One version of a text. Offsets and spans count UTF-16 code units. Offsets outside of the text are moved into it. No
 * method throws because of the text.
 */
export interface ExpressionDocument {
  readonly kind: ExpressionKind;
  readonly text: string;
  /** Returns errors and warnings with their fixes. */
  diagnostics(): readonly Diagnostic[];
  /** Returns the completions at an offset, best first. */
  complete(offset: number): CompletionList;
  /** Completes strings and keys of maps with values that a program has found for `CompletionList.values`. */
  completeValues(request: ValueRequest, values: readonly string[]): readonly CompletionItem[];
  /** Returns the signatures of the innermost call around an offset. */
  signatureHelp(offset: number): SignatureHelp | undefined;
  /** Explains the name, function or literal at an offset. */
  hover(offset: number): Hover | undefined;
  /** Returns the edits that format the text. Empty for a text with syntax errors, and for a query string. */
  format(options?: { readonly width?: number; readonly indent?: number }): readonly TextEdit[];
  /** Returns the kinds of the words, in the order of the text, without overlaps. */
  semanticTokens(): readonly SemanticToken[];
  /** Returns the spans between the parentheses of calls that have several lines. */
  foldingRanges(): readonly Span[];
  /** Returns the spans of the expressions around an offset, innermost first. The last is the whole text. */
  selectionRanges(offset: number): readonly Span[];
  /** Returns the part of a member's name at an offset that `rename` replaces. */
  renameRange(offset: number): Span | undefined;
  /** Replaces the part of a member's name at an offset, in all names that begin with the same parts. */
  rename(offset: number, name: string): RenameResult;
  /** Returns the fixes of the diagnostics that overlap a span, and the rewritings of the expressions around it. */
  codeActions(span: Span): readonly CodeAction[];
}

export type CompletionKind = "member" | "key" | "function" | "strength" | "value" | "option" | "parameter";

export interface CompletionItem {
  readonly kind: CompletionKind;
  /** Text for the list, such as `contains` or `owner.city`. */
  readonly label: string;
  /** Replaces the span of the list. */
  readonly text: string;
  /** Like `text`, with placeholders in the syntax of LSP snippets: `contains(${1:member},${2:substring})`. */
  readonly snippet?: string;
  /** Whether another completion follows: the conditions on a member, or the value of a condition. Editors then open the list again. */
  readonly continues?: boolean;
  /** A type or a signature. */
  readonly detail?: string;
  /** Sentences without markup. */
  readonly documentation?: string;
}

export interface CompletionList {
  /** The word at the offset, which each item replaces. */
  readonly span: Span;
  readonly items: readonly CompletionItem[];
  /** Whether items are missing, because there are more than 200. */
  readonly isIncomplete: boolean;
  /** Values of the data that would complete the text at the offset. Undefined if there are none. */
  readonly values: ValueRequest | undefined;
}

/** Request for values of a member, for `completeValues`. */
export interface ValueRequest {
  /** Dotted name of the member. */
  readonly member: string;
  /** Whether the keys of a map are wanted instead of values. */
  readonly part: "value" | "key";
  /** Beginning of the wanted values. */
  readonly prefix: string;
  /** The word at the cursor, which the items replace. */
  readonly span: Span;
  /** Quotation mark of the string at the cursor. Undefined outside of strings. */
  readonly quote: "'" | '"' | undefined;
}

/**
 * Finds values of a member that begin with `request.prefix`, the most frequent first, for example the facets of a collection.
 */
export type ValueProvider = (
  request: ValueRequest,
  options: { readonly signal?: AbortSignal | undefined },
) => readonly string[] | Promise<readonly string[]>;

export interface SignatureHelp {
  readonly signatures: readonly SignatureInformation[];
  /** Index of the signature that fits the arguments. */
  readonly activeSignature: number;
  /** Index of the parameter at the cursor. Undefined in a strength, and after the last parameter. */
  readonly activeParameter: number | undefined;
}

export interface SignatureInformation {
  /** The signature, such as `substr(member, start[, length])`. */
  readonly label: string;
  readonly documentation: string;
  readonly parameters: readonly ParameterInformation[];
}

export interface ParameterInformation {
  /** Span in the label of the signature. */
  readonly span: Span;
  /** The accepted values, such as "a text or a list". */
  readonly documentation: string;
}

export interface Hover {
  readonly span: Span;
  /** Code to show first: a signature, a member with its type, or a literal. */
  readonly title: string;
  /** Sentences without markup, one for each line. */
  readonly lines: readonly string[];
  /** A call as an example, for functions. */
  readonly example?: HoverExample;
}

export interface HoverExample {
  readonly expression: string;
  readonly row: Readonly<Record<string, unknown>>;
  /** Result for the row. Null if it is unknown. */
  readonly is: boolean | number | string | null;
}

export type SemanticTokenType =
  "member" | "function" | "string" | "number" | "date" | "boolean" | "strength" | "option" | "parameter";

export interface SemanticToken {
  readonly span: Span;
  readonly type: SemanticTokenType;
}

export type RenameResult =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  /** A sentence for the user. */
  | { readonly ok: false; readonly message: string };

export interface CodeAction {
  /** Action in the imperative: "Write isNull(name)". */
  readonly title: string;
  /** A `fix` corrects a diagnostic. A `rewrite` changes a correct expression. */
  readonly kind: "fix" | "rewrite";
  /** Edits in the order of the text, without overlaps. */
  readonly edits: readonly TextEdit[];
  /** The diagnostic that a fix corrects. */
  readonly diagnostic?: Diagnostic;
}
