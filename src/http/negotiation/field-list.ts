/** One element of a list-valued header field: a token and its parameters (RFC 9110, section 5.6.6). */
export interface FieldElement {
  /** In lower case. */
  readonly token: string;
  /** Values by lower-case name, without quotes. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Maximum length of a field in UTF-16 units, and of elements. More are ignored. */
const MAX_UNITS = 4_096;
const MAX_ELEMENTS = 64;
const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/**
 * Splits a list-valued field such as `Accept`. Never throws: elements that are not well-formed are kept as far as they can be
 * read. Linear in the length of the field.
 *
 * @example parseFieldList("text/html;q=0.5, application/json")[0] // { token: "text/html", parameters: Map { "q" => "0.5" } }
 */
export function parseFieldList(field: string): readonly FieldElement[] {
  const text = field.slice(0, MAX_UNITS);
  const elements: FieldElement[] = [];
  let at = 0;
  while (at < text.length && elements.length < MAX_ELEMENTS) {
    const end = partEnd(text, at, ",");
    const element = readElement(text.slice(at, end));
    if (element.token !== "") elements.push(element);
    at = end + 1;
  }
  return elements;
}

/** Reads a field with a single element, such as `Content-Type`. */
export function parseField(field: string): FieldElement {
  return readElement(field.slice(0, MAX_UNITS));
}

function readElement(text: string): FieldElement {
  let end = partEnd(text, 0, ";");
  const token = text.slice(0, end).trim().toLowerCase();
  if (end >= text.length) return { token, parameters: NO_PARAMETERS };
  const parameters = new Map<string, string>();
  while (end < text.length) {
    const at = end + 1;
    end = partEnd(text, at, ";");
    const part = text.slice(at, end);
    const equals = part.indexOf("=");
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    if (name !== "" && !parameters.has(name))
      parameters.set(name, equals < 0 ? "" : unquote(part.slice(equals + 1).trim()));
  }
  return { token, parameters };
}

/** Returns the offset of the next separator outside of quoted strings, or the end of the text. */
function partEnd(text: string, from: number, separator: string): number {
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at]!;
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === separator) return at;
  }
  return text.length;
}

function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  return value.slice(1, -1).replace(/\\(.)/gs, "$1");
}
