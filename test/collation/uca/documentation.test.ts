import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { STRENGTHS } from "../../../src/collation/order/strength.ts";
import { createCollation, loadCollations } from "../../../src/collation/uca/index.ts";

const page = readFileSync(new URL("../../../docs/collation.md", import.meta.url), "utf8");
const rows = page
  .slice(page.indexOf("<!-- strengths:begin -->"), page.indexOf("<!-- strengths:end -->"))
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

it("the strength table of docs/collation.md has more than six languages", () => {
  expect(new Set(rows.map(([language]) => language)).size).toBeGreaterThan(6);
  expect(rows.every((row) => row.length === 9)).toBe(true);
});

it.each(rows)(
  "%s (%s): %s and %s are ordered as docs/collation.md states",
  async (_language, locale, left, right, ...signs) => {
    await loadCollations(locale);
    const actual = STRENGTHS.map(
      (strength) => ["<", "=", ">"][createCollation({ locale: locale, strength }).compare(left, right) + 1],
    );
    expect(actual).toEqual(signs);
  },
);

it("the example of docs/collation.md has the stated results", async () => {
  await loadCollations("sv");
  const swedish = createCollation({ locale: "sv", strength: "primary", numeric: true });
  expect(swedish.compare("zebra", "ärlig")).toBe(-1);
  expect(swedish.equalityKey("Ärlig")).toBe(swedish.equalityKey("ärlig"));
  expect(swedish.contains("Västra Götaland", "gota")).toBe(false);
  expect(swedish.search("Malmö 2", "malmö")).toEqual({ start: 0, end: 5 });
});
