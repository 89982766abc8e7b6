/** The language service in CodeMirror 6. */
export { codeMirrorLanguage, type CodeMirrorLanguage, type CodeMirrorOptions } from "./extension.ts";
export type {
  CodeMirrorChange,
  CodeMirrorCompletion,
  CodeMirrorCompletions,
  CodeMirrorModules,
  CodeMirrorProblem,
  CodeMirrorState,
  CodeMirrorTooltip,
  CodeMirrorTransaction,
  CodeMirrorView,
  CompletionRequest,
  HighlightTags,
} from "./modules.ts";
