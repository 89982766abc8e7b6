import { Lexer, type IToken } from "chevrotain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { definitions, tokenize, tokens } from "../../src/lexer/tokenize.ts";
import { anyText, mutated, tokenSoup, trees } from "../properties/arbitraries.ts";
import { corpus } from "../properties/corpus.ts";

const lexer = new Lexer([...definitions()], { positionTracking: "full" });

/** What the parser and the builder read of a token. */
function told(token: IToken): unknown {
  const { image, startOffset, endOffset, tokenType } = token;
  const payload: unknown = Object.hasOwn(token, "payload") ? token.payload : undefined;
  return { image, startOffset, endOffset, tokenType: tokenType.name, payload };
}

/** Chevrotain's own lexer, run over the same definitions. */
function cutByChevrotain(text: string): readonly unknown[] {
  const { tokens: found, errors } = lexer.tokenize(text);
  expect(errors).toEqual([]);
  return found.map(told);
}

function same(text: string): void {
  expect(tokenize(text).map(told)).toEqual(cutByChevrotain(text));
}

describe("the tokens of a text", () => {
  it("are those that Chevrotain's lexer cuts, whatever the text", () => {
    fc.assert(fc.property(fc.oneof(anyText, tokenSoup, mutated), same), { numRuns: 4000 });
  });

  it("are those that Chevrotain's lexer cuts of valid filters", () => {
    fc.assert(fc.property(trees.map(print), same), { numRuns: 1000 });
  });

  it("are those that Chevrotain's lexer cuts where pieces of tokens meet", () => {
    const pieces = fc.constantFrom(
      ..."aZ_@-.$0123456789TeE+:,()'\" \t\n/`[{~\u007f\u0080é字😀\ud800",
      ...["10:00", "10:00:00.5", " 02:00", "2020-01-31T", "a.b", "''", "a.é", "1e+"],
    );
    const text = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(fc.property(text, same), { numRuns: 8000 });
  });

  it("are those that Chevrotain's lexer cuts of the requests that were seen", () => {
    for (const { text } of corpus()) same(text);
  });

  it("tell the grammar which names a parenthesis follows, as the only thing that no definition says", () => {
    const { Name, Callee, LeftParenthesis } = tokens();
    const property = fc.property(fc.oneof(tokenSoup, anyText), (text) => {
      const found = tokenize(text);
      for (const [i, { tokenType, tokenTypeIdx }] of found.entries()) {
        const isCallee =
          tokenType.tokenTypeIdx === Name.tokenTypeIdx && found[i + 1]?.tokenType === LeftParenthesis;
        expect(tokenTypeIdx).toBe(isCallee ? Callee.tokenTypeIdx : tokenType.tokenTypeIdx);
      }
    });
    fc.assert(property, { numRuns: 1000 });
  });
});
