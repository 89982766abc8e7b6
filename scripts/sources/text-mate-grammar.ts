import { format } from "prettier";
import { NAME_PATTERN, makeTokens } from "../../src/lexer/tokens.ts";

/** Writes the TextMate grammar of filters and sorts. Its patterns are those of the lexer, for texts without errors. */
export async function textMateGrammar(): Promise<string> {
  return formatGrammar({
    name: "tamis",
    scopeName: "source.tamis",
    fileTypes: ["tamis-filter"],
    patterns: textMateRules(["'", '"'].map((quote) => stringRule(quote))),
  });
}

export function formatGrammar(grammar: object): Promise<string> {
  return format(JSON.stringify(grammar), { parser: "json", printWidth: 110 });
}

export interface TextMateRule {
  readonly [property: string]: unknown;
}

/** Returns the rules of filters and sorts. */
export function textMateRules(strings: readonly TextMateRule[]): readonly TextMateRule[] {
  const { Numeral, Strength } = makeTokens();
  const numeral = sourceOf(Numeral.PATTERN);
  return [
    { match: String.raw`${NAME_PATTERN}(?=\s*\()`, name: "entity.name.function.tamis" },
    {
      match: String.raw`(:)\s*(${NAME_PATTERN})`,
      captures: {
        "1": { name: "punctuation.separator.tamis" },
        "2": { name: "keyword.other.tamis" },
      },
    },
    // No character of a name may follow a boolean, so that `trueish` is a member.
    { match: String.raw`(?:true|false)(?![\p{L}0-9_@.-])`, name: "constant.language.tamis" },
    { match: NAME_PATTERN, name: "variable.other.tamis" },
    ...strings,
    // The parser distinguishes them in the same way: a date has `-` as its fifth character, and a time has a colon.
    { match: String.raw`(?=\d{4}-|[0-9A-Za-z_.+-]*:\d)${numeral}`, name: "constant.other.date.tamis" },
    { match: numeral, name: "constant.numeric.tamis" },
    { match: sourceOf(Strength.PATTERN), name: "storage.modifier.tamis" },
    { match: ",", name: "punctuation.separator.tamis" },
    { match: ":", name: "punctuation.separator.tamis" },
    { match: String.raw`\(`, name: "punctuation.section.begin.tamis" },
    { match: String.raw`\)`, name: "punctuation.section.end.tamis" },
  ];
}

function sourceOf(pattern: unknown): string {
  if (pattern instanceof RegExp) return pattern.source;
  throw new Error("internal: the grammar needs a regular expression for this token type");
}

/**
 * A doubled quote is a quote inside the string.
 * @param quote pattern of the quote
 * @param outerEnd pattern of the text after which the string cannot go on
 * @param escapes further rules inside the string
 */
export function stringRule(
  quote: string,
  outerEnd?: string,
  escapes: readonly TextMateRule[] = [],
): TextMateRule {
  return {
    begin: quote,
    end: `${quote}(?!${quote})${outerEnd === undefined ? "" : `|(?=${outerEnd})`}`,
    name: "string.quoted.tamis",
    beginCaptures: { "0": { name: "punctuation.definition.string.begin.tamis" } },
    endCaptures: { "0": { name: "punctuation.definition.string.end.tamis" } },
    patterns: [{ match: quote + quote, name: "constant.character.escape.tamis" }, ...escapes],
  };
}
