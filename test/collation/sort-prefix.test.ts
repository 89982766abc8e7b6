import fc from "fast-check";
import { expect, it } from "vitest";
import { getCollator } from "../../src/collation/collator.ts";
import { prefixOrder, sortPrefixes } from "../../src/collation/order/sort-prefix.ts";
import type { Comparison } from "../../src/collation/order/strength.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const letters = fc.constantFrom(
  ..."aAáàäbBzZ019 '-_.ßæœøØłŁçñ\u0301\u0327\u00ad\u034f\u0000\tαβΩжЖ漢😀\ud800\udc00·ﬁ".split(""),
  "😀",
  "e\u0301",
  "a\u0308",
);
const strings = fc.string({ unit: letters, maxLength: 14 });
const comparisons = fc.constantFrom<Comparison>(
  "primary",
  "secondary",
  "tertiary",
  "quaternary",
  "identical",
  "codePoint",
);

it(`different prefixes decide the order like the collator (seed ${seed})`, () => {
  let decided = 0;
  fc.assert(
    fc.property(
      fc.array(strings, { minLength: 2, maxLength: 12 }),
      fc.nat(12),
      comparisons,
      fc.constantFrom("en", "de", undefined, "fr", "nl-BE"),
      fc.integer({ min: 1, max: 3 }),
      (texts, sampled, comparison, locale, runs) => {
        const order = prefixOrder(comparison, locale)!;
        const { write } = sortPrefixes(order, texts.slice(0, sampled), runs);
        const numbers = new Float64Array(texts.length * runs);
        texts.forEach((text, i) => write(text, numbers, i * runs));
        const { compare } = getCollator(comparison, locale);
        for (let i = 0; i < texts.length; i++)
          for (let j = 0; j < texts.length; j++) {
            const run = [...Array(runs).keys()].find(
              (at) => numbers[i * runs + at] !== numbers[j * runs + at],
            );
            if (run === undefined) continue;
            const difference = numbers[i * runs + run]! - numbers[j * runs + run]!;
            if (difference !== difference) continue;
            decided++;
            expect(Math.sign(compare(texts[i]!, texts[j]!)), JSON.stringify([texts[i], texts[j]])).toBe(
              Math.sign(difference),
            );
          }
      },
    ),
    { seed, numRuns: 150 },
  );
  expect(decided).toBeGreaterThan(100);
});

it(`the prefix of an encoded string is that of the string (seed ${seed})`, () => {
  const encoder = new TextEncoder();
  fc.assert(
    fc.property(
      fc.array(strings, { minLength: 1, maxLength: 12 }),
      fc.nat(12),
      fc.constantFrom<Comparison>("primary", "codePoint"),
      (texts, sampled, comparison) => {
        const { write, writeUtf8 } = sortPrefixes(prefixOrder(comparison, "en")!, texts.slice(0, sampled), 1);
        for (const text of texts.map((each) => each.toWellFormed())) {
          const prefixes = new Float64Array(2);
          const bytes = encoder.encode(`a${text}a`);
          write(text, prefixes, 0);
          writeUtf8(bytes, 1, bytes.length - 1, prefixes, 1);
          expect(prefixes[1], JSON.stringify(text)).toBe(prefixes[0]);
        }
      },
    ),
    { seed, numRuns: 500 },
  );
});

it("locales with contractions or an order of their own have no prefixes", () => {
  for (const locale of ["cs", "sv", "da", "hu", "fr-CA", "th", "ja", "de-u-co-phonebk"])
    expect(prefixOrder("primary", locale), locale).toBeUndefined();
  expect(prefixOrder("codePoint", "cs")).toBeDefined();
});
