import type { TextEdit } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { readTokens, type Token } from "../editor/syntax/tokens.ts";

/** The conditions at the top of a filter: the arguments of an `and`, otherwise the whole filter. */
export interface Outline {
  /** Spans without the white space around them, in the order of the text, without overlaps. */
  readonly conditions: readonly Span[];
  /** The call of `and` that contains the conditions. */
  readonly join: Join | undefined;
  /** Quotation mark and parentheses that are missing after the last condition. */
  readonly missing: string;
}

interface Join {
  readonly start: number;
  /** Offset after the opening parenthesis. */
  readonly open: number;
  /** Offset of the closing parenthesis. Undefined if it is missing. */
  readonly close: number | undefined;
}

/** Finds the conditions from the tokens alone, so that a broken text has them too. Takes linear time. */
export function outlineOf(text: string): Outline {
  const tokens = readTokens(text);
  const [callee, open] = tokens;
  if (callee === undefined) return { conditions: [], join: undefined, missing: "" };
  const last = tokens.at(-1)!;
  const mark = last.kind === "string" && last.isUnterminated ? last.text.charAt(0) : "";
  const isJoin = callee.kind === "callee" && callee.text === "and" && open?.kind === "open";
  const { conditions, close, depth } = readArguments(isJoin ? tokens.slice(2) : tokens);
  const missing = mark + ")".repeat(depth);
  // Text after the last parenthesis belongs to no condition.
  if (!isJoin || (close !== undefined && close !== last))
    return {
      conditions: [{ start: callee.start, end: last.end }],
      join: undefined,
      missing: isJoin ? mark : missing,
    };
  return { conditions, join: { start: callee.start, open: open.end, close: close?.start }, missing };
}

/** Splits the arguments up to the parenthesis that closes their call. Missing arguments are left out. */
function readArguments(tokens: readonly Token[]): {
  readonly conditions: readonly Span[];
  readonly close: Token | undefined;
  /** Number of calls in the arguments whose closing parenthesis is missing. */
  readonly depth: number;
} {
  const conditions: Span[] = [];
  let depth = 0;
  let start: number | undefined;
  let end = 0;
  const finish = () => {
    if (start !== undefined) conditions.push({ start, end });
    start = undefined;
  };
  for (const token of tokens) {
    if (token.kind === "comma" && depth === 0) {
      finish();
      continue;
    }
    if (token.kind === "open") depth++;
    else if (token.kind === "close" && --depth < 0) {
      finish();
      return { conditions, close: token, depth: 0 };
    }
    start ??= token.start;
    end = token.end;
  }
  finish();
  return { conditions, close: undefined, depth };
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
export function additionTo({ conditions, join, missing }: Outline, length: number): Addition {
  const last = conditions.at(-1);
  if (join !== undefined) {
    const at = last?.end ?? join.open;
    const inserted = last === undefined ? "" : `${missing},`;
    // Replaces a comma that no condition follows.
    const end = join.close ?? length;
    return { edits: [{ span: { start: at, end }, text: inserted }], cursor: at + inserted.length };
  }
  if (last === undefined) return { edits: [], cursor: length };
  const insert = (at: number, text: string): TextEdit => ({ span: { start: at, end: at }, text });
  return {
    edits: [insert(conditions[0]!.start, "and("), insert(last.end, `${missing},)`)],
    cursor: last.end + "and(".length + missing.length + 1,
  };
}
