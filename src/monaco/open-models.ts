import type { Span } from "../diagnostics/span.ts";
import type { ExpressionDocument, ExpressionKind, LanguageService } from "../editor/contract/types.ts";
import type { MonacoModel, MonacoRange } from "./api.ts";

export type OpenModel<Uri> = (model: MonacoModel<Uri>) => ExpressionDocument;

/** Opens each version of a model once: several providers read it. */
export function openModels<Uri>(service: LanguageService, kind: ExpressionKind): OpenModel<Uri> {
  const opened = new WeakMap<object, { readonly version: number; readonly document: ExpressionDocument }>();
  return (model) => {
    const version = model.getVersionId();
    const cached = opened.get(model);
    if (cached?.version === version) return cached.document;
    const document = service.open(model.getValue(), { kind });
    opened.set(model, { version, document });
    return document;
  };
}

/** Converts a span of the model's text. Offsets count its line ends, as those of the service do. */
export function toRange<Uri>(model: MonacoModel<Uri>, { start, end }: Span): MonacoRange {
  const from = model.getPositionAt(start);
  const to = model.getPositionAt(end);
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
}
