import { describe, expect, it } from "vitest";
import { tokenize } from "../../src/lexer/tokenize.ts";
import { getGrammar, makeGrammar, type Listener } from "../../src/parser/grammar.ts";

function recorder(): { listener: Listener; heard: string[] } {
  const heard: string[] = [];
  const hear = (what: string) => (token: { image: string }) => void heard.push(`${what} ${token.image}`);
  const listener: Listener = {
    name: hear("name"),
    string: hear("string"),
    numeral: hear("numeral"),
    spacedZone: hear("spacedZone"),
    strength: hear("strength"),
    comma: hear("comma"),
    colon: hear("colon"),
    invalid: hear("invalid"),
    open: (_parenthesis, callee) => heard.push(`open ${callee?.image ?? "-"}`),
    close: (parenthesis) => heard.push(parenthesis === undefined ? "end" : "close"),
    strayClose: hear("stray"),
  };
  return { listener, heard };
}

describe("the grammar", () => {
  it("has no mistake that Chevrotain's own validation finds", () => {
    const grammar = makeGrammar(true);
    expect(grammar.errors).toEqual([]);
    expect((grammar as unknown as { definitionErrors: unknown[] }).definitionErrors).toEqual([]);
  });

  it("is made once", () => {
    expect(getGrammar()).toBe(getGrammar());
  });

  it("tells each piece in the order of the text", () => {
    const { listener, heard } = recorder();
    const grammar = getGrammar();
    grammar.listener = listener;
    grammar.input = tokenize("eq($primary,a.b,'x' ):§ ) (1");
    grammar.filter();
    expect(heard).toEqual([
      "open eq",
      "strength $primary",
      "comma ,",
      "name a.b",
      "comma ,",
      "string 'x'",
      "close",
      "colon :",
      "invalid §",
      "stray )",
      "open -",
      "numeral 1",
      "end",
    ]);
    expect(grammar.errors).toEqual([]);
  });

  it("takes every two tokens that follow one another, and has no error of its own", () => {
    const pieces = [
      "a",
      "a(",
      "(",
      ")",
      ",",
      ":",
      "'x'",
      "'",
      "1",
      ".5",
      "$primary",
      "$",
      "10:00:00 02:00",
      "§",
    ];
    const grammar = getGrammar();
    for (const first of pieces) {
      for (const second of pieces) {
        const { listener, heard } = recorder();
        grammar.listener = listener;
        grammar.input = tokenize(`${first} ${second}`);
        grammar.filter();
        expect(grammar.errors, `${first} ${second}`).toEqual([]);
        expect(heard.length, `${first} ${second}`).toBeGreaterThan(0);
      }
    }
  });
});

describe("the tokens", () => {
  const images = (text: string) => tokenize(text).map(({ image, tokenType }) => `${tokenType.name} ${image}`);

  it("are one name where letters beyond ASCII come after a dot", () => {
    expect(images("a.bé.c")).toEqual(["UnicodeName a.bé.c"]);
    expect(images("größe.x")).toEqual(["UnicodeName größe.x"]);
    expect(images("a.b-c.@d_1")).toEqual(["Name a.b-c.@d_1"]);
  });

  it("cover every text without a gap", () => {
    for (const text of [
      "",
      "a..b",
      ".5.",
      "--1",
      "+",
      "'",
      "'a''",
      "$$x",
      "\u0000",
      "😀\ud800",
      "2020-",
      "1e+",
      "a.é.",
      "a.1",
    ]) {
      const tokens = tokenize(text);
      expect(tokens.map(({ image }) => image).join(""), JSON.stringify(text)).toBe(text);
    }
  });

  it("skip space, tab, carriage return and line feed, and nothing else", () => {
    expect(images(" a\t\r\n,\n")).toEqual(["Name a", "Comma ,"]);
    expect(images("\u00a0")).toEqual(["Invalid \u00a0"]);
    expect(images("\u2028")).toEqual(["Invalid \u2028"]);
    expect(images("\f")).toEqual(["Invalid \f"]);
  });
});
