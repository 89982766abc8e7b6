import { describe, expect, it } from "vitest";
import { parseFilter } from "../../src/parser/parse.ts";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { naiveCompare, naiveSearch } from "./naive-collation.ts";
import { naiveInstant } from "./naive-instant.ts";
import { naiveValue } from "./naive.ts";
import type { NaiveValue } from "./naive-value.ts";

function plain(value: NaiveValue): unknown {
  return value.is === "null" ? null : "value" in value ? value.value : value;
}

describe("the naive evaluator", () => {
  for (const { name, examples } of FUNCTIONS) {
    it(`agrees with every example of ${name}`, () => {
      for (const { expression, row, is, locale } of examples) {
        const tree = parseFilter(expression).expression!;
        expect([expression, row, plain(naiveValue(tree, row, { locale }))]).toEqual([expression, row, is]);
      }
    });
  }

  it("compares a bigint and a double by their exact values", () => {
    const at = (text: string, x: unknown) => plain(naiveValue(parseFilter(text).expression!, { x }));
    expect(at("eq(x,9007199254740993)", 9007199254740992)).toBe(false);
    expect(at("gt(x,9007199254740993)", 9007199254740994)).toBe(true);
    expect(at("lt(x,0.5)", 0.25)).toBe(true);
    expect(at("eq(x,5e-324)", 5e-324)).toBe(true);
  });

  it("subtracts time zones without wrapping around midnight", () => {
    expect(naiveInstant("time", "01:00:00+02:00")).toBe(-3_600_000_000_000n);
    expect(naiveInstant("time", "24:00:00")).toBe(86_400_000_000_000n);
    expect(naiveInstant("dateTime", "2020-01-01T24:00:00")).toBe(naiveInstant("date", "2020-01-02"));
    expect(naiveInstant("date", "2019-02-29")).toBeUndefined();
    expect(naiveInstant("date", "2020-02-29\n")).toBeUndefined();
  });

  it("orders hiragana before katakana at quaternary in Japanese only", () => {
    expect(naiveCompare("tertiary", "ja", "あ", "ア")).toBe(0);
    expect(naiveCompare("quaternary", "ja", "あ", "ア")).toBe(-1);
    expect(naiveCompare("identical", "ja", "ア", "あ")).toBe(1);
  });

  it("finds substrings between boundaries only", () => {
    expect(naiveSearch("none", "primary", "de", "Die Straße", "STRASSE")).toBe(true);
    expect(naiveSearch("none", "primary", "de", "ß", "s")).toBe(false);
    expect(naiveSearch("start", "primary", "cs", "chata", "c")).toBe(false);
    expect(naiveSearch("start", "primary", "cs", "chata", "CH")).toBe(true);
    expect(naiveSearch("none", "codePoint", "cs", "chata", "c")).toBe(true);
  });
});
