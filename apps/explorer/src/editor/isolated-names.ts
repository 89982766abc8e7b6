import { Prec, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  Direction,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";

/** Strings in quotes, and names. */
const PARTS = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|[\p{L}\p{N}\p{M}_.$]+/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const isolated = Decoration.mark({ class: "isolated", bidiIsolate: Direction.RTL });

/**
 * Isolates names and values from right to left, so that the arguments around them keep their order: otherwise `gt(السعر,15)` is shown
 * with its arguments exchanged.
 */
export const isolatedNames = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = isolate(view);
    }

    update({ view, docChanged, viewportChanged }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = isolate(view);
    }
  },
  {
    provide: (plugin) => {
      const access = (view: EditorView) => view.plugin(plugin)?.decorations ?? Decoration.none;
      return Prec.lowest([EditorView.decorations.of(access), EditorView.bidiIsolatedRanges.of(access)]);
    },
  },
);

function isolate({ state: { doc }, visibleRanges }: EditorView): DecorationSet {
  const ranges = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges)
    for (const { 0: text, index } of doc.sliceString(from, to).matchAll(PARTS))
      if (RIGHT_TO_LEFT.test(text)) ranges.add(from + index, from + index + text.length, isolated);
  return ranges.finish();
}
