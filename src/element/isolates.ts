import { isRightToLeft } from "../editor/contract/texts.ts";
import type { LanguageService } from "../editor/contract/types.ts";
import { Decoration, EditorView, Prec, StateField, type EditorState, type Extension } from "./codemirror.ts";

const isolate = Decoration.mark({ attributes: { dir: "auto" }, bidiIsolate: null });

/**
 * Isolates names and strings from right to left. Otherwise, `gt(price,15)` with a name from right to left looks as if the number
 * was its first argument.
 */
export function isolates(service: LanguageService): Extension {
  const decorate = ({ doc }: EditorState) => {
    const text = doc.toString();
    const words = isRightToLeft(text) ? service.open(text, { kind: "filter" }).semanticTokens() : [];
    return Decoration.set(words.map(({ span }) => isolate.range(span.start, span.end)));
  };
  const field = StateField.define({
    create: decorate,
    update: (before, { docChanged, state }) => (docChanged ? decorate(state) : before),
    provide: (self) => [EditorView.decorations.from(self), EditorView.bidiIsolatedRanges.from(self)],
  });
  // The outermost element of a word.
  return Prec.lowest(field);
}
