import type { Diagnostic } from "./diagnostic.ts";
import { requireKind, requireObject, requireText } from "./require-argument.ts";
import { escapeControls } from "./show.ts";

/** A diagnostic whose code may come from another list, such as that of a newer server. */
export type FramedProblem = Omit<Diagnostic, "code"> & { readonly code: string };

export interface CodeFrameOptions {
  /** Maximum width in terminal columns. Longer lines are cut to a window around the span. Default 100. */
  readonly width?: number;
  readonly paint?: (part: "error" | "warning" | "hint" | "help" | "code", text: string) => string;
}

/** Maximum number of shown fixes. Further ones are unlikely to be right. */
const maxShownFixes = 3;

/**
 * Formats a diagnostic for a terminal: the message, the line with carets under the span, and the first fixes, each with its
 * result.
 *
 * @example
 * error[unknown-member]: There is no member 'nmae' here. Did you mean 'name'?
 *   eq(nmae,'x')
 *      ^^^^
 *   help: Write 'name': eq(name,'x')
 */
export function codeFrame(text: string, found: FramedProblem, options: CodeFrameOptions = {}): string {
  requireText(text, "text");
  requireKind(found, "found", "a diagnostic", "severity", "code", "message", "span", "fixes");
  requireObject(options, "options");
  const paint = (Object.hasOwn(options, "paint") ? options.paint : undefined) ?? ((_part, plain) => plain);
  const columnsWide = (Object.hasOwn(options, "width") ? options.width : undefined) ?? 100;
  const width = Math.max(20, columnsWide - 4);
  const head = `${paint(found.severity, found.severity)}${paint("code", `[${found.code}]`)}: ${found.message}`;
  const lines = [head];
  if (text !== "" || found.span.end > 0) {
    const line = lineAround(text, found.span.start);
    const sourceLine = excerpt(text, line.start, line.end, found.span, width);
    lines.push(
      `  ${sourceLine.code}`,
      `  ${" ".repeat(sourceLine.before)}${paint(found.severity, "^".repeat(sourceLine.carets))}`,
    );
    if (line.number > 1) lines[0] = `${head} (line ${line.number})`;
  }
  for (const fix of found.fixes.slice(0, maxShownFixes))
    lines.push(`  ${paint("help", "help")}: ${fix.title}${example(text, fix.edits, width)}`);
  return lines.join("\n");
}

function lineAround(text: string, offset: number): { start: number; end: number; number: number } {
  const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const next = text.indexOf("\n", offset);
  let number = 1;
  for (let i = text.indexOf("\n"); i >= 0 && i < start; i = text.indexOf("\n", i + 1)) number++;
  const end = next < 0 ? text.length : next;
  // Do not show the CR of a CR LF.
  return { start, end: next > offset && text.charAt(next - 1) === "\r" ? next - 1 : end, number };
}

/** Cuts a line that is too long to a window around the span. */
function excerpt(
  text: string,
  start: number,
  end: number,
  span: { start: number; end: number },
  width: number,
): { code: string; before: number; carets: number } {
  let from = start;
  let to = end;
  if (to - from > width) {
    from = Math.max(start, Math.min(span.start - Math.floor(width / 3), end - width));
    to = Math.min(end, from + width);
  }
  const spanEnd = Math.min(Math.max(span.end, span.start + 1), to);
  const lead = from > start ? "…" : "";
  const trail = to < end ? "…" : "";
  const before = lead + escapeControls(text.slice(from, span.start));
  const marked = escapeControls(text.slice(span.start, spanEnd));
  const after = escapeControls(text.slice(Math.max(spanEnd, span.start), to)) + trail;
  return { code: before + marked + after, before: columns(before), carets: Math.max(1, columns(marked)) };
}

/** Returns the text after applying a fix, or an empty string if it is not a single line that fits the width. */
function example(
  text: string,
  edits: readonly { span: { start: number; end: number }; text: string }[],
  width: number,
): string {
  if (text.length > width || text.includes("\n")) return "";
  let fixed = "";
  let at = 0;
  for (const edit of edits) {
    fixed += text.slice(at, edit.span.start) + edit.text;
    at = edit.span.end;
  }
  return `: ${escapeControls(fixed + text.slice(at))}`;
}

/** Returns the number of terminal columns: 0 for combining marks, 2 for East Asian wide characters and emoji. */
function columns(text: string): number {
  let count = 0;
  for (const character of text) {
    if (/\p{M}/u.test(character)) continue;
    count += WIDE.test(character) ? 2 : 1;
  }
  return count;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
