import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildParserFile } from "@lezer/generator";
import type { LRParser } from "@lezer/lr";
import type { IToken } from "chevrotain";
import { makeChevrotainGrammar } from "../../scripts/sources/chevrotain-grammar.ts";
import { STRENGTHS } from "../../src/collation/order/strength.ts";
import { readNumeral } from "../../src/ast/literals.ts";
import { tokenize, tokens } from "../../src/lexer/tokenize.ts";
import { SORT_OPTIONS } from "../../src/parser/sort-key-list.ts";

const GRAMMARS = fileURLToPath(new URL("../../grammars/", import.meta.url));

/** Writes the parser as users do, and loads it. */
export async function loadLezerParser(): Promise<LRParser> {
  // In this folder, so that the parser finds @lezer/lr.
  const folder = mkdtempSync(
    join(fileURLToPath(new URL("../../node_modules/", import.meta.url)), ".tamis-lezer-"),
  );
  try {
    const { parser, terms } = buildParserFile(readFileSync(join(GRAMMARS, "tamis.grammar"), "utf8"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, "tamis.js"), parser);
    writeFileSync(join(folder, "tamis.terms.js"), terms);
    copyFileSync(join(GRAMMARS, "tamis-tokens.js"), join(folder, "tamis-tokens.js"));
    const loaded = (await import(pathToFileURL(join(folder, "tamis.js")).href)) as {
      readonly parser: LRParser;
    };
    return loaded.parser;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const strict = makeChevrotainGrammar({ mistakes: false });

/**
 * Returns the span of the first token with which no correct text can go on, by the rules without error productions. Undefined for a
 * correct text. The end of the text counts as a token.
 */
export function firstWrongToken(
  text: string,
  kind: "filter" | "sortBy",
): { readonly start: number; readonly end: number } | undefined {
  const t = tokens();
  const all = tokenize(text);
  strict.input = all;
  strict[kind]();
  const [error] = strict.errors as readonly { readonly token: IToken }[];
  const found = error === undefined ? undefined : error.token.startOffset;
  // The rules take these tokens whatever their texts are.
  const isWrong = ({ image, tokenType, tokenTypeIdx }: IToken, i: number) =>
    (tokenType === t.Numeral && readNumeral(image, { start: 0, end: image.length }).problem !== undefined) ||
    (tokenType === t.Strength && !STRENGTHS.some((name) => image === `$${name}`)) ||
    (tokenType === t.String && !isString(image)) ||
    (kind === "sortBy" &&
      all[i - 1]?.tokenTypeIdx === t.Colon.tokenTypeIdx &&
      !SORT_OPTIONS.includes(image)) ||
    // The name of a function has no dots.
    (tokenTypeIdx === t.LeftParenthesis.tokenTypeIdx && isDottedCallee(all[i - 1]));
  const isDottedCallee = (token: IToken | undefined) =>
    token !== undefined && token.tokenTypeIdx === t.Callee.tokenTypeIdx && token.image.includes(".");
  const first = all.find((token, i) => token.startOffset === found || isWrong(token, i));
  if (first !== undefined) return { start: first.startOffset, end: first.startOffset + first.image.length };
  return error === undefined ? undefined : { start: text.length, end: text.length };
}

function isString(image: string): boolean {
  const quote = image.charAt(0);
  const content = image.slice(1, -1).replaceAll(quote + quote, "");
  return (
    image.length > 1 &&
    image.endsWith(quote) &&
    !content.includes(quote) &&
    image.isWellFormed() &&
    !image.includes("\0")
  );
}
