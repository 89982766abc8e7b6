/**
 * Where in an expression a cursor stands. What stands there is half written, so the text is parsed with a name in the
 * place of the word at the cursor, and the name is looked for in the tree: which call it is an argument of, and the how
 * manyeth. The parser is tolerant, so there is a tree whatever is missing behind the cursor.
 */
import { parseFilter, parseSortBy, type Call, type Expression, type SortBy } from "tamis";

export interface CursorPlace {
  /** Where what is being written begins: a word, or a string with its quote. */
  readonly start: number;
  /** The quote of the string that the cursor is in. */
  readonly quote: "'" | '"' | undefined;
  /** The call whose argument is being written, and the index of that; undefined outside of all calls. */
  readonly call: Call | undefined;
  readonly index: number;
  /** An option of a sort key is being written. */
  readonly isOption: boolean;
}

/** @returns undefined where nothing can stand, and in texts that are too long or too deep to be read. */
export function cursorInFilter(text: string): CursorPlace | undefined {
  return placeIn(text, (each) => parseFilter(each));
}

export function cursorInSortBy(text: string): CursorPlace | undefined {
  return placeIn(text, (each) => parseSortBy(each));
}

type Parse = (text: string) => ReturnType<typeof parseFilter> | ReturnType<typeof parseSortBy>;

function placeIn(text: string, parse: Parse): CursorPlace | undefined {
  const string = parse(text).diagnostics.find(({ code }) => code === "unterminated-string");
  const start = string?.span.start ?? text.length - /[^\s,():'"]*$/.exec(text)![0].length;
  const quote = string === undefined ? undefined : (text[start] as "'" | '"');
  const { partial, diagnostics } = parse(text.slice(0, start) + MARK);
  if (partial === undefined) return undefined;
  const isOption = diagnostics.some(({ code, span }) => code === "unknown-sort-option" && span.end > start);
  if (isOption) return { start, quote, call: undefined, index: 0, isOption };
  const trail = trailTo(partial);
  return trail === undefined ? undefined : { start, quote, ...trail, isOption };
}

/** A name that nobody has. */
const MARK = "tamis_cursor_stands_here";

interface Trail {
  readonly call: Call | undefined;
  readonly index: number;
}

function trailTo(tree: Expression | SortBy): Trail | undefined {
  if (tree.kind !== "sortBy") return trailIn(tree, { call: undefined, index: 0 });
  // What is being written is at the end.
  const key = tree.keys.at(-1);
  return key === undefined ? undefined : trailIn(key.expression, { call: undefined, index: 0 });
}

function trailIn(node: Expression, here: Trail): Trail | undefined {
  if (node.kind === "name") return node.name === MARK ? here : undefined;
  if (node.kind !== "call" || node.args.length === 0) return undefined;
  const index = node.args.length - 1;
  return trailIn(node.args[index]!, { call: node, index });
}
