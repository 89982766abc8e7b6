import { beforeAll, describe, expect, it } from "vitest";
import { STRENGTHS } from "../../../src/collation/order/strength.ts";
import { compareCodePoints } from "../../../src/collation/order/code-points.ts";
import { compareKeys, createCollation, keyRange, loadCollations } from "../../../src/collation/uca/index.ts";
import type { CollationOptions } from "../../../src/collation/uca/options/collation-options.ts";
import { hostileText, pairOfTexts, random, spell } from "./random-strings.ts";
import { countOf } from "../../effort.ts";

const SETTINGS: readonly CollationOptions[] = [
  {},
  { locale: "sv" },
  { locale: "da", caseFirst: "upper" },
  { locale: "th" },
  { locale: "ja" },
  { locale: "fr-CA" },
  { locale: "zh" },
  { locale: "cs", numeric: true },
  { alternate: "shifted", maxVariable: "currency" },
  { locale: "he", alternate: "shifted", reorder: ["Grek", "punct", "space"] },
  { caseLevel: true, caseFirst: "lower" },
  { locale: "de-u-co-phonebk", caseLevel: true, caseFirst: "upper", backwards: true },
];
const PAIRS = countOf("collation/uca/laws: pairs");

beforeAll(() => loadCollations("und", ...SETTINGS.map(({ locale }) => locale ?? "und")));

describe.each(SETTINGS.map((options) => [JSON.stringify(options), options] as const))(
  "with %s",
  (_, options) => {
    const next = random(11);
    const pairs = Array.from({ length: PAIRS }, () => pairOfTexts(next));
    const withPrefix = ([a, b]: readonly [string, string]) => {
      const before = hostileText(next, 3);
      return [before + a, before + b] as const;
    };

    it.each(STRENGTHS)("sort keys are in the order of their strings at %s", (strength) => {
      const collation = createCollation({ ...options, strength });
      const tried = [...pairs, ...pairs.slice(0, PAIRS / 2).map(withPrefix)];
      const wrong = tried.filter(([a, b]) => {
        const ofKeys = compareKeys(collation.sortKey(a), collation.sortKey(b));
        return Math.sign(ofKeys) !== collation.compare(a, b);
      });
      expect(wrong.map((pair) => pair.map(spell).join(" / "))).toEqual([]);
    });

    it("writeSortKey writes the key at an offset, and nothing if it does not fit", () => {
      const collation = createCollation({ ...options, strength: "identical" });
      const bytes = new Uint8Array(4096).fill(0xee);
      for (const [text] of pairs.slice(0, 100)) {
        const key = collation.sortKey(text);
        expect(collation.writeSortKey(text, bytes, 7)).toBe(key.length);
        expect(bytes.subarray(7, 7 + key.length)).toEqual(key);
        expect([bytes[6], bytes[7 + key.length]]).toEqual([0xee, 0xee]);
        bytes.fill(0xee);
        expect(collation.writeSortKey(text, bytes.subarray(0, key.length - 1))).toBe(key.length);
        expect(bytes.every((byte) => byte === 0xee)).toBe(true);
      }
    });

    it("the key of a lower strength is a prefix of the key, followed by 01", () => {
      // With a case level, a primary key contains case and is not a prefix of a secondary key.
      const strengths = options.caseLevel === true ? STRENGTHS.slice(2) : STRENGTHS;
      const collations = strengths.map((strength) => createCollation({ ...options, strength }));
      for (const [a] of pairs.slice(0, 60)) {
        const keys = collations.map((collation) => collation.sortKey(a));
        for (let i = 1; i < keys.length; i++) {
          const [lower, higher] = [keys[i - 1]!, keys[i]!];
          expect(higher.subarray(0, lower.length)).toEqual(lower);
          expect(higher[lower.length]).toBe(1);
          const { from, to } = keyRange(lower);
          expect([compareKeys(from, higher) <= 0, compareKeys(higher, to) < 0]).toEqual([true, true]);
        }
      }
    });

    it.each(STRENGTHS)("the order is antisymmetric and transitive at %s", (strength) => {
      const collation = createCollation({ ...options, strength });
      const texts = Array.from({ length: 40 }, () => hostileText(next, 4));
      const order = (a: string, b: string) => collation.compare(a, b);
      const wrong: string[] = [];
      const claim = (holds: boolean, a: string, b: string): void => {
        if (!holds) wrong.push(`${spell(a)} / ${spell(b)}`);
      };
      for (const a of texts) for (const b of texts) claim(order(a, b) + order(b, a) === 0, a, b);
      const sorted = [...texts].sort(order);
      sorted.forEach((a, i) => sorted.slice(i).forEach((b) => claim(order(a, b) <= 0, a, b)));
      expect(wrong).toEqual([]);
    });

    it.each(STRENGTHS)(
      "two strings have the same equality key exactly if they are equal at %s",
      (strength) => {
        const collation = createCollation({ ...options, strength });
        const wrong = pairs.filter(
          ([a, b]) =>
            (collation.equalityKey(a) === collation.equalityKey(b)) !== (collation.compare(a, b) === 0),
        );
        expect(wrong.map((pair) => pair.map(spell).join(" / "))).toEqual([]);
      },
    );
  },
);

describe("the identical level", () => {
  it("orders different code points by their decompositions, then by themselves", () => {
    const collation = createCollation({ strength: "identical" });
    expect(collation.compare("é", "e\u0301")).not.toBe(0);
    expect(collation.compare("é", "e\u0301")).toBe(Math.sign(compareCodePoints("é", "e\u0301")));
    expect(collation.compare("\u212a", "K")).not.toBe(0);
    const next = random(3);
    for (let i = 0; i < 2000; i++) {
      const [a, b] = pairOfTexts(next);
      const decomposed = compareCodePoints(a.normalize("NFD"), b.normalize("NFD"));
      if (createdAt("quaternary").compare(a, b) !== 0) continue;
      expect(collation.compare(a, b), `${spell(a)} / ${spell(b)}`).toBe(
        Math.sign(decomposed || compareCodePoints(a, b)),
      );
    }
  });

  const createdAt = (strength: "quaternary") => createCollation({ strength });
});

describe("hostile strings", () => {
  it("lone surrogates are ordered by their code points, above all letters and below U+FFFD", () => {
    const collation = createCollation();
    const texts = ["z", "龍", "\u{2a6d6}", "\u0378", "\ud800", "\udbff", "\udc00", "\udfff", "\ufffd"];
    for (let i = 1; i < texts.length; i++) {
      const [a, b] = [texts[i - 1]!, texts[i]!];
      expect(collation.compare(a, b), `${spell(a)} / ${spell(b)}`).toBe(-1);
    }
  });

  it("strings longer than maxLength throw", () => {
    const collation = createCollation({ maxLength: 10 });
    expect(() => collation.compare("x".repeat(11), "")).toThrow(RangeError);
    expect(() => collation.sortKey("x".repeat(11))).toThrow("at most maxLength (10) UTF-16 units, got 11");
    expect(collation.compare("x".repeat(10), "x")).toBe(1);
  });
});
