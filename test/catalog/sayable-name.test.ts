import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDottedName } from "../../src/ast/spelling.ts";
import { sayableName, sayableNames } from "../../src/catalog/sayable-name.ts";

describe("a sayable name", () => {
  it.each([
    ["name", "name"],
    ["First Name", "First_Name"],
    ["  price (EUR) ", "price_EUR"],
    ["2nd", "_2nd"],
    ["-x", "_-x"],
    ["$type", "type"],
    ["", "_"],
    ["***", "_"],
    ["true", "_true"],
    ["a.b", "a_b"],
    ["名前", "名前"],
    ["e\u0301tat", "état"],
    ["a\ud800b", "a_b"],
    ["x".repeat(500), "x".repeat(200)],
  ])("of %j is %j", (text, name) => {
    expect(sayableName(text, new Set())).toBe(name);
  });

  it("gets the first free number where it is taken", () => {
    const taken = new Set<string>();
    expect(Array.from({ length: 12 }, () => sayableName("a b", taken))).toEqual([
      "a_b",
      ...Array.from({ length: 11 }, (_, i) => `a_b_${i + 2}`),
    ]);
  });

  it("can always be said, and is never given twice", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: "binary" }), { maxLength: 30 }), (texts) => {
        const names = [...sayableNames(texts).values()];
        expect(names).toHaveLength(texts.length);
        expect(new Set(names).size).toBe(texts.length);
        for (const name of names) expect(isDottedName(name), name).toBe(true);
      }),
    );
  });
});

describe("the names of one object's properties", () => {
  it("leave alone what can be said, wherever it stands", () => {
    expect(Object.fromEntries(sayableNames(["First Name", "First_Name", "id"]))).toEqual({
      "First Name": "First_Name_2",
      First_Name: "First_Name",
      id: "id",
    });
  });

  it("B5: keep a dot unless it would hide a path", () => {
    expect(Object.fromEntries(sayableNames(["a.b", "x.y", "a"]))).toEqual({
      "a.b": "a_b",
      "x.y": "x.y",
      a: "a",
    });
  });

  it("are found quickly for ten thousand that come to the same", () => {
    const start = performance.now();
    const names = sayableNames(
      Array.from({ length: 10_000 }, (_, i) => "#".repeat((i % 190) + 1) + "é" + "#".repeat(i / 190)),
    );
    expect(performance.now() - start).toBeLessThan(2000);
    expect(new Set(names.values()).size).toBe(names.size);
  });
});
