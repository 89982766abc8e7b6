import type { Diagnostic, TextEdit } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/span.ts";
import { hasOwn, ownProperties } from "../../values/own-properties.ts";
import type { TextMapping } from "./text-mapping.ts";
import { emptyList } from "../contract/completion-list.ts";
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
} from "../contract/types.ts";

/** A text inside another one, with the offsets of the outer text. `text` is the inner text. */
export class MappedDocument implements ExpressionDocument {
  readonly kind: ExpressionDocument["kind"];
  readonly text: string;
  readonly #inner: ExpressionDocument;
  readonly #map: TextMapping;

  constructor(inner: ExpressionDocument, map: TextMapping) {
    this.kind = inner.kind;
    this.text = inner.text;
    this.#inner = inner;
    this.#map = map;
  }

  diagnostics(): readonly Diagnostic[] {
    return this.#inner.diagnostics().map((diagnostic) => this.#diagnostic(diagnostic));
  }

  complete(offset: number): CompletionList {
    const at = this.#map.toInner(offset);
    // Nothing can be inserted inside of an encoded character.
    if (this.#map.toOuter(at) !== offset) return emptyList(offset);
    const { span, items, isIncomplete, values } = this.#inner.complete(at);
    return {
      span: this.#map.toOuterSpan(span),
      items: items.flatMap((item) => this.#mapItem(item)),
      isIncomplete,
      values: values && { ...values, span: this.#map.toOuterSpan(values.span) },
    };
  }

  completeValues(request: ValueRequest, values: readonly string[]): readonly CompletionItem[] {
    return this.#inner.completeValues(request, values).flatMap((item) => this.#mapItem(item));
  }

  signatureHelp(offset: number): SignatureHelp | undefined {
    return this.#inner.signatureHelp(this.#map.toInner(offset));
  }

  hover(offset: number): Hover | undefined {
    const hover = this.#inner.hover(this.#map.toInner(offset));
    return hover && { ...hover, span: this.#map.toOuterSpan(hover.span) };
  }

  /** Formatting inserts white space and line breaks, which encoded texts rarely want. */
  format(): readonly TextEdit[] {
    return [];
  }

  semanticTokens(): readonly SemanticToken[] {
    return this.#inner
      .semanticTokens()
      .map(({ span, type }) => ({ span: this.#map.toOuterSpan(span), type }));
  }

  foldingRanges(): readonly Span[] {
    return this.#inner.foldingRanges().map((span) => this.#map.toOuterSpan(span));
  }

  selectionRanges(offset: number): readonly Span[] {
    // An offset inside of an encoded character maps to its start, where a word before it ends.
    return this.#inner
      .selectionRanges(this.#map.toInner(offset))
      .map((span) => this.#map.toOuterSpan(span))
      .filter(({ start, end }) => start <= offset && offset <= end);
  }

  renameRange(offset: number): Span | undefined {
    const span = this.#inner.renameRange(this.#map.toInner(offset));
    return span && this.#map.toOuterSpan(span);
  }

  rename(offset: number, name: string): RenameResult {
    const result = this.#inner.rename(this.#map.toInner(offset), name);
    if (!result.ok) return result;
    const edits = mapEdits(result.edits, this.#map);
    return edits === undefined
      ? { ok: false, message: "The text around the expression cannot contain this name." }
      : { ok: true, edits };
  }

  codeActions({ start, end }: Span): readonly CodeAction[] {
    const span = { start: this.#map.toInner(start), end: this.#map.toInner(end) };
    return this.#inner.codeActions(span).flatMap((action) => {
      const edits = mapEdits(action.edits, this.#map);
      if (edits === undefined) return [];
      if (!hasOwn(action, "diagnostic")) return [{ ...action, edits }];
      return [{ ...action, edits, diagnostic: this.#diagnostic(action.diagnostic!) }];
    });
  }

  #diagnostic(diagnostic: Diagnostic): Diagnostic {
    const fixes = diagnostic.fixes.flatMap(({ title, edits }) => {
      const mapped = mapEdits(edits, this.#map);
      return mapped === undefined ? [] : [{ title, edits: mapped }];
    });
    return { ...diagnostic, span: this.#map.toOuterSpan(diagnostic.span), fixes };
  }

  #mapItem(item: CompletionItem): readonly CompletionItem[] {
    const { snippet, text, ...others } = ownProperties(item);
    const encoded = this.#map.encode(text);
    if (encoded === undefined) return [];
    // Placeholders of a snippet cannot be encoded, so an encoded text is inserted as it is.
    return [{ ...others, text: encoded, ...(snippet === undefined || encoded !== text ? {} : { snippet }) }];
  }
}

/** Maps edits to the outer text, and encodes what they insert. Undefined if the outer text cannot contain it. */
export function mapEdits(edits: readonly TextEdit[], map: TextMapping): readonly TextEdit[] | undefined {
  const mapped: TextEdit[] = [];
  for (const { span, text } of edits) {
    const encoded = map.encode(text.toWellFormed());
    if (encoded === undefined) return undefined;
    mapped.push({ span: map.toOuterSpan(span), text: encoded });
  }
  return mapped;
}
