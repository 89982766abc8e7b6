import type { Span } from "../../diagnostics/span.ts";
import { readTokens, type Token } from "./tokens.ts";

/** An argument of a call, as far as completion needs it. */
export interface ArgumentSketch {
  /** First token of the argument: a name, a literal, or the callee of a nested call. */
  readonly first: Token;
  /** Whether the argument consists of its first token only. */
  readonly isSingle: boolean;
}

/** A call around the cursor, or a pair of parentheses without a function. */
export interface OpenCall {
  /** Undefined for parentheses without a function. */
  readonly callee: Token | undefined;
  /** Whether the call begins with a strength. */
  readonly hasStrength: boolean;
  /** The other arguments by index, without missing ones. */
  readonly others: ReadonlyMap<number, ArgumentSketch>;
  /** Index of the argument at the cursor. Strengths do not count. */
  readonly index: number;
}

/** Syntax at a cursor, read from the tokens, so that a broken text has one too. */
export interface Cursor {
  /** Word at the cursor, including the opening quote of a string. Ends after the word, not at the cursor. */
  readonly span: Span;
  /** The word up to the cursor. */
  readonly typed: string;
  readonly quote: "'" | '"' | undefined;
  /** Calls around the cursor, outermost first. */
  readonly calls: readonly OpenCall[];
  /**
   * `expression`: an expression can begin at the word. `strength`: an expression or a strength can. `option`: an option of
   * a sort key can. `none`: nothing can.
   */
  readonly place: "expression" | "strength" | "option" | "none";
  /** Tokens before the word. */
  readonly before: readonly Token[];
  /** Kind of the token after the word. Undefined in a string. */
  readonly next: Token["kind"] | undefined;
}

/** Reads the syntax at an offset in linear time. */
export function cursorAt(text: string, offset: number): Cursor {
  const tokens = readTokens(text.slice(0, offset));
  const last = tokens.at(-1);
  const word = last !== undefined && last.end === offset && isWord(last) ? last : undefined;
  const before = word === undefined ? tokens : tokens.slice(0, -1);
  const start = word?.start ?? offset;
  const quote = word?.kind === "string" ? (word.text.charAt(0) as "'" | '"') : undefined;
  const end = endOfWord(text, offset, start, quote);
  const { calls, place } = readCalls(before, last !== undefined && last.end === offset ? last : undefined);
  const later = quote === undefined ? readTokens(text.slice(end)) : [];
  return {
    span: { start, end },
    typed: text.slice(start, offset),
    quote,
    calls: addLater(calls, later),
    place,
    before,
    next: later.at(0)?.kind,
  };
}

function isWord({ kind, isUnterminated }: Token): boolean {
  return (
    kind === "name" || kind === "numeral" || kind === "strength" || (kind === "string" && isUnterminated)
  );
}

const REST_OF_STRING = /[^']*(?:''[^']*)*'/y;
const REST_OF_DOUBLE_QUOTED_STRING = /[^"]*(?:""[^"]*)*"/y;
const REST_OF_NAME = /[\p{L}0-9_@.-]*/uy;

function endOfWord(text: string, offset: number, start: number, quote: string | undefined): number {
  if (quote === undefined) {
    REST_OF_NAME.lastIndex = offset;
    return offset + REST_OF_NAME.exec(text)![0].length;
  }
  // The rest of the string is replaced if its closing quote comes before the next separator, or in front of one.
  const pattern = quote === "'" ? REST_OF_STRING : REST_OF_DOUBLE_QUOTED_STRING;
  pattern.lastIndex = offset;
  const rest = pattern.exec(text)?.[0];
  if (rest === undefined || start === offset) return offset;
  const end = offset + rest.length;
  return !/[,()\n]/.test(rest) || /^\s*(?:[,:)]|$)/.test(text.slice(end)) ? end : offset;
}

interface CallState {
  readonly callee: Token | undefined;
  hasStrength: boolean;
  readonly args: Map<number, ArgumentSketch>;
  index: number;
}

/** @param touching last token of the text, if it ends at the cursor */
function readCalls(
  before: readonly Token[],
  touching: Token | undefined,
): { calls: readonly CallState[]; place: Cursor["place"] } {
  const calls: CallState[] = [];
  let previous: Token | undefined;
  let hasColon = false;
  for (const token of before) {
    const call = calls.at(-1);
    switch (token.kind) {
      case "open":
        note(call, previous?.kind === "callee" ? undefined : token);
        calls.push({
          callee: previous?.kind === "callee" ? previous : undefined,
          hasStrength: false,
          args: new Map<number, ArgumentSketch>(),
          index: 0,
        });
        break;
      case "close":
        calls.pop();
        break;
      case "comma":
        if (call === undefined) hasColon = false;
        else if (previous?.kind !== "strength" || !call.hasStrength || call.index > 0 || call.args.size > 0)
          call.index++;
        break;
      case "strength":
        if (call !== undefined && previous?.kind === "open") call.hasStrength = true;
        else note(call, token);
        break;
      case "colon":
        hasColon = true;
        break;
      default:
        note(call, token);
    }
    previous = token;
  }
  return { calls, place: placeAfter(previous, touching, calls, hasColon) };
}

/** Adds a token to the argument that it is in. */
function note(call: CallState | undefined, token: Token | undefined): void {
  if (call === undefined || token === undefined) return;
  addTo(call.args, call.index, token);
}

function addTo(args: Map<number, ArgumentSketch>, index: number, token: Token): void {
  const argument = args.get(index);
  const isSingle = argument === undefined && token.kind !== "callee" && token.kind !== "open";
  args.set(index, { first: argument?.first ?? token, isSingle });
}

function placeAfter(
  previous: Token | undefined,
  touching: Token | undefined,
  calls: readonly CallState[],
  hasColon: boolean,
): Cursor["place"] {
  if (touching !== undefined && (touching.kind === "invalid" || isClosedString(touching))) return "none";
  if (previous === undefined || previous.kind === "comma") return "expression";
  if (previous.kind === "open") return "strength";
  return previous.kind === "colon" && hasColon && calls.length === 0 ? "option" : "none";
}

function isClosedString({ kind, isUnterminated }: Token): boolean {
  return kind === "string" && !isUnterminated;
}

/** Adds the arguments after the cursor to the calls that they are in. */
function addLater(calls: readonly CallState[], later: readonly Token[]): readonly OpenCall[] {
  let level = calls.length - 1;
  let depth = 0;
  const states = calls.map((call) => ({ ...call, args: new Map(call.args), at: call.index }));
  // The tokens up to the first comma belong to the argument at the cursor.
  let isOwn = true;
  for (const token of later) {
    const state = states.at(level);
    if (level < 0 || state === undefined) break;
    if (depth > 0) {
      if (token.kind === "open") depth++;
      else if (token.kind === "close") depth--;
      continue;
    }
    if (token.kind === "close") {
      level--;
      isOwn = true;
      continue;
    }
    if (token.kind === "comma") {
      state.at++;
      isOwn = false;
      continue;
    }
    if (token.kind === "open") depth++;
    if (isOwn) continue;
    addTo(state.args, state.at, token);
  }
  return states.map(({ callee, hasStrength, args, index }) => {
    args.delete(index);
    return { callee, hasStrength, others: args, index };
  });
}
