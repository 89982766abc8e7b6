import type { ExpressionDocument, ExpressionKind, LanguageService } from "../editor/contract/types.ts";
import type { CodeMirrorState } from "./modules.ts";

export type OpenDocument = (state: CodeMirrorState) => ExpressionDocument;

/** Opens the text of a state once: a text of CodeMirror never changes, and several features read it. */
export function openDocuments(service: LanguageService, kind: ExpressionKind): OpenDocument {
  const opened = new WeakMap<object, ExpressionDocument>();
  return ({ doc }) => {
    let document = opened.get(doc);
    if (document === undefined) {
      document = service.open(doc.toString(), { kind });
      opened.set(doc, document);
    }
    return document;
  };
}
