import { createToken, Lexer, type IToken } from "chevrotain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenize, tokens } from "../../src/lexer/tokenize.ts";
import { anyText, tokenSoup } from "../properties/arbitraries.ts";

const images = (text: string) => tokenize(text).map(({ image, tokenType }) => `${tokenType.name} ${image}`);

/** A lexer of Chevrotain with the same token types. It tries all patterns at each character. */
function chevrotainLexer(): Lexer {
  const space = createToken({
    name: "Space",
    pattern: /[ \t\r\n]+/,
    group: Lexer.SKIPPED,
    line_breaks: true,
  });
  const { Callee, ...scanned } = tokens();
  return new Lexer([space, { ...Callee, PATTERN: Lexer.NA }, ...Object.values(scanned)], {
    positionTracking: "onlyOffset",
  });
}

describe("the tokens of a text", () => {
  it("have patterns that pass Chevrotain's own validation", () => {
    expect(chevrotainLexer().lexerDefinitionErrors).toEqual([]);
  });

  it("are those that a lexer of Chevrotain finds", () => {
    const lexer = chevrotainLexer();
    const described = (found: readonly IToken[]) =>
      found.map(({ image, startOffset, tokenType, payload }: IToken) => [
        ...[image, startOffset, tokenType.name],
        payload as unknown,
      ]);
    const compare = (text: string) => {
      expect(described(tokenize(text))).toEqual(described(lexer.tokenize(text).tokens));
    };
    for (let code = 0; code < 0x250; code++)
      for (const rest of ["", "a", "1", ".", ". ", "'", " 1"]) compare(String.fromCharCode(code) + rest);
    fc.assert(fc.property(fc.oneof(tokenSoup, anyText), compare), { numRuns: 3000 });
  });

  it("are one name where letters beyond ASCII come after a dot", () => {
    expect(images("a.bé.c")).toEqual(["UnicodeName a.bé.c"]);
    expect(images("größe.x")).toEqual(["UnicodeName größe.x"]);
    expect(images("a.b-c.@d_1")).toEqual(["Name a.b-c.@d_1"]);
  });

  it("are one incomplete name where a segment is empty", () => {
    expect(images("a.")).toEqual(["IncompleteName a."]);
    expect(images("a..b,c.d.")).toEqual(["IncompleteName a..b", "Comma ,", "IncompleteName c.d."]);
    expect(images("é..ö.")).toEqual(["IncompleteName é..ö."]);
    expect(images("a.5")).toEqual(["UnicodeName a", "Invalid .5"]);
  });

  it("cover every character", () => {
    for (let code = 0; code < 0x10000; code++) {
      const character = String.fromCharCode(code);
      if (!/[ \t\r\n]/.test(character) && tokenize(character).length !== 1)
        expect.fail(`U+${code.toString(16)}`);
    }
  });

  it("cover every text except for its white space", () => {
    const property = fc.property(fc.oneof(tokenSoup, anyText), (text) => {
      let end = 0;
      for (const { image, startOffset } of tokenize(text)) {
        expect(text.slice(end, startOffset)).toMatch(/^[ \t\r\n]*$/);
        expect(text.startsWith(image, startOffset)).toBe(true);
        end = startOffset + image.length;
      }
      expect(text.slice(end)).toMatch(/^[ \t\r\n]*$/);
    });
    fc.assert(property, { numRuns: 3000 });
  });

  it("skip space, tab, carriage return and line feed, and nothing else", () => {
    expect(images(" a\t\r\n,\n")).toEqual(["Name a", "Comma ,"]);
    expect(images("\u00a0")).toEqual(["Invalid \u00a0"]);
    expect(images("\u2028")).toEqual(["Invalid \u2028"]);
    expect(images("\f")).toEqual(["Invalid \f"]);
  });

  it("show the grammar which names a parenthesis follows, and which colons are within parentheses", () => {
    const types = tokens();
    const found = tokenize("a (b:c):d ü(");
    expect(found.map(({ tokenTypeIdx }) => tokenTypeIdx)).toEqual(
      [
        types.Callee,
        types.LeftParenthesis,
        types.Name,
        types.Invalid,
        types.Name,
        types.RightParenthesis,
        types.Colon,
        types.Name,
        types.Callee,
        types.LeftParenthesis,
      ].map(({ tokenTypeIdx }) => tokenTypeIdx),
    );
  });
});
