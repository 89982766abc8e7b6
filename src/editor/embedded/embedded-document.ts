import { requireKind, requireObject } from "../../diagnostics/require-argument.ts";
import type { Diagnostic, TextEdit } from "../../diagnostics/diagnostic.ts";
import type { FormatOptions } from "../../ast/format.ts";
import type { Span } from "../../diagnostics/span.ts";
import { SIMPLIFY_TITLE } from "../contract/texts.ts";
import type { CodeAction, ExpressionDocument, Hover, LanguageService } from "../contract/types.ts";
import { MappedDocument, mapEdits } from "../documents/mapped-document.ts";
import { mentionsPlaceholder, type Embedded } from "./source.ts";

/**
 * Opens an embedded expression. Offsets and spans of the document are those of the outer text, and its edits insert encoded
 * texts. Problems that concern placeholders are not reported. A service without a catalog reports no problem of a text that can
 * be something else.
 *
 * @example openEmbedded(service, findEmbedded(text, "json")[0]).diagnostics()
 */
export function openEmbedded(service: LanguageService, embedded: Embedded): ExpressionDocument {
  requireKind(service, "service", "a language service", "open");
  requireObject(embedded, "embedded");
  const inner = service.open(embedded.text, { kind: embedded.kind });
  return new EmbeddedDocument(inner, embedded, service.catalog !== undefined || embedded.isCertain);
}

class EmbeddedDocument extends MappedDocument {
  readonly #inner: ExpressionDocument;
  readonly #embedded: Embedded;
  readonly #isReported: boolean;

  constructor(inner: ExpressionDocument, embedded: Embedded, isReported: boolean) {
    super(inner.kind === "query" ? inner : withoutHoles(inner, embedded.holes), embedded);
    this.#inner = inner;
    this.#embedded = embedded;
    this.#isReported = isReported;
  }

  override diagnostics(): readonly Diagnostic[] {
    if (!this.#isReported) return [];
    return [...this.#embedded.problems, ...super.diagnostics()].toSorted(
      (a, b) => a.span.start - b.span.start,
    );
  }

  override codeActions(span: Span): readonly CodeAction[] {
    const actions = super.codeActions(span);
    return this.#isReported ? actions : actions.filter(({ diagnostic }) => diagnostic === undefined);
  }

  /** Formats where line breaks can be inserted. White space around the expression stays. */
  override format(options: FormatOptions = {}): readonly TextEdit[] {
    const { text, isMultiline, holes } = this.#embedded;
    const [edit] = isMultiline ? this.#inner.format(options) : [];
    if (edit === undefined) return [];
    const end = text.trimEnd().length;
    const start = text.length - text.trimStart().length;
    if (text.slice(start, end) === edit.text) return [];
    // Each placeholder must remain, so that the parts of the program that it stands for do.
    const names = holes.map((hole) => text.slice(hole.start, hole.end));
    if (!names.every((name) => edit.text.includes(name))) return [];
    return mapEdits([{ span: { start, end }, text: edit.text }], this.#embedded) ?? [];
  }
}

/** Warnings about the values of a whole expression. They are not certain if a part of it is a placeholder. */
const VALUE_CODES: ReadonlySet<string> = new Set(["constant-expression", "never-matches", "always-matches"]);

/** Returns a document without answers about placeholders. */
function withoutHoles(inner: ExpressionDocument, holes: readonly Span[]): ExpressionDocument {
  if (holes.length === 0) return inner;
  const { text, kind } = inner;
  const isHole = ({ start, end }: Span) => holes.some((hole) => hole.start <= start && end <= hole.end);
  const concernsHole = ({ code, span, message }: Diagnostic): boolean => {
    if (mentionsPlaceholder(message)) return true;
    // A comma in front of a placeholder is missing whatever its value is.
    if (isHole(span)) return code !== "missing-comma";
    // The value of a string or an expression that contains a placeholder is unknown.
    const dependsOnValues = VALUE_CODES.has(code) || /['"]/.test(text.charAt(span.start));
    return dependsOnValues && holes.some((hole) => span.start < hole.end && hole.start < span.end);
  };
  const isAtHole = (offset: number) => isHole({ start: offset, end: offset });
  const keepsHoles = ({ title, diagnostic }: CodeAction): boolean =>
    title !== SIMPLIFY_TITLE &&
    !mentionsPlaceholder(title) &&
    (diagnostic === undefined || !concernsHole(diagnostic));
  const hoverAt = (offset: number): Hover | undefined => {
    const hover = isAtHole(offset) ? undefined : inner.hover(offset);
    if (hover === undefined || mentionsPlaceholder(hover.title)) return undefined;
    return { ...hover, lines: hover.lines.filter((line) => !mentionsPlaceholder(line)) };
  };
  return {
    kind,
    text,
    diagnostics: () =>
      inner
        .diagnostics()
        .filter((diagnostic) => !concernsHole(diagnostic))
        .map((diagnostic) => ({
          ...diagnostic,
          fixes: diagnostic.fixes.filter(({ title }) => !mentionsPlaceholder(title)),
        })),
    complete: (offset) => inner.complete(offset),
    completeValues: (request, values) => inner.completeValues(request, values),
    signatureHelp: (offset) => inner.signatureHelp(offset),
    hover: hoverAt,
    format: (options) => inner.format(options),
    semanticTokens: () => inner.semanticTokens().filter(({ span }) => !isHole(span)),
    foldingRanges: () => inner.foldingRanges(),
    selectionRanges: (offset) => inner.selectionRanges(offset),
    renameRange: (offset) => (isAtHole(offset) ? undefined : inner.renameRange(offset)),
    rename: (offset, name) =>
      isAtHole(offset)
        ? { ok: false, message: "A value that a program inserts cannot be renamed." }
        : inner.rename(offset, name),
    codeActions: (span) => inner.codeActions(span).filter(keepsHoles),
  };
}
