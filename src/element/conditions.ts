import type { TextEdit } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { readTokens, type Token } from "../editor/syntax/tokens.ts";

/** The conditions at the top of a filter: the arguments of an `and`, otherwise the whole filter. */
export interface Outline {
  /** Spans without the white space around them, in the order of the text, without overlaps. */
  readonly conditions: readonly Span[];
  /** The call of `and` that contains the conditions. */
  readonly join: Join | undefined;
}

interface Join {
  readonly start: number;
  /** Offset after the opening parenthesis. */
  readonly open: number;
  /** Offset of the closing parenthesis. Undefined if it is missing. */
  readonly close: number | undefined;
  /** Number of calls inside of the `and` whose closing parenthesis is missing. */
  readonly unclosed: number;
}

/** Finds the conditions from the tokens alone, so that a broken text has them too. Takes linear time. */
export function outlineOf(text: string): Outline {
  const tokens = readTokens(text);
  const [callee, open] = tokens;
  if (callee === undefined) return { conditions: [], join: undefined };
  const whole = { conditions: [{ start: callee.start, end: tokens.at(-1)!.end }], join: undefined };
  if (callee.kind !== "callee" || callee.text !== "and" || open?.kind !== "open") return whole;
  const { conditions, close, unclosed } = readArguments(tokens);
  // Text after the last parenthesis belongs to no condition.
  if (close !== undefined && close !== tokens.at(-1)) return whole;
  return { conditions, join: { start: callee.start, open: open.end, close: close?.start, unclosed } };
}

/** Splits the arguments of the call at the beginning of a text. Missing arguments are left out. */
function readArguments(tokens: readonly Token[]): {
  readonly conditions: readonly Span[];
  readonly close: Token | undefined;
  readonly unclosed: number;
} {
  const conditions: Span[] = [];
  let depth = 1;
  let start: number | undefined;
  let end = 0;
  const finish = () => {
    if (start !== undefined) conditions.push({ start, end });
    start = undefined;
  };
  for (const token of tokens.slice(2)) {
    if (token.kind === "comma" && depth === 1) {
      finish();
      continue;
    }
    if (token.kind === "open") depth++;
    else if (token.kind === "close" && --depth === 0) {
      finish();
      return { conditions, close: token, unclosed: 0 };
    }
    start ??= token.start;
    end = token.end;
  }
  finish();
  return { conditions, close: undefined, unclosed: depth - 1 };
}

/**
 * Returns the edits that remove a condition. An `and` with one remaining condition is replaced by that condition.
 *
 * @example applyEdits("and(a,b)", removalOf(outlineOf("and(a,b)"), 0, 8)) // "b"
 */
export function removalOf({ conditions, join }: Outline, index: number, length: number): readonly TextEdit[] {
  const removed = conditions.at(index);
  if (removed === undefined || index < 0) return [];
  if (conditions.length === 1) return [{ span: { start: 0, end: length }, text: "" }];
  if (conditions.length === 2 && join !== undefined) {
    const { start, end } = conditions.at(1 - index)!;
    return [
      { span: { start: join.start, end: start }, text: "" },
      { span: { start: end, end: join.close === undefined ? length : join.close + 1 }, text: "" },
    ];
  }
  const next = conditions.at(index + 1);
  return next === undefined
    ? [{ span: { start: conditions.at(index - 1)!.end, end: removed.end }, text: "" }]
    : [{ span: { start: removed.start, end: next.start }, text: "" }];
}

export interface Addition {
  readonly edits: readonly TextEdit[];
  /** Offset for the new condition in the text after the edits. */
  readonly cursor: number;
}

/**
 * Returns the edits that make room for another condition.
 *
 * @example additionTo("gt(size,1)") // "and(gt(size,1),)" with the cursor before the last parenthesis
 */
export function additionTo({ conditions, join }: Outline, length: number): Addition {
  const last = conditions.at(-1);
  const insert = (at: number, text: string): TextEdit => ({ span: { start: at, end: at }, text });
  if (join !== undefined) {
    const at = last?.end ?? join.open;
    const inserted = last === undefined ? "" : `${")".repeat(join.unclosed)},`;
    // Replaces a comma that no condition follows.
    const end = join.close ?? length;
    return { edits: [{ span: { start: at, end }, text: inserted }], cursor: at + inserted.length };
  }
  if (last === undefined) return { edits: [], cursor: length };
  return {
    edits: [insert(conditions[0]!.start, "and("), insert(last.end, ",)")],
    cursor: last.end + "and(".length + 1,
  };
}
