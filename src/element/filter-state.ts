import type { Expression } from "../ast/nodes.ts";
import type { Catalog } from "../catalog/types.ts";
import { checkTree } from "../checker/check-tree.ts";
import { hasErrors, type Diagnostic, type TextEdit } from "../diagnostics/diagnostic.ts";
import { resolveLimits } from "../diagnostics/limits.ts";
import type { Span } from "../diagnostics/span.ts";
import type {
  ExpressionDocument,
  LanguageService,
  LanguageServiceOptions,
} from "../editor/contract/types.ts";
import { readOptions } from "../editor/contract/environment.ts";
import { TextDocument } from "../editor/documents/document.ts";
import type { FunctionDefinition } from "../functions/definition/types.ts";
import { readFilter } from "../parser/read.ts";
import { LruMap } from "../values/lru-map.ts";
import { ownProperties } from "../values/own-properties.ts";
import { additionTo, outlineOf, removalOf, type Addition, type Outline } from "./conditions.ts";

/** Kind of the text in a box: a filter or an order. */
export type BoxKind = "filter" | "sortBy";

/** Describes a condition in a few words, such as `describe` of `tamis/understand`. */
export type DescribeCondition = (
  expression: Expression,
  options: {
    readonly catalog?: Catalog | undefined;
    readonly functions?: readonly FunctionDefinition[] | undefined;
    readonly locale?: string | undefined;
    readonly form: "clause";
  },
) => string;

/** A condition at the top of a filter. */
export interface FilterCondition {
  readonly span: Span;
  /** The condition as in the filter. */
  readonly text: string;
  /** Words for the reader. The text itself without a function that describes it, and for a broken condition. */
  readonly label: string;
  /** Whether an error is in the condition. */
  readonly hasError: boolean;
}

/** Analyzes filters with one set of options. It keeps the last text, because several features read it. */
export class FilterReader {
  /** Opens texts of the kind of the reader. */
  readonly service: LanguageService;
  readonly kind: BoxKind;
  readonly #options: LanguageServiceOptions;
  readonly #describe: DescribeCondition | undefined;
  readonly #labels = new LruMap<string, string>(200);
  #last: ExpressionDocument | undefined;
  #state: FilterState | undefined;

  /** @throws RangeError for an invalid limit, locale or time zone */
  constructor(
    options: LanguageServiceOptions,
    describe: DescribeCondition | undefined,
    kind: BoxKind = "filter",
  ) {
    this.#options = ownProperties(options);
    this.#describe = describe;
    this.kind = kind;
    const environment = readOptions(options);
    // In place of `createLanguageService`, which also reads query strings.
    this.service = {
      catalog: environment.catalog,
      open: (text) => {
        if (this.#last?.text !== text) this.#last = new TextDocument(kind, text, environment);
        return this.#last;
      },
    };
  }

  read(text: string): FilterState {
    if (this.#state?.text !== text) this.#state = new FilterState(text, this);
    return this.#state;
  }

  /** Returns the checked tree of a filter. Undefined if it has an error, and for an order. */
  expressionOf(text: string): Expression | undefined {
    if (this.kind === "sortBy") return undefined;
    const { catalog, functions = [], mode = "lenient", limits = {} } = this.#options;
    const { expression } = readFilter(text, { catalog, mode, limits });
    if (expression === undefined) return undefined;
    const { read, context } = checkTree(expression, catalog, { functions, mode, limits });
    return hasErrors(context.diagnostics) ? undefined : read;
  }

  get maximumLength(): number {
    return resolveLimits(this.#options.limits).text;
  }

  labelOf(text: string): string {
    const cached = this.#labels.get(text);
    if (cached !== undefined) return cached;
    const { catalog, functions, locale, mode = "lenient", limits = {} } = this.#options;
    const expression = this.#describe && readFilter(text, { catalog, mode, limits }).expression;
    const label =
      expression === undefined
        ? text.replace(/\s+/g, " ")
        : this.#describe!(expression, { catalog, functions, locale, form: "clause" });
    this.#labels.set(text, label);
    return label;
  }
}

/** One version of the text of a filter box. Each part is computed when it is first needed. */
export class FilterState {
  readonly text: string;
  readonly #reader: FilterReader;
  #outline: Outline | undefined;
  #conditions: readonly FilterCondition[] | undefined;
  #expression: { readonly tree: Expression | undefined } | undefined;

  constructor(text: string, reader: FilterReader) {
    this.text = text;
    this.#reader = reader;
  }

  /** Errors and warnings in the order of the text. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#reader.service.open(this.text, { kind: this.#reader.kind }).diagnostics();
  }

  /** The first error, otherwise the first warning. */
  get problem(): Diagnostic | undefined {
    return this.diagnostics.find(({ severity }) => severity === "error") ?? this.diagnostics.at(0);
  }

  get isBlank(): boolean {
    return this.text.trim() === "";
  }

  /** The checked tree. Undefined for a filter with an error, and for an order. */
  get expression(): Expression | undefined {
    this.#expression ??= { tree: this.#reader.expressionOf(this.text) };
    return this.#expression.tree;
  }

  /** Conditions at the top of the filter. None in an order, and in a text that is too long. */
  get conditions(): readonly FilterCondition[] {
    return (this.#conditions ??= this.#readConditions());
  }

  #readConditions(): readonly FilterCondition[] {
    const errors = this.#errors();
    return this.#readOutline().conditions.map((span) => {
      const text = this.text.slice(span.start, span.end);
      const hasError = errors.some((error) => isWithin(error.span, span.start, span.end));
      const reader = this.#reader;
      return {
        span,
        text,
        get label() {
          return reader.labelOf(text);
        },
        hasError,
      };
    });
  }

  /** Whether there is text between two offsets, and no error in it. */
  isComplete(from: number, to: number): boolean {
    const isBlank = this.text.slice(from, to).trim() === "";
    return !isBlank && !this.#errors().some(({ span }) => isWithin(span, from, to));
  }

  #errors(): readonly Diagnostic[] {
    return this.diagnostics.filter(({ severity }) => severity === "error");
  }

  #readOutline(): Outline {
    return (this.#outline ??=
      this.#reader.kind === "sortBy" || this.text.length > this.#reader.maximumLength
        ? { conditions: [], join: undefined, missing: "" }
        : outlineOf(this.text));
  }

  /** Returns the edits that remove a condition. None if there is no such condition. */
  remove(index: number): readonly TextEdit[] {
    return removalOf(this.#readOutline(), index, this.text.length);
  }

  /** Returns the edits that make room for another condition. */
  add(): Addition {
    return additionTo(this.#readOutline(), this.text.length);
  }
}

/** Whether a part of a span is between two offsets. An empty span, of a missing part, can be at one of them. */
function isWithin({ start, end }: Span, from: number, to: number): boolean {
  return start === end ? from <= start && start <= to : start < to && end > from;
}
