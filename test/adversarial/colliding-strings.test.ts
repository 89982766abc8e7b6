import { expect, it } from "vitest";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check } from "../../src/checker/check.ts";
import { DEFAULT_LIMITS, MAXIMUM_LIMITS } from "../../src/diagnostics/limits.ts";
import { parseFilter } from "../../src/parser/parse.ts";

/**
 * V8 hashes a string of digits by its value, so that strings can be chosen whose hashes share their lowest bits. A table of
 * such keys takes quadratic time.
 */

const catalog = defineCatalog({ name: "keys", members: { s: "string" } });
const COUNT = 4_000;

/** Values below 2^24 that are equal in their lowest bits, and values that are not. */
const colliding = Array.from({ length: COUNT }, (_, i) => String(i * 4_096));
const spread = Array.from({ length: COUNT }, (_, i) => String((i * 2_654_435_761) % 16_777_213));

function milliseconds(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[2]!;
}

const limits = { ...DEFAULT_LIMITS, arguments: MAXIMUM_LIMITS.arguments, nodes: MAXIMUM_LIMITS.nodes };
const inFilter = (values: readonly string[]) => {
  const text = `in(s,${values.map((value) => `'${value}'`).join(",")})`;
  const { expression } = parseFilter(text, { limits: { ...limits, text: text.length } });
  return check(expression!, catalog, { limits: { ...limits, text: text.length } }).filter!;
};

it("strings with equal hash bits in rows and in a long `in` take about the time of others", () => {
  const run = (values: readonly string[]) => {
    const rows = [...values, ...values].map((s) => ({ s }));
    const filter = inFilter(values);
    return () => {
      const collection = createCollection(rows, { catalog });
      expect(collection.count({ filter })).toBe(rows.length);
      expect(collection.facets("s", {}).distinct).toBe(COUNT);
    };
  };
  const [attacked, usual] = [run(colliding), run(spread)];
  attacked();
  usual();
  expect(milliseconds(attacked)).toBeLessThan(milliseconds(usual) * 8 + 50);
}, 120_000);

it("a call has at most 1,000 arguments by default and 10,000 if a program raises the limit", () => {
  expect([DEFAULT_LIMITS.arguments, MAXIMUM_LIMITS.arguments]).toEqual([1_000, 10_000]);
});
