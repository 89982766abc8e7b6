import { beforeAll, describe, expect, it } from "vitest";
import type { IGrammar } from "vscode-textmate";
import { readTokens } from "../../src/editor/syntax/tokens.ts";
import { readFilter, readSortBy } from "../../src/parser/read.ts";
import { DEFAULT_LIMITS } from "../../src/diagnostics/limits.ts";
import { countOf } from "../effort.ts";
import { RandomTexts } from "./random-texts.ts";
import { SCOPES, loadTextMateGrammar, textMateTokens } from "./text-mate.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? 20261122);

describe("the TextMate grammar", () => {
  let grammar: IGrammar;
  beforeAll(async () => {
    grammar = await loadTextMateGrammar();
  });
  const scopesOf = (text: string) =>
    textMateTokens(grammar, text).map(({ start, end, scope }) => `${text.slice(start, end)} ${scope}`);

  it("distinguishes functions, members, booleans, literals and strengths", () => {
    expect(scopesOf("eq($primary,owner.city,'O''Brien',true,trueish,-1.5,2020-01-31,12:00)")).toEqual([
      "eq entity.name.function",
      "( punctuation.section.begin",
      "$primary storage.modifier",
      ", punctuation.separator",
      "owner.city variable.other",
      ", punctuation.separator",
      "'O''Brien' string.quoted",
      ", punctuation.separator",
      "true constant.language",
      ", punctuation.separator",
      "trueish variable.other",
      ", punctuation.separator",
      "-1.5 constant.numeric",
      ", punctuation.separator",
      "2020-01-31 constant.other.date",
      ", punctuation.separator",
      "12:00 constant.other.date",
      ") punctuation.section.end",
    ]);
    expect(scopesOf("name : descending")).toEqual([
      "name variable.other",
      ": punctuation.separator",
      "descending keyword.other",
    ]);
  });

  it("has the tokens of the lexer on random correct texts", () => {
    const texts = new RandomTexts(seed);
    const count = countOf("grammars/text-mate: count");
    let correct = 0;
    // Some texts are not correct, such as sorts with two directions for a key.
    for (let i = 0; correct < count && i < 2 * count; i++) {
      const isFilter = i % 4 !== 0;
      const text = isFilter ? texts.filter() : texts.sortBy();
      const { diagnostics } = (isFilter ? readFilter : readSortBy)(text, {
        limits: DEFAULT_LIMITS,
        mode: "lenient",
        catalog: undefined,
      });
      if (diagnostics.length > 0) continue;
      correct++;
      const found = textMateTokens(grammar, text);
      const expected = readTokens(text);
      const ranges = found.map(({ start, end }) => [start, end]);
      expect({ seed, text, ranges }).toEqual({
        seed,
        text,
        ranges: expected.map(({ start, end }) => [start, end]),
      });
      const wrong = found.filter(({ scope }, at) => !SCOPES[expected[at]!.kind].includes(scope));
      expect({ seed, text, wrong }).toEqual({ seed, text, wrong: [] });
    }
    expect(correct).toBe(count);
  });
});
