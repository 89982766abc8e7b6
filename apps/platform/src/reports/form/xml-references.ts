import { ContentProblem, shown } from "./content-problem.ts";

const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/**
 * Replaces the references to characters and to the five entities of XML. Documents cannot declare entities, so there are no others.
 *
 * @throws ContentProblem for any other reference
 */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&([^;&<\s]{0,16};?)/g, (reference, body: string) => {
    const value = body.endsWith(";") ? valueOf(body.slice(0, -1)) : undefined;
    if (value === undefined)
      throw new ContentProblem(10761, `The XML has the unknown reference ${shown(reference)}.`);
    return value;
  });
}

function valueOf(body: string): string | undefined {
  if (!body.startsWith("#")) return NAMED.get(body);
  const code = /^#x[0-9a-fA-F]+$/.test(body)
    ? Number.parseInt(body.slice(2), 16)
    : /^#[0-9]+$/.test(body)
      ? Number(body.slice(1))
      : Number.NaN;
  // Characters that XML does not allow are refused with all others.
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

/** White space that a parser would normalize is written as references. */
const IN_TEXT = /[&<>\r]/g;
const IN_ATTRIBUTE = /[&<>"\t\n\r]/g;

export const encodeText = (text: string) => text.replace(IN_TEXT, encode);
export const encodeAttribute = (text: string) => text.replace(IN_ATTRIBUTE, encode);

function encode(character: string): string {
  for (const [name, value] of NAMED) if (value === character) return `&${name};`;
  return `&#${character.codePointAt(0)!};`;
}
