/**
 * Replaces the last word before the cursor by a marker name, and searches for the marker in the tree of the tolerant
 * parser.
 */
import {
  parseFilter,
  parseSortBy,
  type Call,
  type PartialCall,
  type PartialExpression,
  type PartialFilter,
  type PartialSortBy,
} from "tamis";

export type CallAtCursor = Call | PartialCall;

export interface CursorContext {
  /** Offset of the word or string at the cursor, including its opening quote. */
  readonly start: number;
  readonly quote: "'" | '"' | undefined;
  /** Innermost call at the cursor. Undefined outside of all calls. */
  readonly call: CallAtCursor | undefined;
  readonly index: number;
  /** True if the cursor is in an option of a sort key. */
  readonly isOption: boolean;
}

/** Returns undefined if no expression can begin at the cursor, or if the text exceeds the parser's limits. */
export function cursorInFilter(text: string): CursorContext | undefined {
  return contextAt(text, (each) => parseFilter(each));
}

export function cursorInSortBy(text: string): CursorContext | undefined {
  return contextAt(text, (each) => parseSortBy(each));
}

type Parse = (text: string) => ReturnType<typeof parseFilter> | ReturnType<typeof parseSortBy>;

function contextAt(text: string, parse: Parse): CursorContext | undefined {
  const string = parse(text).diagnostics.find(({ code }) => code === "unterminated-string");
  const start = string?.span.start ?? text.length - /[^\s,():'"]*$/.exec(text)![0].length;
  const quote = string === undefined ? undefined : (text[start] as "'" | '"');
  const { partial, diagnostics } = parse(text.slice(0, start) + MARKER);
  if (partial === undefined) return undefined;
  const isOption = diagnostics.some(({ code, span }) => code === "unknown-sort-option" && span.end > start);
  if (isOption) return { start, quote, call: undefined, index: 0, isOption };
  const position = findMarker(partial);
  return position === undefined ? undefined : { start, quote, ...position, isOption };
}

/** Name inserted at the cursor. No catalog contains this name. */
const MARKER = "tamis_cursor_marker";

interface ArgumentPosition {
  readonly call: CallAtCursor | undefined;
  readonly index: number;
}

function findMarker(tree: PartialFilter | PartialSortBy): ArgumentPosition | undefined {
  // The cursor is at the end of the text, so only the last expression can contain the marker.
  const last = tree.kind === "partialSortBy" ? tree.keys.at(-1)?.expression : tree.expressions.at(-1);
  return last === undefined ? undefined : findMarkerIn(last, { call: undefined, index: 0 });
}

function findMarkerIn(node: PartialExpression, here: ArgumentPosition): ArgumentPosition | undefined {
  if (node.kind === "name") return node.name === MARKER ? here : undefined;
  if ((node.kind !== "call" && node.kind !== "partialCall") || node.args.length === 0) return undefined;
  const index = node.args.length - 1;
  return findMarkerIn(node.args[index]!, { call: node, index });
}
