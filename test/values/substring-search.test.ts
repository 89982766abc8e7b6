import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareIncludes, prepareIndexOf, repetitiveSearch } from "../../src/values/substring-search.ts";

describe("the search for a substring", () => {
  it("has the results of String.prototype.indexOf and includes", () => {
    const parts = fc.tuple(fc.constantFrom("a", "ab", "aab", "é", "😀"), fc.nat(120), fc.nat(3));
    const repeated = parts.map(([part, times, skip]) => part.repeat(times).slice(skip));
    const text = fc.array(repeated, { maxLength: 5 }).map((all) => all.join("b"));
    fc.assert(
      fc.property(text, repeated, fc.constantFrom("", "b", "ab"), fc.nat(200), (given, middle, end, from) => {
        for (const searched of [middle + end, end + middle, middle]) {
          if (searched === "") continue;
          const all = `${given}b${middle}`;
          expect(prepareIndexOf(searched)(all, from)).toBe(all.indexOf(searched, from));
          expect(prepareIndexOf(searched)(all)).toBe(all.indexOf(searched));
          expect(prepareIncludes(searched)(all)).toBe(all.includes(searched));
        }
      }),
    );
  });

  it.for([
    ["one letter", "x".repeat(100), true],
    ["64 letters", "x".repeat(64), false],
    ["65 letters", "x".repeat(65), true],
    ["a repeated part at the end only", `${"abcdefghij".repeat(2)}${"x".repeat(100)}`, true],
    ["eight repetitions of nine letters", "abcdefghi".repeat(8), true],
    ["seven repetitions of ten letters", "abcdefghij".repeat(7), false],
    ["a sentence", "The quick brown fox jumps over the lazy dog. ".repeat(3), false],
  ] as const)("uses a table only for repetitive strings: %s", ([, searched, isRepetitive]) => {
    expect(repetitiveSearch(searched) !== undefined).toBe(isRepetitive);
  });

  it("reads each unit of the text once if the search string is repetitive", () => {
    const searched = "x".repeat(4_096);
    const text = `${"x".repeat(4_095)}y`.repeat(10);
    let reads = 0;
    const counting = {
      length: text.length,
      charCodeAt: (at: number) => {
        reads++;
        return text.charCodeAt(at);
      },
    };
    expect(repetitiveSearch(searched)!(counting as never)).toBe(-1);
    expect(reads).toBe(text.length);
  });
});
