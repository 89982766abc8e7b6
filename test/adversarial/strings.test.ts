import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { codes, values } from "./keep.ts";

describe("strings", () => {
  it("U+0000 and lone surrogates are errors in a filter and ordinary characters in a row", () => {
    for (const bad of ["\0", "a\0b", "\ud800", "\udc00", "a\ud83d"])
      expect(codes(`eq(v,'${bad}')`), JSON.stringify(bad)).toEqual(["forbidden-string-character"]);
    expect(values("eq(v,'\ufffd')", ["\ud800", "\ufffd", "\0"])).toEqual(["\ufffd"]);
    expect(values("eq(length(v),1)", ["\ud800", "\0", "ab"])).toEqual(["\ud800", "\0"]);
    expect(values("startsWith(v,'a')", ["a\0"])).toEqual(["a\0"]);
  });

  it("byte order marks and line separators are kept in literals and are errors outside", () => {
    for (const odd of ["\ufeff", "\u2028", "\u0085", "\r", "\r\n", "\n", "\t"]) {
      expect(values(`eq(v,'a${odd}b')`, [`a${odd}b`, "ab", "a b"]), JSON.stringify(odd)).toEqual([
        `a${odd}b`,
      ]);
    }
    for (const odd of ["\ufeff", "\u2028", "\u0085"]) {
      for (const text of [`${odd}eq(v,1)`, `eq(v,${odd}1)`, `eq(v,1)${odd}`])
        expect(codes(text), JSON.stringify(text)).toEqual(["invalid-character"]);
    }
    expect(parseFilter("eq(v,\r\n'x'§)").diagnostics[0]!.span).toEqual({ start: 10, end: 11 });
  });

  it("messages name control characters and direction marks and never contain them", () => {
    for (const odd of ["\u001b[2J", "\r\nSet-Cookie: a", "\u202e", "\u0007", "\u2066"]) {
      for (const text of [`eq(${odd},1)`, `eq(a,'x${odd}`, `${odd}(a)`, `eq(a,b) ${odd}`, `eq($p${odd},a)`]) {
        for (const { message, fixes } of parseFilter(text).diagnostics) {
          expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
          for (const { title } of fixes) expect(title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
      }
    }
    const { diagnostics } = compileFilter("eq(size,'\u001b[2J\u202e')", {
      catalog: defineCatalog({ name: "x", members: { size: "integer" } }),
    });
    expect(diagnostics[0]!.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(diagnostics[0]!.message).toContain("<U+001B>");
  });
});
