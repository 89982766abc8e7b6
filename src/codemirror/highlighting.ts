import type { SemanticTokenType } from "../editor/contract/types.ts";
import type { CodeMirrorModules, CodeMirrorState, HighlightTags } from "./modules.ts";
import type { OpenDocument } from "./open-documents.ts";

/** Colors with a contrast of at least 4.5:1 on white, and on the background #1e1e1e. */
const COLORS: Readonly<Record<SemanticTokenType, readonly [light: string, dark: string]>> = {
  member: ["#0451a5", "#9cdcfe"],
  function: ["#795e26", "#dcdcaa"],
  string: ["#a31515", "#ce9178"],
  number: ["#096d48", "#b5cea8"],
  date: ["#096d48", "#b5cea8"],
  boolean: ["#0000cc", "#569cd6"],
  strength: ["#811f9c", "#c586c0"],
  option: ["#811f9c", "#c586c0"],
  parameter: ["#0451a5", "#9cdcfe"],
};

function tagOf<Tag>(tags: HighlightTags<Tag>, type: SemanticTokenType): Tag {
  switch (type) {
    case "member":
      return tags.variableName;
    case "function":
      return tags.function(tags.variableName);
    case "date":
      return tags.literal;
    case "boolean":
      return tags.bool;
    case "strength":
      return tags.modifier;
    case "option":
      return tags.keyword;
    case "parameter":
      return tags.propertyName;
    case "string":
    case "number":
      return tags[type];
  }
}

/** Marks the words of the text, after each change. The text is short enough to mark all of it. */
export function highlighting<E, Tag>(
  { view: { EditorView, Decoration }, language, highlight }: CodeMirrorModules<E, Tag>,
  open: OpenDocument,
): readonly E[] {
  const styleOf = (state: CodeMirrorState, type: SemanticTokenType) =>
    (highlight && language.highlightingFor(state as never, [tagOf(highlight.tags, type)])) ?? `tamis-${type}`;
  const marks = EditorView.decorations.compute(["doc"], (state) =>
    Decoration.set(
      open(state)
        .semanticTokens()
        .map(({ span, type }) =>
          Decoration.mark({ class: styleOf(state, type) }).range(span.start, span.end),
        ) as never[],
    ),
  );
  const theme = Object.entries(COLORS).flatMap(([type, [light, dark]]) => [
    [`&light .tamis-${type}`, { color: light }] as const,
    [`&dark .tamis-${type}`, { color: dark }] as const,
  ]);
  return [marks, EditorView.baseTheme({ ...Object.fromEntries(theme), ...TOOLTIPS })];
}

const TOOLTIPS = {
  ".tamis-tooltip": { padding: "4px 8px", maxWidth: "60ch" },
  ".tamis-code": { fontFamily: "monospace" },
  ".tamis-active": { fontWeight: "bold" },
};
