import { describe, expect, it } from "vitest";
import { check, compilePredicate, defineCatalog, defineFunction, parseFilter } from "tamis";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { KERNEL_NAMES } from "./tried-kernels.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: { id: "integer", name: "string", state: "string", tags: { type: "list", items: "string" } },
});
const rows = Array.from({ length: 5_000 }, (_, id) => ({
  id,
  name: id % 9 === 0 ? null : `${id % 2 === 0 ? "Sales" : "sales"} ${(id * 7919) % 5_003} report`,
  state: ["open", "done", "Failed"][id % 3]!,
  tags: id % 5 === 0 ? [] : [`tag ${id % 7}`, `Tag ${id % 11}`],
}));

const PAGE_LIMIT = 1_000;

let calls = 0;
const evaluated = { parameters: [text("e"), text("pattern")], result: "boolean" } as const;
const functions = [
  defineFunction({ name: "begins", summary: "Starts.", role: { kind: "search", search: "startsWith" } }),
  defineFunction({ name: "finishes", summary: "Ends.", role: { kind: "search", search: "endsWith" } }),
  defineFunction({ name: "mentions", summary: "Contains.", role: { kind: "search", search: "contains" } }),
  defineFunction({
    name: "mentionsAnyCase",
    summary: "Contains, ignoring case and accents.",
    role: { kind: "search", search: "contains", strength: "primary" },
  }),
  defineFunction({
    name: "like",
    summary: "Matches a prefix that ends with *.",
    ...evaluated,
    evaluate: (value, pattern) => {
      calls++;
      return value.startsWith(pattern.slice(0, -1));
    },
    requiredLiterals: (pattern) => ({ prefix: pattern.slice(0, -1) }),
  }),
];

function text(name: string) {
  return { name, type: "string" } as const;
}

const filterOf = (source: string) => {
  const { filter, diagnostics } = check(parseFilter(source).expression!, catalog, { functions });
  expect(diagnostics, source).toEqual([]);
  return filter!;
};
const keptIds = (source: string) => {
  const keeps = compilePredicate(filterOf(source));
  return rows.filter(keeps).map(({ id }) => id);
};

describe.each(KERNEL_NAMES)("a service function with a role, %s kernels", (kernels) => {
  const collection = createCollection(rows, { catalog, kernels });
  const pageIds = (source: string) =>
    collection.page({ filter: filterOf(source), limit: PAGE_LIMIT }).items.map(({ id }) => id);
  const explained = (source: string) =>
    collection
      .explain({ filter: filterOf(source) })
      .filter.map(({ by, cost, rows: found }) => ({ by, cost, rows: found }));

  it.each([
    ["begins(name,'Sales 77')", "startsWith(name,'Sales 77')"],
    ["not(begins(name,'Sales 77'))", "not(startsWith(name,'Sales 77'))"],
    ["finishes(name,'7 report')", "endsWith(name,'7 report')"],
    ["mentions(name,' 1234 ')", "contains(name,' 1234 ')"],
    ["mentionsAnyCase(name,'SALES 12')", "contains($primary,name,'SALES 12')"],
    ["begins(state,'d')", "startsWith(state,'d')"],
    ["mentionsAnyCase(state,'FAIL')", "contains($primary,state,'FAIL')"],
    ["begins(tags,'tag 3')", "startsWith(tags,'tag 3')"],
    ["mentionsAnyCase(tags,'TAG 10')", "match(tags,'(?i).*tag 10.*')"],
    ["like(name,'Sales 77*')", "match(name,'Sales 77.*')"],
  ])("gives %s the rows and the access path of %s", (service, builtIn) => {
    expect(pageIds(service)).toEqual(keptIds(builtIn).slice(0, PAGE_LIMIT));
    expect(pageIds(service)).toEqual(keptIds(service).slice(0, PAGE_LIMIT));
    expect(pageIds(service).length).toBeGreaterThan(0);
    expect(explained(service)).toEqual(explained(builtIn));
  });

  it("is only called for strings that contain its required literals", () => {
    calls = 0;
    const found = pageIds("like(name,'Sales 77*')").length;
    expect(calls).toBeLessThanOrEqual(found);
  });
});

describe("a service function with a role", () => {
  it("accepts a strength in the call unless its role fixes one", () => {
    expect(keptIds("begins($primary,name,'SALES')")).toEqual(keptIds("startsWith($primary,name,'SALES')"));
    const { diagnostics } = check(parseFilter("mentionsAnyCase($primary,name,'x')").expression!, catalog, {
      functions,
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(["strength-not-allowed"]);
  });

  it("needs two strings and a boolean result for required literals", () => {
    expect(() =>
      defineFunction({
        name: "bad",
        summary: "No.",
        parameters: [text("e")],
        result: "boolean",
        evaluate: () => true,
        requiredLiterals: () => ({}),
      }),
    ).toThrow("requiredLiterals of bad needs a function of two strings that returns a boolean, got (string)");
  });
});
