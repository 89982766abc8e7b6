import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { isDottedName } from "../../src/ast/spelling.ts";
import { memberNameFor, memberNamesFor } from "../../src/catalog/member-names.ts";
import { ANY_CHARACTER } from "../properties/any-character.ts";

describe("memberNameFor", () => {
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
    expect(memberNameFor(text, new Set())).toBe(name);
  });

  it("appends the first free number to a taken name", () => {
    const taken = new Set<string>();
    expect(Array.from({ length: 12 }, () => memberNameFor("a b", taken))).toEqual([
      "a_b",
      ...Array.from({ length: 11 }, (_, i) => `a_b_${i + 2}`),
    ]);
  });

  it("returns valid, distinct names for random properties", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: ANY_CHARACTER }), { maxLength: 30 }), (texts) => {
        const names = [...memberNamesFor(texts).values()];
        expect(names).toHaveLength(texts.length);
        expect(new Set(names).size).toBe(texts.length);
        for (const name of names) expect(isDottedName(name), name).toBe(true);
      }),
    );
  });
});

describe("memberNamesFor", () => {
  it("keeps valid names, wherever they are in the list", () => {
    expect(Object.fromEntries(memberNamesFor(["First Name", "First_Name", "id"]))).toEqual({
      "First Name": "First_Name_2",
      First_Name: "First_Name",
      id: "id",
    });
  });

  it("keeps a dot unless the name would hide a path", () => {
    expect(Object.fromEntries(memberNamesFor(["a.b", "x.y", "a"]))).toEqual({
      "a.b": "a_b",
      "x.y": "x.y",
      a: "a",
    });
  });

  it("tries few numbers for each of 10,000 properties that lead to the same name", () => {
    const taken = new Set<string>();
    const has = vi.spyOn(taken, "has");
    const names = memberNamesFor(
      Array.from({ length: 10_000 }, (_, i) => "#".repeat((i % 190) + 1) + "é" + "#".repeat(i / 190)),
      taken,
    );
    expect(has.mock.calls.length / names.size).toBeLessThan(30);
    expect(new Set(names.values()).size).toBe(names.size);
  });
});
