/** Diagnostics: problems of a text, with position, reason and fixes. */
export type { Span } from "./span.ts";
export {
  type Diagnostic,
  type TextEdit,
  type Fix,
  MAXIMUM_DIAGNOSTICS,
  applyFixes,
  hasErrors,
} from "./diagnostic.ts";
export { CODES, type CodeInfo, type DiagnosticCode } from "./codes.ts";
export type { Severity } from "./severities.ts";
export { type Limits, DEFAULT_LIMITS, MAXIMUM_LIMITS, URL_TEXT_LIMIT } from "./limits.ts";
export { codeFrame, type CodeFrameOptions } from "./code-frame.ts";
export { alternatives, isBeginning, suggest } from "./suggest.ts";
export { show, escapeControls } from "./show.ts";
