import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textMate, { type IGrammar } from "vscode-textmate";
import type { Token } from "../../src/editor/syntax/tokens.ts";

const require = createRequire(import.meta.url);
const FILE = new URL("../../grammars/tamis.tmLanguage.json", import.meta.url);

/** Scopes that each kind of token may have. A name has the scope of a member if its `(` or `:` is on another line. */
export const SCOPES: Readonly<Record<Token["kind"], readonly string[]>> = {
  name: ["variable.other", "constant.language", "keyword.other"],
  callee: ["entity.name.function", "variable.other", "constant.language"],
  comma: ["punctuation.separator"],
  colon: ["punctuation.separator"],
  open: ["punctuation.section.begin"],
  close: ["punctuation.section.end"],
  string: ["string.quoted"],
  numeral: ["constant.numeric", "constant.other.date"],
  strength: ["storage.modifier"],
  invalid: [],
};

export interface ScopedToken {
  readonly start: number;
  readonly end: number;
  /** The most general scope of the token without `.tamis`. */
  readonly scope: string;
}

/** Loads the grammar as VS Code does. */
export async function loadTextMateGrammar(): Promise<IGrammar> {
  await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
  const registry = new textMate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text: string) => new oniguruma.OnigString(text),
    }),
    loadGrammar: () =>
      Promise.resolve(textMate.parseRawGrammar(readFileSync(FILE, "utf8"), "tamis.tmLanguage.json")),
  });
  return (await registry.loadGrammar("source.tamis"))!;
}

/** Splits a text line by line, and joins the parts of strings. Text without a scope is no token. */
export function textMateTokens(grammar: IGrammar, text: string): readonly ScopedToken[] {
  const found: ScopedToken[] = [];
  let state = textMate.INITIAL;
  let offset = 0;
  let isInString = false;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      // The line end that the grammar sees is not part of the line.
      const [start, end] = [offset + startIndex, offset + Math.min(endIndex, line.length)];
      const [, scope] = scopes;
      if (scope === undefined || start >= end) continue;
      const isBegin = scopes.includes("punctuation.definition.string.begin.tamis");
      const isEnd = scopes.includes("punctuation.definition.string.end.tamis");
      if (isInString) found.push({ ...found.pop()!, end });
      else found.push({ start, end, scope: scope.replace(/\.tamis$/, "") });
      isInString = isBegin || (isInString && !isEnd);
    }
    offset += line.length + 1;
  }
  return found;
}
