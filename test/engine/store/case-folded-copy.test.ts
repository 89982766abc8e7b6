import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { call, name, string } from "../../../src/ast/constructors.ts";
import { check, compilePredicate, defineCatalog, type Expression, print, STRENGTHS } from "tamis";
import { caseFolding } from "../../../src/collation/search/case-folding.ts";
import { Budget } from "../../../src/engine/store/kernels/budget.ts";
import { CaseFoldedCopy } from "../../../src/engine/store/indexes/case-folded-copy.ts";
import { runNow } from "../../../src/engine/store/tasks/task.ts";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { TUNING, type Tuning } from "../../../src/engine/store/tasks/unit-costs.ts";
import { countOf, SEED as seed } from "../../effort.ts";
import { KERNELS } from "./tried-kernels.ts";

const numRuns = countOf("engine/store/case-folded-copy: runs");

const TUNINGS: readonly (readonly [string, Tuning])[] = [
  ["case-folded strings", { ...TUNING, stringSampleRows: 1, writtenString: 0 }],
  [
    "strings that are folded after some were tested",
    { ...TUNING, stringSampleRows: 1, writtenString: 384, overdueFactor: 1 },
  ],
  ["a dictionary", { ...TUNING, writtenString: 0 }],
];

const catalog = defineCatalog({
  name: "things",
  members: { text: "string" },
  defaultLimit: 10_000,
  maximumLimit: 10_000,
});

const LOCALES = ["en", "de", "da", "sv", "tr", "cs", "th", "ja", "lt", "hu", "de-u-co-phonebk", "ar"];
const letter = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(..."aAáÁbcChHsSßæÆoöÖøåÅeéiIıİ -") },
  { weight: 1, arbitrary: fc.constantFrom("\r", "\n", "\u00ad", "\u0301", "あ", "😀", "\ud83d", "\0", "ж") },
);
const text = fc.string({ unit: letter, maxLength: 7 });
const texts = fc.array(fc.option(text, { freq: 12 }), { minLength: 40, maxLength: 80 });
/** Rows may contain U+0000 and lone surrogates, literals may not. */
const sayable = (value: string) => value.replaceAll("\0", "").toWellFormed();
const condition: fc.Arbitrary<(values: readonly (string | null)[]) => Expression> = fc
  .record({
    callee: fc.constantFrom("contains", "startsWith", "endsWith", "eq", "ne", "in"),
    strength: fc.constantFrom(...STRENGTHS),
    searchString: text,
    pick: fc.nat(),
    from: fc.nat(5),
    length: fc.nat(4),
    isNegated: fc.boolean(),
  })
  .map(({ callee, strength, searchString, pick, from, length, isNegated }) => (values) => {
    const some = values[pick % values.length] ?? "";
    const part = pick % 3 === 0 ? searchString : some.slice(from, from + length).toUpperCase();
    const sought = string(sayable(callee === "eq" || callee === "in" ? some.toUpperCase() : part));
    const args =
      callee === "in" ? [name("text"), sought, string(sayable(searchString))] : [name("text"), sought];
    const asked = call(callee, args, strength);
    return isNegated ? call("not", [asked]) : asked;
  });

describe.each(KERNELS)("collated search, %s kernels", (_kernels, make) => {
  it.each(TUNINGS)(`finds the same rows as the row predicate in %s (seed ${seed})`, (_tuning, tuning) => {
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.array(fc.tuple(condition, fc.constantFrom(...LOCALES)), { minLength: 10, maxLength: 10 }),
        (first, later, asked) => {
          const rows = first.map((value) => ({ text: value }));
          const collection = createWithKernels<{ text: string | null }>(
            [...rows],
            { catalog },
            make(),
            tuning,
          );
          for (const [i, [condition, locale]] of asked.entries()) {
            if (i === 5) {
              const more = later.map((value) => ({ text: value }));
              rows.push(...more);
              collection.insert(more);
            }
            const expression = condition(first);
            const { filter } = check(expression, catalog);
            if (filter === undefined) continue;
            const expected = rows.filter(compilePredicate(filter, { locale }));
            const found = collection.all({ filter }, { locale });
            expect([print(expression), locale, found]).toEqual([print(expression), locale, expected]);
          }
        },
      ),
      { seed, numRuns, endOnFailure: true },
    );
  });

  it("marks the strings whose copy is missing or only an upper bound", () => {
    const kernels = make();
    const copies = new CaseFoldedCopy(kernels, caseFolding("primary", "de")!);
    runNow(copies.fold(["Straße", null, "Crème", "e\u0301", "x".repeat(3_000_000)]));
    expect([copies.rows, copies.undecidedCount]).toEqual([5, 2]);
    expect([copies.filterOnly.u32()[0], copies.unfolded.u32()[0]]).toEqual([0b1, 0b1000]);
    const held = kernels.budget.bytes;
    copies.release();
    expect(held - kernels.budget.bytes).toBeGreaterThan(3_000_000);
  });

  it("works without copies if there is no memory for them", () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => ({ text: `Text ${i} ${"é".repeat(50)}` }));
    const { filter } = check(call("contains", [name("text"), string("t 77")], "primary"), catalog);
    const ask = (budget: Budget) => {
      const collection = createWithKernels(rows, { catalog }, make(budget), {
        ...TUNING,
        stringSampleRows: 100,
      });
      return { counts: [1, 2, 3].map(() => collection.count({ filter: filter! })), bytes: budget.bytes };
    };
    const free = ask(new Budget());
    const bound = ask(new Budget(free.bytes - 1_000));
    expect([free.counts, bound.counts]).toEqual([
      [11, 11, 11],
      [11, 11, 11],
    ]);
    expect(bound.bytes).toBeLessThan(free.bytes);
  });

  it("keeps only a few copies, whatever locales are requested", () => {
    const rows = Array.from({ length: 2_000 }, (_, i) => ({ text: `Text ${i} ${"x".repeat(100)}` }));
    const collection = createWithKernels(rows, { catalog }, make(), { ...TUNING, stringSampleRows: 100 });
    const held = LOCALES.map((locale) => {
      for (const strength of STRENGTHS.slice(0, 3)) {
        const { filter } = check(call("contains", [name("text"), string("T 77")], strength), catalog);
        collection.count({ filter: filter! }, { locale });
      }
      return collection.bytes();
    });
    expect(Math.max(...held)).toBeLessThanOrEqual(held[3]! * 1.1);
  });
});
