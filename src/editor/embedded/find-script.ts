import { findInString, findUrls } from "./find-urls.ts";
import { jsTokensPackage } from "./js-tokens.ts";
import { Decoder, partOf, type Collector, type Source } from "./source.ts";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

/** A template that has begun. */
interface OpenTemplate {
  readonly start: number;
  readonly tag: string | undefined;
  /** Spans of `${…}` with the braces. */
  readonly holes: { readonly start: number; end: number }[];
}

/**
 * The bracket before type parameters, as in `<T,>(x: T) => x` and `<T extends U>`. TypeScript never reads these as elements of
 * JSX, but the tokenizer does.
 */
const TYPE_PARAMETERS = /<(?=\s*(?:const\s+)?[\w$]+(?:\s*,|\s+extends\b))/g;

/** Finds tagged templates, and URLs in strings, templates and comments of JavaScript and TypeScript. */
export function findInScript(source: Source, isJsx: boolean, collector: Collector): void {
  const templates: OpenTemplate[] = [];
  let at = 0;
  /** Name before the current token, if only white space and comments are between. */
  let tag: string | undefined;
  // Only the types and the lengths of the tokens are used, and the names of tags.
  const text = isJsx ? source.text.replace(TYPE_PARAMETERS, " ") : source.text;
  for (const { type, value } of jsTokensPackage().default(text, { jsx: isJsx as true })) {
    if (collector.isFull) return;
    const start = at;
    const end = (at += value.length);
    switch (type) {
      case "WhiteSpace":
      case "LineTerminatorSequence":
        continue;
      case "MultiLineComment":
      case "SingleLineComment":
        findUrls(partOf(source, start, end), collector);
        continue;
      case "JSXText":
        findUrls(partOf(source, start, end), collector);
        break;
      case "IdentifierName":
        tag = value;
        continue;
      case "StringLiteral":
        findInString(decodeString(source, start, value), collector);
        break;
      case "JSXString":
        findInString(partOf(source, start + 1, Math.max(start + 1, end - 1)), collector);
        break;
      case "NoSubstitutionTemplate":
        addTemplate(
          { start, tag, holes: [] },
          value.length > 1 && value.endsWith("`") ? end - 1 : end,
          source,
          collector,
        );
        break;
      case "TemplateHead":
        templates.push({ start, tag, holes: [{ start: end - 2, end }] });
        break;
      case "TemplateMiddle":
      case "TemplateTail": {
        const template = templates.at(-1);
        if (template === undefined) break;
        template.holes.at(-1)!.end = start + 1;
        if (type === "TemplateMiddle") {
          template.holes.push({ start: end - 2, end });
        } else {
          templates.pop();
          addTemplate(template, value.length > 1 && value.endsWith("`") ? end - 1 : end, source, collector);
        }
        break;
      }
      default:
    }
    tag = undefined;
  }
}

function addTemplate(
  { start, tag, holes }: OpenTemplate,
  end: number,
  source: Source,
  collector: Collector,
): void {
  const decoder = new Decoder(source.text, start + 1);
  for (const hole of holes) {
    decodeEscapes(source.text, hole.start, decoder);
    decoder.holeTo(hole.end);
  }
  decodeEscapes(source.text, end, decoder);
  const decoded = decoder.source(source, encodeTemplate);
  const kind = tag === undefined ? undefined : collector.kindOf(tag);
  if (kind === undefined) findInString(decoded, collector);
  else collector.add(kind, decoded, { isMultiline: true });
}

function decodeString(source: Source, start: number, value: string): Source {
  const quote = value.charAt(0);
  const isClosed = value.length > 1 && value.endsWith(quote);
  const decoder = new Decoder(source.text, start + 1);
  decodeEscapes(source.text, start + value.length - (isClosed ? 1 : 0), decoder);
  return decoder.source(source, (text) => encodeString(text, quote));
}

/** Decodes up to an offset. An escape sequence that is not valid is its own text. */
function decodeEscapes(text: string, end: number, decoder: Decoder): void {
  for (let at = decoder.end; at < end; at = decoder.end) {
    // A search in the whole text would read the rest of it for each string.
    const index = text.slice(at, end).indexOf("\\");
    if (index < 0) break;
    at += index;
    decoder.copyTo(at);
    const escape = readEscape(text.slice(at + 1, Math.min(end, at + 12)));
    decoder.replaceTo(Math.min(end, at + 1 + escape.length), escape.text);
  }
  decoder.copyTo(end);
}

/** Reads an escape sequence after its backslash. */
function readEscape(text: string): { readonly text: string; readonly length: number } {
  const lineBreak = /^(?:\r\n|[\n\r\u2028\u2029])/.exec(text);
  if (lineBreak !== null) return { text: "", length: lineBreak[0].length };
  const code = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/i.exec(text);
  if (code !== null) {
    const value = Number.parseInt((code[1] ?? code[2] ?? code[3])!, 16);
    if (value <= 0x10ffff) return { text: String.fromCodePoint(value), length: code[0].length };
  }
  const character = text.charAt(0);
  return { text: ESCAPES.get(character) ?? character, length: character.length };
}

function encodeTemplate(text: string): string {
  return text.replaceAll(/[\\`]|\$(?=\{)/g, "\\$&").replaceAll("\r", "\\r");
}

function encodeString(text: string, quote: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  return quote === '"' ? escaped : escaped.replaceAll('\\"', '"').replaceAll(quote, `\\${quote}`);
}
