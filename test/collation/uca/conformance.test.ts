import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { compareKeys, createCollation, loadCollations } from "../../../src/collation/uca/index.ts";
import { spell } from "./random-strings.ts";
import { countOf } from "../../effort.ts";

/** CLDR's conformance files: strings in root order. */
beforeAll(() => loadCollations("und"));

function texts(name: string): string[] {
  const file = new URL(`../../fixtures/collation/CollationTest_CLDR_${name}_SHORT.txt.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString("utf8").split("\n");
  return lines
    .map((line) => line.replace(/[;#].*$/, "").trim())
    .filter((line) => line !== "")
    .map((line) =>
      line
        .split(" ")
        .map((point) => String.fromCodePoint(parseInt(point, 16)))
        .join(""),
    );
}

describe.each([
  ["NON_IGNORABLE", "non-ignorable", 206_298],
  ["SHIFTED", "shifted", 227_809],
] as const)("CLDR's conformance file %s", (name, alternate, count) => {
  const all = texts(name);
  // The sample has every eleventh line and a fixed range of consecutive lines.
  const every = countOf("collation/uca/conformance: every");
  const list = all.filter((_, i) => i % every === 0 || (i > 100_000 && i < 103_000));

  it("has the expected number of strings", () => {
    expect(all.length).toBe(count);
  });

  it("is in order by compare and by sort key at all strengths", () => {
    for (const strength of ["identical", "quaternary", "tertiary", "primary"] as const) {
      const collation = createCollation({ alternate, strength });
      const wrong: string[] = [];
      let before = list[0]!;
      let keyBefore = collation.sortKey(before);
      for (const text of list) {
        const key = collation.sortKey(text);
        if (collation.compare(before, text) > 0 || compareKeys(keyBefore, key) > 0)
          wrong.push(`${spell(before)} / ${spell(text)}`);
        before = text;
        keyBefore = key;
      }
      expect(wrong).toEqual([]);
    }
  });

  it("is not in order by code points or with the other option for punctuation", () => {
    const other = createCollation({
      alternate: alternate === "shifted" ? "non-ignorable" : "shifted",
      strength: "identical",
    });
    const wrong = (order: (a: string, b: string) => number) =>
      list.filter((text, i) => i > 0 && order(list[i - 1]!, text) > 0).length;
    expect(wrong((a, b) => other.compare(a, b))).toBeGreaterThan(200);
    expect(wrong((a, b) => (a < b ? -1 : 1))).toBeGreaterThan(1000);
  });
});
