import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check } from "../../src/checker/check.ts";
import { MAXIMUM_DIAGNOSTICS } from "../../src/diagnostics/diagnostic.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";

const catalog = defineCatalog({
  name: "things",
  members: { size: "integer", secret: { type: "string", filterable: false } },
});

describe("more diagnostics than the maximum", () => {
  for (const count of [19, 20, 21, 100]) {
    it(`include an error after ${count} warnings, so that a member that is not filterable remains hidden`, () => {
      const text = `and(${"eq(size,'1'),".repeat(count)}eq(secret,'x'))`;
      const result = check(parseFilter(text).expression!, catalog);
      expect(result.ok).toBe(false);
      expect(result.diagnostics.map(({ code }) => code)).toContain("unknown-member");
      expect(result.diagnostics.length).toBeLessThanOrEqual(MAXIMUM_DIAGNOSTICS);
    });
  }

  it("include a syntax error after any number of warnings", () => {
    const text = `and(${"eq(t,10:00:00 02:00),".repeat(30)}eq(a,1)`;
    expect(parseFilter(text).expression).toBeUndefined();
    expect(parseSortBy(`a${":ascending".repeat(30)},b:bogus`).expression).toBeUndefined();
  });

  it("are cut at the maximum", () => {
    expect(parseFilter("§".repeat(1000)).diagnostics).toHaveLength(MAXIMUM_DIAGNOSTICS);
  });
});
