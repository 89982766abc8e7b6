import { makeLiteral } from "../../src/ast/make-node.ts";
import { NOWHERE } from "../../src/diagnostics/span.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expression } from "../../src/ast/nodes.ts";
import { call, name, number } from "../../src/ast/constructors.ts";
import { print } from "../../src/ast/print.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { check } from "../../src/checker/check.ts";
import { checkCondition } from "../../src/checker/check-expression.ts";
import type { CheckOptions } from "../../src/checker/checked.ts";
import { CheckContext } from "../../src/checker/context.ts";
import { isSurelyCorrect } from "../../src/checker/fast-path.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { literals, trees } from "../properties/arbitraries.ts";
import { filtersSeen } from "../properties/corpus.ts";
import { conditions, TYPED } from "../properties/evaluable.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { CATALOG } from "./documents-catalog.ts";
import { FINDINGS } from "./findings.ts";

/** Requires of a tree that the fast path accepts: the checker reports nothing, corrects nothing and finds the same members. */
function passesAlike(expression: Expression, catalog: Catalog, options: CheckOptions = {}): boolean {
  const quick = new CheckContext(catalog, options);
  if (!isSurelyCorrect(expression, quick)) return false;
  const full = new CheckContext(catalog, options);
  const read = checkCondition(expression, full, 0);
  const text = print(expression);
  expect(full.diagnostics, text).toEqual([]);
  expect(read, text).toBe(expression);
  expect([...quick.members], text).toEqual([...full.members]);
  expect(quick.diagnostics, text).toEqual([]);
  expect(quick.nodes, text).toBe(full.nodes);
  return true;
}

const MEMBERS = [
  ...[
    "id",
    "name",
    "state",
    "size",
    "ratio",
    "enabled",
    "day",
    "time",
    "created",
    "tags",
    "sizes",
    "properties",
  ],
  ...["properties.x", "owner", "owner.name", "owner.key", "members", "members.name", "members.age", "code"],
  ...["payload", "secret", "file.size", "nosuch", "null"],
];
const TEXTS = [
  "open",
  "OPEN",
  "ajar",
  "name",
  "size",
  "1",
  "true",
  "2020-01-01",
  "",
  "a\0b",
  "\ud800",
  "x".repeat(50),
];
const CALLEES = [
  ...[
    "and",
    "or",
    "not",
    "isNull",
    "eq",
    "ne",
    "lt",
    "ge",
    "in",
    "contains",
    "startsWith",
    "endsWith",
    "match",
  ],
  ...["matchAll", "matchAny", "blank", "length", "substr", "upCase", "downCase", "nosuch"],
];

/** Random calls of any function with a few arguments of any kind. A few of them are correct. */
const anyCalls: fc.Arbitrary<Expression> = fc.letrec<{ node: Expression; call: Expression }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...MEMBERS).map((member) => name(member)),
    fc.constantFrom(...TEXTS).map((text): Expression => makeLiteral("string", text, NOWHERE)),
    fc.constantFrom(0, 1, -1, 2.5).map((value) => number(value)),
    literals,
    tie("call"),
  ),
  call: fc
    .tuple(
      fc.constantFrom(...CALLEES),
      fc.option(fc.constantFrom("primary", "identical"), { nil: undefined, freq: 8 }),
      fc.option(fc.constantFrom(...MEMBERS), { nil: undefined, freq: 4 }),
      fc.array(tie("node"), { maxLength: 3 }),
    )
    .map(([callee, strength, first, rest]): Expression => {
      const args = first === undefined ? rest : [name(first), ...rest.slice(0, 2)];
      return call(callee, args, strength);
    }),
})).call;

describe("the fast path of the checker", () => {
  it("accepts no tree that the checker reports or corrects", () => {
    let passed = 0;
    const limits = fc.constantFrom(undefined, { nodes: 4 }, { depth: 1 }, { arguments: 2 }, { string: 3 });
    const property = fc.property(anyCalls, limits, (tree, given) => {
      if (passesAlike(tree, CATALOG, given === undefined ? {} : { limits: given })) passed++;
    });
    fc.assert(property, { numRuns: 20_000 });
    expect(passed).toBeGreaterThan(150);
  });

  it("accepts no random tree that the checker reports", () => {
    fc.assert(
      fc.property(trees, (tree) => void passesAlike(tree, CATALOG)),
      { numRuns: 2000 },
    );
  });

  it("accepts many of the correct filters", () => {
    let passed = 0;
    let right = 0;
    const property = fc.property(conditions(TYPED), (tree) => {
      if (passesAlike(tree, typedCatalog)) passed++;
      const result = check(tree, typedCatalog);
      if (result.ok && result.diagnostics.length === 0) right++;
    });
    fc.assert(property, { numRuns: 2000 });
    expect(passed).toBeGreaterThan(right / 4);
  });

  it("accepts none of the listed incorrect filters", () => {
    for (const [text] of FINDINGS) {
      const { expression } = parseFilter(text);
      if (expression !== undefined) passesAlike(expression, CATALOG);
    }
    for (const { text } of filtersSeen()) {
      const { expression } = parseFilter(text);
      if (expression !== undefined) passesAlike(expression, CATALOG);
    }
  });

  const passes = (text: string) => passesAlike(parseFilter(text).expression!, CATALOG);

  it("accepts common filters", () => {
    for (const text of [
      "and(eq(name,'x'),gt(size,1),or(startsWith(payload,'y'),in(state,'open','closed')))",
      "eq(enabled,true)",
      "not(isNull(owner.name))",
      "lt(created,2020-01-01)",
      "eq($primary,file.size,size)",
      "gt(length(name),3)",
      "contains(properties.x,'a')",
    ]) {
      expect(passes(text), text).toBe(true);
    }
  });

  it("rejects filters with a diagnostic", () => {
    for (const text of [
      "and(enabled)",
      "eq('name','x')",
      "eq(state,'ajar')",
      "eq(size,'1')",
      "eq(name,word)",
      "startsWith(code,'x')",
      "match(name,'(')",
      "eq(substr(name,0,-1),'x')",
      "eq(substr(name,1.5),'x')",
      "not($primary,enabled)",
      "eq(secret,'x')",
      "upCase(name)",
    ]) {
      expect(passes(text), text).toBe(false);
      const { diagnostics } = check(parseFilter(text).expression!, CATALOG);
      expect(diagnostics.length, text).toBeGreaterThan(0);
    }
  });

  it("rejects every filter without a catalog", () => {
    expect(isSurelyCorrect(parseFilter("eq(a,1)").expression!, new CheckContext(undefined, {}))).toBe(false);
  });
});
