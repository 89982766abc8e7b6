import type { Literal } from "../ast/nodes.ts";
import { diagnostic, replace, type Diagnostic, type Fix, type TextEdit } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import type { Frame } from "./frame.ts";
import type { PartialExpression } from "./partial-tree.ts";
import { spanOf } from "./span-of.ts";

export function missingArgument(comma: Span): Diagnostic {
  return diagnostic("missing-argument", comma, "An argument is missing beside this comma.", [
    replace("Remove the comma", comma, ""),
  ]);
}

/** Reports a missing comma. A date and a time get the fix of a date-time here. All other fixes are chosen when the call ends. */
export function missingComma(
  previousEnd: number,
  previous: PartialExpression | undefined,
  next: PartialExpression,
): { readonly found: Diagnostic; readonly isFinal: boolean } {
  if (literalType(previous) === "date" && literalType(next) === "time") {
    const gap = { start: previousEnd, end: next.span.start };
    const message = "A date and a time are one value if a T joins them.";
    const fix = replace("Join them by T", gap, "T");
    return { found: diagnostic("missing-comma", next.span, message, [fix]), isFinal: true };
  }
  const fix = replace("Insert a comma", { start: previousEnd, end: previousEnd }, ",");
  const message = "A comma is missing in front of this argument.";
  return { found: diagnostic("missing-comma", next.span, message, [fix]), isFinal: false };
}

function literalType(node: PartialExpression | undefined): Literal["type"] | undefined {
  return node?.kind === "literal" ? node.type : undefined;
}

/** Reports a strength that is not first in its call. The fix moves it to the front, and removes the comma before it. */
export function misplacedStrength(image: string, span: Span, frame: Frame | undefined): Diagnostic {
  const fixes: Fix[] = [];
  if (frame !== undefined && frame.strength === undefined && frame.args.length > 0) {
    const first = frame.parenthesis.startOffset + 1;
    const comma = frame.comma === undefined ? undefined : spanOf(frame.comma);
    const start = comma?.end === frame.end ? comma.start : span.start;
    const edits = [
      { span: { start: first, end: first }, text: `${image},` },
      { span: { start, end: span.end }, text: "" },
    ];
    fixes.push({ title: `Move ${image} to the front`, edits });
  }
  const message = `${image} stands first in a call, as in eq(${image},name,'x').`;
  return diagnostic("misplaced-strength", span, message, fixes);
}

/** Returns the edit that removes a parenthesis. A space keeps the parts on both sides of it apart. */
function removal(span: Span, text: string): TextEdit {
  const isBetween = [span.start - 1, span.end].every((at) => /[^\s,():]/.test(text.charAt(at)));
  return { span, text: isBetween ? " " : "" };
}

/** Reports parentheses that follow no function name. The fix removes both. */
export function groupingParenthesis(open: Span, close: Span | undefined, text: string): Diagnostic {
  const edits = [removal(open, text)];
  if (close !== undefined) edits.push(removal(close, text));
  const title = close === undefined ? "Remove it" : "Remove the parentheses";
  const message = "A parenthesis only follows a function's name.";
  return diagnostic("unexpected-parenthesis", open, message, [{ title, edits }]);
}

/** @param isUnclear whether parts outside of all calls may belong to the call that this parenthesis closes */
export function strayParenthesis(span: Span, text: string, isUnclear = false): Diagnostic {
  // If the text is only this parenthesis, the fix would leave an empty filter, which finds all rows.
  const isAlone = text.slice(0, span.start).trim() === "" && text.slice(span.end).trim() === "";
  const fixes = isAlone || isUnclear ? [] : [{ title: "Remove it", edits: [removal(span, text)] }];
  return diagnostic("unexpected-parenthesis", span, "This parenthesis closes nothing.", fixes);
}

/** Reports a call without its closing parenthesis. The fix also closes the calls around it. */
export function unclosedCall(callee: string, span: Span, openCalls: number, text: string): Diagnostic {
  const end = text.trimEnd().length;
  const parentheses = ")".repeat(openCalls);
  const suffix = openCalls > 1 ? ", nor are the calls around it" : "";
  return diagnostic("missing-parenthesis", span, `${show(callee)}(…) is never closed${suffix}.`, [
    replace(`Add ${parentheses}`, { start: end, end }, parentheses),
  ]);
}

/**
 * Reports an unterminated string. The string contains the rest of the text, closing parentheses included.
 *
 * @param openCalls number of calls around the string that its fix also closes; undefined for no fix
 */
export function unterminatedString(span: Span, text: string, openCalls: number | undefined): Diagnostic {
  const mark = text.charAt(span.start);
  const edits = openCalls === undefined ? undefined : closingEdits(span, text, mark, openCalls);
  return diagnostic(
    "unterminated-string",
    { start: span.start, end: span.start + 1 },
    `The string that begins here is never closed: its closing ${mark} is missing.`,
    edits === undefined ? [] : closingFixes(edits, text, mark),
  );
}

/** Returns the fixes that close a string. Another quote at its end is part of it, or the wrong closing quote: the user chooses. */
function closingFixes(edits: readonly TextEdit[], text: string, mark: string): readonly Fix[] {
  const { end } = edits[0]!.span;
  const other = text.charAt(end - 1);
  const fix = { title: `Close the string with ${mark}`, edits };
  if (other === mark || !/['"]/.test(other)) return [fix];
  const replaced = [{ span: { start: end - 1, end }, text: mark }, ...edits.slice(1)];
  return [{ title: `Write ${mark} instead of ${other}`, edits: replaced }, fix];
}

/**
 * Returns the edits that close a string before the first parenthesis after it. Undefined if the string may contain a comma or
 * a parenthesis, or if the parentheses after it do not match the open calls: its end is then unclear.
 */
function closingEdits(
  span: Span,
  text: string,
  mark: string,
  openCalls: number,
): readonly TextEdit[] | undefined {
  const remainder = text.slice(span.start + 1, span.end);
  const content = /^[^)]*/.exec(remainder)![0].trimEnd();
  if (/[,(]/.test(content)) return undefined;
  const tail = remainder.slice(content.length);
  let depth = openCalls;
  for (const character of tail) {
    if (character === mark || depth < 0) return undefined;
    if (character === "(") depth++;
    else if (character === ")") depth--;
  }
  if (depth < 0 || (depth > 0 && /[^)\s]/.test(tail))) return undefined;
  const at = span.start + 1 + content.length;
  const end = text.trimEnd().length;
  const edits = [{ span: { start: at, end: at }, text: mark }];
  if (depth > 0) edits.push({ span: { start: end, end }, text: ")".repeat(depth) });
  return edits;
}

export function dottedFunction(callee: string, span: Span): Diagnostic {
  return diagnostic("unknown-function", span, `A function's name has no dots: ${show(callee)}.`);
}

export function tooManyArguments(span: Span, limit: number): Diagnostic {
  return diagnostic("too-many-arguments", span, `A call has at most ${limit} arguments.`);
}
