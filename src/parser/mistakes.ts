import type { Literal } from "../ast/nodes.ts";
import { diagnostic, replace, type Diagnostic, type Fix } from "../diagnostics/diagnostic.ts";
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

/** A date and a time without a comma were probably meant as one date-time. */
export function missingComma(
  previousEnd: number,
  previous: PartialExpression | undefined,
  next: PartialExpression,
): Diagnostic {
  if (literalType(previous) === "date" && literalType(next) === "time") {
    const gap = { start: previousEnd, end: next.span.start };
    const message = "A date and a time are one value if a T joins them.";
    return diagnostic("missing-comma", next.span, message, [replace("Join them by T", gap, "T")]);
  }
  return diagnostic("missing-comma", next.span, "A comma is missing in front of this argument.", [
    replace("Insert a comma", { start: previousEnd, end: previousEnd }, ","),
  ]);
}

function literalType(node: PartialExpression | undefined): Literal["type"] | undefined {
  return node?.kind === "literal" ? node.type : undefined;
}

/** The fix moves the strength to the front of its call, with the comma before it. */
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

/** The fix removes both parentheses. */
export function groupingParenthesis(open: Span, close: Span | undefined): Diagnostic {
  const edits = [{ span: open, text: "" }];
  if (close !== undefined) edits.push({ span: close, text: "" });
  const title = close === undefined ? "Remove it" : "Remove the parentheses";
  const message = "A parenthesis only follows a function's name.";
  return diagnostic("unexpected-parenthesis", open, message, [{ title, edits }]);
}

export function strayParenthesis(span: Span): Diagnostic {
  return diagnostic("unexpected-parenthesis", span, "This parenthesis closes nothing.", [
    replace("Remove it", span, ""),
  ]);
}

/** The fix also closes the calls around it. */
export function unclosedCall(callee: string, span: Span, openCalls: number, text: string): Diagnostic {
  const end = text.trimEnd().length;
  const parentheses = ")".repeat(openCalls);
  const more = openCalls > 1 ? ", nor are the calls around it" : "";
  return diagnostic("missing-parenthesis", span, `${show(callee)}(…) is never closed${more}.`, [
    replace(`Add ${parentheses}`, { start: end, end }, parentheses),
  ]);
}

/**
 * An unterminated string takes the rest of the text, closing parentheses included. Its fix also closes the
 * calls.
 */
export function closingCalls(unterminated: Diagnostic, openCalls: number, text: string): Diagnostic {
  const [fix] = unterminated.fixes;
  const end = text.length;
  const behind = text.slice(fix!.edits[0]!.span.start);
  const missing = openCalls - (behind.split(")").length - 1);
  if (missing <= 0) return unterminated;
  const edits = [...fix!.edits, { span: { start: end, end }, text: ")".repeat(missing) }];
  return { ...unterminated, fixes: [{ title: fix!.title, edits }] };
}

export function dottedFunction(callee: string, span: Span): Diagnostic {
  return diagnostic("unknown-function", span, `A function's name has no dots: ${show(callee)}.`);
}

export function tooManyArguments(span: Span, limit: number): Diagnostic {
  return diagnostic("too-many-arguments", span, `A call has at most ${limit} arguments.`);
}
