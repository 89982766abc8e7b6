import { encodeJson } from "./find-json.ts";
import { Decoder, type Source } from "./source.ts";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["e", "\x1b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["N", "\u0085"],
  ["_", "\u00a0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
  [" ", " "],
  ['"', '"'],
  ["/", "/"],
  ["\\", "\\"],
  ["\t", "\t"],
]);

const DIGITS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

type Style = "plain" | "single" | "double";

/**
 * Matches white space with at least one line break. YAML reads one line break as a space. Of several line breaks, it removes the
 * first and keeps the others.
 */
const FOLD = /[ \t]*\r?\n(?:[ \t]|\r?\n)*/y;
const SPACES = /[ \t]+/y;

/** Decodes a plain or quoted scalar of YAML 1.2, section 7.3. `start` and `end` are without the quotation marks. */
export function decodeFlowScalar(source: Source, start: number, end: number, style: Style): Source {
  const { text } = source;
  const decoder = new Decoder(text, start);
  for (let at = start; at < end;) {
    const character = text.charAt(at);
    decoder.copyTo(at);
    if (character === " " || character === "\t" || character === "\n" || character === "\r") {
      at = readSpace(text, at, end, decoder);
    } else if (style === "single" && text.startsWith("''", at) && at + 1 < end) {
      decoder.replaceTo((at += 2), "'");
    } else if (style === "double" && character === "\\") {
      at = readEscape(text, at, end, decoder);
    } else {
      at++;
    }
  }
  decoder.copyTo(end);
  return decoder.source(source, ENCODERS[style]);
}

/** Reads white space, and returns the offset of the rest. */
function readSpace(text: string, at: number, end: number, decoder: Decoder): number {
  FOLD.lastIndex = at;
  const fold = FOLD.exec(text)?.[0].slice(0, end - at);
  if (fold?.includes("\n") === true) {
    const breaks = fold.split("\n").length - 1;
    decoder.replaceTo(at + fold.length, breaks === 1 ? " " : "\n".repeat(breaks - 1));
    return at + fold.length;
  }
  SPACES.lastIndex = at;
  return at + (SPACES.exec(text)?.[0].length ?? 1);
}

function readEscape(text: string, at: number, end: number, decoder: Decoder): number {
  const letter = text.charAt(at + 1);
  const plain = ESCAPES.get(letter);
  if (plain !== undefined && at + 2 <= end) {
    decoder.replaceTo(at + 2, plain);
    return at + 2;
  }
  const lineBreak = /^\\\r?\n[ \t]*/.exec(text.slice(at, Math.min(end, at + 1_000)));
  if (lineBreak !== null) {
    decoder.replaceTo(at + lineBreak[0].length, "");
    return at + lineBreak[0].length;
  }
  const count = DIGITS.get(letter) ?? 0;
  const digits = text.slice(at + 2, Math.min(end, at + 2 + count));
  const code = digits.length === count && /^[0-9a-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : NaN;
  if (!(code <= 0x10ffff)) return at + 1;
  decoder.replaceTo(at + 2 + count, String.fromCodePoint(code));
  return at + 2 + count;
}

const ENCODERS: Readonly<Record<Style, (text: string) => string | undefined>> = {
  // Such characters could begin a comment, end the scalar or begin a key.
  plain: (text) => (/[\n\r#[\]{}]|:(?:\s|$)/.test(text) ? undefined : text),
  single: (text) => (/[\n\r]/.test(text) ? undefined : text.replaceAll("'", "''")),
  double: encodeJson,
};

/**
 * Decodes a block scalar of YAML 1.2, section 8.1, from the end of its header line.
 * @param header such as `|`, `>-` or `|2+`
 * @param parentIndent spaces before the lines of the parent
 */
export function decodeBlockScalar(
  source: Source,
  { start, end, header, parentIndent }: BlockScalar,
): Source | undefined {
  const lines = splitLines(source.text, start, end);
  const digit = Number(/[1-9]/.exec(header)?.[0] ?? 0);
  const first = lines.findIndex(({ isEmpty }) => !isEmpty);
  if (first < 0) return undefined;
  const indent = digit > 0 ? Math.max(0, parentIndent) + digit : lines[first]!.content - lines[first]!.start;
  // Empty lines at the end are no content, unless they have more spaces than the indentation.
  for (let last = lines.at(-1)!; last.isEmpty && last.content - last.start <= indent; last = lines.at(-1)!)
    lines.pop();
  const decoder = new Decoder(source.text, start);
  const isFolded = header.startsWith(">");
  if (isFolded) decodeFolded(lines, indent, decoder);
  else decodeLiteral(lines, indent, decoder);
  // The line break after the last line remains when an edit replaces all lines.
  if (!header.includes("-")) decoder.replaceTo(decoder.end, "\n");
  const spaces = " ".repeat(indent);
  return decoder.source(source, (text) => {
    if (!/[\n\r]/.test(text)) return text;
    return isFolded ? undefined : text.replaceAll(/\r?\n/g, `\n${spaces}`);
  });
}

export interface BlockScalar {
  readonly start: number;
  readonly end: number;
  readonly header: string;
  readonly parentIndent: number;
}

interface Line {
  readonly start: number;
  /** Offset after the indentation. */
  readonly content: number;
  /** Offset of the line break. */
  readonly end: number;
  readonly isEmpty: boolean;
  /** Whether a tab follows the indentation. */
  readonly hasTab: boolean;
}

function splitLines(text: string, start: number, end: number): Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end;) {
    const index = text.indexOf("\n", at);
    const stop = index < 0 || index > end ? end : index;
    let content = at;
    while (content < stop && text.charAt(content) === " ") content++;
    const last = text.charAt(stop - 1) === "\r" && stop > content ? stop - 1 : stop;
    const hasTab = content < last && text.charAt(content) === "\t";
    lines.push({ start: at, content, end: last, isEmpty: content === last, hasTab });
    at = stop + 1;
  }
  return lines;
}

function decodeLiteral(lines: readonly Line[], indent: number, decoder: Decoder): void {
  for (const [i, line] of lines.entries()) {
    decoder.replaceTo(Math.min(line.start + indent, line.content), i === 0 ? "" : "\n");
    decoder.copyTo(line.end);
  }
}

function decodeFolded(lines: readonly Line[], indent: number, decoder: Decoder): void {
  let separator = "";
  let wasIndented = false;
  let breaks = "";
  let hasContent = false;
  for (const line of lines) {
    const extra = line.content - line.start - indent;
    if (line.isEmpty && !hasContent) {
      breaks += `${" ".repeat(Math.max(0, extra))}\n`;
      continue;
    }
    const isIndented = extra > 0 || line.hasTab;
    if (line.isEmpty && !isIndented) {
      if (separator === "\n") breaks += "\n";
      else separator = "\n";
      continue;
    }
    if (isIndented) {
      if (separator === " ") separator = "\n";
      else if (!wasIndented && separator === "\n") separator = "\n\n";
    }
    decoder.replaceTo(Math.min(line.start + indent, line.content), breaks + separator);
    decoder.copyTo(line.end);
    separator = isIndented ? "\n" : " ";
    wasIndented = isIndented;
    hasContent = true;
    breaks = "";
  }
}
