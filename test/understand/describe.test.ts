import { MAXIMUM_LIMITS } from "../../src/diagnostics/limits.ts";
import fc from "fast-check";
import { describe as group, expect, it } from "vitest";
import { fold } from "../../src/ast/walk.ts";
import { STRENGTHS } from "../../src/collation/order/strength.ts";
import { clockFunctions } from "../../src/functions/factories/clock-functions.ts";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { describe, type DescribeOptions } from "../../src/understand/describe/describe.ts";
import { ENGLISH } from "../../src/understand/describe/english.ts";
import { GERMAN } from "../../src/understand/describe/german.ts";
import type { DescriptionMessages } from "../../src/understand/describe/messages.ts";
import { countOf } from "../effort.ts";
import { REPORTS } from "../editor/catalog.ts";
import { sortBys, trees } from "../properties/arbitraries.ts";
import { conditions, orders, TYPED, UNTYPED } from "../properties/evaluable.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";

const clock = clockFunctions({ now: "2026-01-31T12:00:00Z" });

function sentence(text: string, options: DescribeOptions = {}): string {
  const { expression } = parseFilter(text, { catalog: REPORTS });
  return describe(expression!, { catalog: REPORTS, functions: clock, ...options });
}

group("describe", () => {
  it.each([
    [
      "and(contains($primary,name,'straße'),gt(size,10))",
      "Rows where name contains 'straße', ignoring accents and case, and size is greater than 10.",
      "Zeilen, für die gilt: name enthält „straße“, ohne Rücksicht auf Akzente und Groß- und Kleinschreibung, und size ist größer als 10.",
    ],
    [
      "and(ge(size,1),le(size,5),or(eq(state,'open'),isNull(owner.city)))",
      "Rows where size is at least 1 and at most 5 and (state is 'open' or owner.city has no value).",
      "Zeilen, für die gilt: size ist mindestens 1 und höchstens 5 und (state ist „open“ oder owner.city hat keinen Wert).",
    ],
    [
      "not(and(enabled,or(lt(created,2020-01-31),in(state,'open','done'))))",
      "Rows where enabled is false or (created is no earlier than January 31, 2020 at 12:00:00 AM UTC, and state is not 'open' or 'done').",
      "Zeilen, für die gilt: enabled ist falsch oder (created ist nicht früher als 31.01.2020, 00:00:00 UTC, und state ist nicht „open“ oder „done“).",
    ],
    [
      "le(1,size,5)",
      "Rows where size is at least 1 and at most 5.",
      "Zeilen, für die gilt: size ist mindestens 1 und höchstens 5.",
    ],
    [
      "not(le(1,size,5))",
      "Rows where size is less than 1 or size is greater than 5.",
      "Zeilen, für die gilt: size ist kleiner als 1 oder size ist größer als 5.",
    ],
    [
      "or(gt(created,2024-01-01),eq(created,2024-01-01),in(created,2024-01-01,2024-01-02))",
      "Rows where created is after January 1, 2024 at 12:00:00 AM UTC, created is January 1, 2024 at 12:00:00 AM UTC, or created is January 1, 2024 at 12:00:00 AM UTC, or January 2, 2024 at 12:00:00 AM UTC.",
      "Zeilen, für die gilt: created ist später als 01.01.2024, 00:00:00 UTC, created ist 01.01.2024, 00:00:00 UTC, oder created ist 01.01.2024, 00:00:00 UTC, oder 02.01.2024, 00:00:00 UTC.",
    ],
    [
      "le(2024-01-01,created,2024-12-31)",
      "Rows where created is no earlier than January 1, 2024 at 12:00:00 AM UTC and no later than December 31, 2024 at 12:00:00 AM UTC.",
      "Zeilen, für die gilt: created ist nicht früher als 01.01.2024, 00:00:00 UTC und nicht später als 31.12.2024, 00:00:00 UTC.",
    ],
    [
      "gt(created,today())",
      "Rows where created is after today at 00:00 UTC.",
      "Zeilen, für die gilt: created ist später als heute um 00:00 UTC.",
    ],
    ["gt(5,size)", "Rows where size is less than 5.", "Zeilen, für die gilt: size ist kleiner als 5."],
    ["", "All rows.", "Alle Zeilen."],
    ["not(true)", "No rows.", "Keine Zeilen."],
    [
      "not(startsWith($secondary,tags,'x'))",
      "Rows where no element of tags starts with 'x', ignoring case.",
      "Zeilen, für die gilt: kein Element von tags beginnt mit „x“, ohne Rücksicht auf Groß- und Kleinschreibung.",
    ],
    [
      "ne(tags,'x')",
      "Rows where no element of tags is 'x'.",
      "Zeilen, für die gilt: kein Element von tags ist „x“.",
    ],
    [
      "not(ne(sizes,1234.5))",
      "Rows where some element of sizes is 1234.5.",
      "Zeilen, für die gilt: ein Element von sizes ist 1234,5.",
    ],
    [
      "and(eq(substr(name,0,1),'a'),eq(substr(name,-3),'b'),eq(substr(name,2,4),substr(name,size)))",
      "Rows where the beginning of name (1 character) is 'a', the end of name (3 characters) is 'b', and the part of name from character 3 (4 characters) is the part of name from index size.",
      "Zeilen, für die gilt: der Anfang von name (1 Zeichen) ist „a“, das Ende von name (3 Zeichen) ist „b“ und der Teil von name ab dem 3. Zeichen (4 Zeichen) ist der Teil von name ab Index size.",
    ],
    [
      "ge(created,ago(7,'days'))",
      "Rows where created is no earlier than 7 days ago.",
      "Zeilen, für die gilt: created ist nicht früher als vor 7 Tagen.",
    ],
    [
      "eq(created,2026-01-31T12:00:00Z)",
      "Rows where created is January 31, 2026 at 12:00:00 PM UTC.",
      "Zeilen, für die gilt: created ist 31.01.2026, 12:00:00 UTC.",
    ],
    [
      "isNull(eq(size,1))",
      'Rows where the condition "size is 1" has no value.',
      "Zeilen, für die gilt: die Bedingung „size ist 1“ hat keinen Wert.",
    ],
    [
      "match(properties,'c.*','a|b')",
      "Rows where properties has an entry whose key matches 'c.*' and whose value matches 'a|b'.",
      "Zeilen, für die gilt: properties hat einen Eintrag mit einem Schlüssel nach dem Muster „c.*“ und einem Wert nach dem Muster „a|b“.",
    ],
  ])("%s", (text, english, german) => {
    const inEnglish = sentence(text).replaceAll("\u202f", " ");
    expect([inEnglish, sentence(text, { locale: "de" })]).toEqual([english, german]);
  });

  it("describes sorts", () => {
    const { expression } = parseSortBy("eq(state,'open'):descending,name:primary,size");
    expect(describe(expression!)).toBe(
      "Sorted by whether state is 'open' in descending order, then by name, ignoring accents and case, then by size.",
    );
    expect(describe(expression!, { locale: "de-AT", form: "clause" })).toBe(
      "die Bedingung „state ist „open““ absteigend, dann name, ohne Rücksicht auf Akzente und Groß- und Kleinschreibung, dann size",
    );
    const computed = parseSortBy("length(tags):descending").expression!;
    expect(describe(computed, { locale: "de" })).toBe("Sortierung: die Länge von tags absteigend.");
  });

  it("chooses the language of the locale, and English for others", () => {
    const swiss: DescriptionMessages = { ...GERMAN, locale: "de-CH", string: "«{0}»" };
    const text = "eq(name,'a')";
    expect(sentence(text, { locale: "de-CH", messages: [swiss] })).toBe(
      "Zeilen, für die gilt: name ist «a».",
    );
    expect(sentence(text, { locale: "de", messages: [swiss, GERMAN] })).toContain("„a“");
    for (const locale of ["fr", "", "no such tag", "en-GB", "constructor"])
      expect(sentence(text, { locale })).toBe("Rows where name is 'a'.");
  });

  it("escapes characters that change how a text is displayed, and shortens long lists", () => {
    expect(sentence("eq(name,'a\u202eb')")).toBe("Rows where name is 'a<U+202E>b'.");
    const values = Array.from({ length: 40 }, (_, i) => i).join(",");
    expect(sentence(`in(size,${values})`)).toBe(
      "Rows where size is 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, or 28 other values.",
    );
  });

  it("the languages have messages for the same functions, and templates with the same placeholders", () => {
    const placeholders = (value: unknown): unknown =>
      typeof value === "string"
        ? (value.match(/\{\w+\}/g) ?? []).toSorted()
        : typeof value === "object" && value !== null
          ? "other" in value
            ? placeholders(value.other)
            : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, placeholders(each)]))
          : [];
    const { locale: en, dateStyle: long, ...english } = ENGLISH;
    const { locale: de, dateStyle: medium, ...german } = GERMAN;
    expect([en, long, de, medium]).toEqual(["en", "long", "de", "medium"]);
    expect(placeholders(german)).toEqual(placeholders(english));
  });
});

group("every function", () => {
  for (const { name, examples, result } of FUNCTIONS) {
    it(`${name} is described in English and German, with and without a negation`, () => {
      for (const { expression: text } of examples) {
        const { expression } = parseFilter(result === "boolean" ? `not(${text})` : text);
        const texts = [undefined, "de"].flatMap((locale) =>
          [expression!, parseFilter(text).expression!].map((each) => describe(each, { locale })),
        );
        // The text of a call would show that there are no words for the function.
        for (const each of texts)
          expect(each).not.toMatch(new RegExp(`${name}\\(|\\{[0-9a-z]{2,}\\}|undefined`));
        if (result === "boolean") expect(new Set(texts).size).toBe(4);
      }
    });
  }

  it("of the clock is described", () => {
    for (const locale of ["en", "de"])
      for (const { name } of clock) {
        const text = name === "ago" ? "lt(created,ago(1,'month'))" : `lt(created,${name}())`;
        expect(sentence(text, { locale })).not.toMatch(/\w\(/);
      }
  });

  it("is described at each strength, with different words for each", () => {
    for (const locale of ["en", "de"]) {
      const texts = STRENGTHS.map((strength) => sentence(`eq($${strength},name,'a')`, { locale }));
      expect(new Set(texts).size).toBe(STRENGTHS.length);
    }
  });
});

const options = (): fc.Arbitrary<DescribeOptions> =>
  fc.record({
    locale: fc.constantFrom("en", "de", "de-CH", "ar-EG", "und", "x"),
    catalog: fc.constantFrom(undefined, REPORTS, typedCatalog),
    functions: fc.constantFrom(undefined, clock),
    form: fc.constantFrom("sentence" as const, "clause" as const),
  });

const runs = countOf("understand/describe: runs");

it("describing never throws, whatever the tree", () => {
  fc.assert(
    fc.property(
      fc.oneof(trees, sortBys, conditions(UNTYPED), conditions(TYPED), orders(TYPED)),
      options(),
      (tree, chosen) => {
        expect(describe(tree, chosen).length).toBeGreaterThan(0);
      },
    ),
    { numRuns: runs },
  );
});

it("the length of a sentence is linear in the size of the tree", () => {
  const read = (text: string) => parseFilter(text, { limits: MAXIMUM_LIMITS }).expression!;
  const size = (text: string) =>
    fold<number>(read(text), {
      literal: () => 1,
      name: () => 1,
      call: (_, args) => args.reduce((sum, each) => sum + each, 1),
    });
  const nest = (depth: number): string => (depth === 0 ? "eq(a,1)" : `lt(a,eq(b,${nest(depth - 1)},c),d)`);
  for (const depth of [5, 10, 20, 30]) {
    const text = nest(depth);
    expect(describe(read(text)).length / size(text)).toBeLessThan(40);
  }
});
