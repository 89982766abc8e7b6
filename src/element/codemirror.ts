/** The parts of CodeMirror that the element uses. A bundle contains nothing else of it. */
export {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionStatus,
  snippet,
  startCompletion,
} from "@codemirror/autocomplete";
export { history, historyKeymap, isolateHistory, redo, undo } from "@codemirror/commands";
export {
  Annotation,
  Compartment,
  EditorState,
  Facet,
  Prec,
  StateEffect,
  StateField,
  Transaction,
  type ChangeSet,
  type Extension,
} from "@codemirror/state";
export {
  Decoration,
  EditorView,
  hoverTooltip,
  keymap,
  placeholder,
  showTooltip,
  type DecorationSet,
} from "@codemirror/view";
