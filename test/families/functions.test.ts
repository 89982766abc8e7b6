import { describe, expect, it } from "vitest";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { families } from "./reference.ts";

const limited = families.flatMap((family) =>
  Object.entries(family.collections).flatMap(([name, { catalog }]) =>
    catalog?.functions === undefined
      ? []
      : [{ title: `${family.name}/${name}`, allowed: [...catalog.functions] }],
  ),
);

describe("functions that collections allow", () => {
  it.each(limited)("of $title exist", ({ allowed }) => {
    const known = new Set<string>(FUNCTIONS.map(({ name }) => name));
    expect(allowed.filter((name) => !known.has(name))).toEqual([]);
    expect(allowed.length).toBeLessThan(known.size);
  });

  it("are limited only in data quality", () => {
    expect(limited.map(({ title }) => title)).toEqual(["data-quality/qkbs", "data-quality/environments"]);
  });
});
