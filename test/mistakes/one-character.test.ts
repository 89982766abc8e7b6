import { expect, it } from "vitest";
import type { Expression } from "../../src/ast/nodes.ts";
import { applyFixes } from "../../src/diagnostics/diagnostic.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { readText } from "./score-mistake.ts";

const FILTERS = [
  "blank(name)",
  "not(in(size,1,2,3))",
  "and(eq(size,1),contains(name,'ab'))",
  "or(isNull(owner.city),not(enabled))",
  "not(or(isNull(owner.city),gt(price,2)))",
  "or(enabled,or(eq(size,1),enabled))",
  "and(or(eq(size,1),eq(size,2)),enabled)",
  "or(and(enabled,lt(size,3)),not(startsWith(name,'x')))",
  "or(enabled,and(eq(size,1),isNull(zip)),not(enabled))",
  "and(enabled,or(eq(size,1),eq(size,2),isNull(zip)))",
  "and(not(eq(state,'done')),le(1,size,10),endsWith(name,'b'))",
  "not(and(eq(size,1),or(enabled,isNull(zip),blank(name))))",
  "or(enabled,and(ge(created,2024-01-01),not(contains(tags,'a'))))",
  "or(and(enabled,isNull(zip)),ne(state,'open'),match(name,'a+'))",
];

/** Returns the structure of a filter: `or(_,not(_))`. Other conditions are `_`. */
function structureOf(node: Expression): string {
  if (node.kind !== "call") return "_";
  if (node.callee === "ne") return "not(_)";
  return /^(?:and|or|not)$/.test(node.callee) ? `${node.callee}(${node.args.map(structureOf).join()})` : "_";
}

/** Returns all texts that differ from a filter by one missing or surplus character. */
function mistakesIn(text: string): ReadonlySet<string> {
  const offsets = Array.from(
    { length: text.length + 1 },
    (_, at) => [text.slice(0, at), text.slice(at)] as const,
  );
  return new Set(
    offsets.flatMap(([before, after]) => [
      before + after.slice(1),
      ...",)('".split("").map((character) => before + character + after),
    ]),
  );
}

function applyAllFixes(text: string): string {
  for (let fixed = text, round = 0; ; round++) {
    const next = applyFixes(fixed, readText("filter", fixed).diagnostics);
    if (next === fixed || round === 12) return next;
    fixed = next;
  }
}

it.each(FILTERS)(
  "the fixes of a wrong character in %s leave an error, or the structure of the filter",
  (filter) => {
    const structure = structureOf(parseFilter(filter).expression!);
    let fixed = 0;
    for (const mistake of mistakesIn(filter)) {
      const text = applyAllFixes(mistake);
      if (readText("filter", text).meaning === undefined) continue;
      expect([mistake, structureOf(parseFilter(text).expression!)]).toEqual([mistake, structure]);
      fixed++;
    }
    expect(fixed).toBeGreaterThan(filter.length / 3);
  },
);
