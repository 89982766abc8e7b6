import type { Span, TextEdit } from "tamis";
import { findJsonFault } from "tamis/files";

/** A JSON text that was read, with the places of its values. */
export interface RelaxedJson {
  readonly value: unknown;
  /** Edits that turn the text into JSON. Empty if it is JSON. */
  readonly edits: readonly TextEdit[];
  /** Span of the value at a JSON Pointer (RFC 6901). The whole text if there is none. */
  readonly spanOf: (pointer: string) => Span;
}

export interface JsonProblem {
  readonly span: Span;
  /** Sentence without a period. */
  readonly reason: string;
}

interface Token extends Span {
  /** The token in JSON. */
  readonly json: string;
}

/** Parts that are not closed reach to the end, so that no character is read twice. */
const TOKEN =
  /(?<space>\s+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))|(?<double>"(?:[^"\\]|\\[^])*"?)|(?<single>'(?:[^'\\]|\\[^])*'?)|[\p{L}_$][\p{L}\p{N}_$]*|[-+.\d][-+.\w]*|[^]/guy;

/**
 * Reads JSON as people write it in the shell of MongoDB and in JavaScript: also with single quotes, names without quotes,
 * trailing commas and comments. In linear time.
 */
export function readRelaxedJson(text: string): RelaxedJson | JsonProblem {
  const tokens = tokensOf(text);
  const json = tokens.map((token) => token.json);
  const jsonText = json.join(" ");
  try {
    const value: unknown = JSON.parse(jsonText);
    const root = placesOf(tokens);
    return { value, edits: editsOf(text, tokens), spanOf: (pointer) => spanAt(root, pointer) };
  } catch {
    return problemOf(text, tokens, jsonText);
  }
}

/** Tokens without white space, comments and trailing commas. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { 0: token, index: start, groups } of text.matchAll(TOKEN)) {
    if (groups!["space"] !== undefined) continue;
    const last = tokens.at(-1);
    const isClosing = token === "}" || token === "]";
    if (isClosing && last?.json === "," && !["[", "{", ","].includes(tokens.at(-2)?.json ?? "["))
      tokens.pop();
    const isName = token === ":" && last !== undefined && /^[\p{L}_$]/u.test(last.json);
    if (isName) tokens.splice(-1, 1, { ...last, json: JSON.stringify(last.json) });
    const isSingle = groups!["single"] !== undefined && token.length > 1 && token.endsWith("'");
    const json = isSingle ? doubleQuoted(token) : token;
    tokens.push({ start, end: start + token.length, json });
  }
  return tokens;
}

/** Rewrites a string in single quotes. JSON has no escape of a single quote. */
function doubleQuoted(literal: string): string {
  const inner = literal
    .slice(1, -1)
    .replaceAll(/\\[^]|"/g, (part) => (part === '"' ? '\\"' : part === "\\'" ? "'" : part));
  return `"${inner}"`;
}

/** One edit for each token that differs, and for all that was left out between two tokens except white space. */
function editsOf(text: string, tokens: readonly Token[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let at = 0;
  for (const { start, end, json } of [...tokens, { start: text.length, end: text.length, json: "" }]) {
    const between = text.slice(at, start);
    const from = between.search(/[^ \t\r\n]/);
    if (from >= 0) {
      let to = between.length;
      while (/[ \t\r\n]/.test(between[to - 1]!)) to--;
      edits.push({ span: { start: at + from, end: at + to }, text: "" });
    }
    if (text.slice(start, end) !== json) edits.push({ span: { start, end }, text: json });
    at = end;
  }
  return edits;
}

/** The first fault of the tokens, at its place in the text. */
function problemOf(text: string, tokens: readonly Token[], jsonText: string): JsonProblem {
  const { offset, reason } = findJsonFault(jsonText) ?? { offset: 0, reason: "this is not JSON" };
  let at = 0;
  for (const { start, end, json } of tokens) {
    if (offset < at + json.length) {
      // In a token that was not rewritten, the fault can be inside.
      const isSame = text.slice(start, end) === json;
      const from = isSame ? start + Math.max(0, offset - at) : start;
      return { span: { start: from, end }, reason: reasonOf(json) ?? reason };
    }
    at += json.length + 1;
  }
  return { span: { start: text.length, end: text.length }, reason };
}

/** Constructors of the shell of MongoDB, and what they are in Extended JSON. */
const CONSTRUCTORS: ReadonlyMap<string, string> = new Map([
  ["ISODate", '{"$date": "…"}'],
  ["Date", '{"$date": "…"}'],
  ["new", '{"$date": "…"}'],
  ["NumberLong", '{"$numberLong": "…"}'],
  ["Long", '{"$numberLong": "…"}'],
  ["NumberInt", "the number itself"],
  ["Int32", "the number itself"],
]);

function reasonOf(token: string): string | undefined {
  const replacement = CONSTRUCTORS.get(token);
  if (replacement !== undefined) return `${token} belongs to the shell of MongoDB; write ${replacement}`;
  return token.startsWith("'") ? "the string that begins here is not closed" : undefined;
}

interface Place {
  span: Span;
  readonly members: Map<string, Place>;
}

/** The places of all values. The tokens are JSON. */
function placesOf(tokens: readonly Token[]): Place {
  const top: Place = { span: { start: 0, end: 0 }, members: new Map() };
  const open: { readonly place: Place; readonly isList: boolean; name: string }[] = [];
  const add = (span: Span): Place => {
    const place: Place = { span, members: new Map() };
    const parent = open.at(-1);
    (parent?.place ?? top).members.set(parent?.name ?? "", place);
    return place;
  };
  tokens.forEach(({ start, end, json }, i) => {
    const parent = open.at(-1);
    if (json === "{" || json === "[")
      open.push({ place: add({ start, end }), isList: json === "[", name: "0" });
    else if (json === "}" || json === "]") {
      const { place } = open.pop()!;
      place.span = { start: place.span.start, end };
    } else if (json === ",") {
      if (parent?.isList === true) parent.name = String(Number(parent.name) + 1);
    } else if (json === ":") return;
    else if (tokens[i + 1]?.json === ":") parent!.name = JSON.parse(json) as string;
    else add({ start, end });
  });
  return top.members.get("")!;
}

function spanAt(root: Place, pointer: string): Span {
  let at: Place | undefined = root;
  for (const segment of pointer.split("/").slice(1))
    at = at?.members.get(segment.replaceAll("~1", "/").replaceAll("~0", "~"));
  return (at ?? root).span;
}
