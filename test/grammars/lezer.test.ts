import { TreeFragment, type Tree } from "@lezer/common";
import type { LRParser } from "@lezer/lr";
import { beforeAll, describe, expect, it } from "vitest";
import { readTokens } from "../../src/editor/syntax/tokens.ts";
import { readFilter, readSortBy } from "../../src/parser/read.ts";
import { countOf } from "../effort.ts";
import { Random } from "../text-fuzz/random.ts";
import { firstWrongToken, loadLezerParser } from "./lezer.ts";
import { RandomTexts } from "./random-texts.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? 20261122);

type Kind = "filter" | "sortBy";

/** Texts that edits insert. */
const PIECES = [
  ...["(", ")", ",", ":", "'", '"', "$", "$x", "$primary", " ", "\n", "\u00a0", "\0", "\ud800"],
  ...["name", "eq(", "ascending", "a..b", "a.", ".5", "é", "😀", "’", "#", "=", "[", "-"],
  ...["1", "01", "1.", "1e999", "2020-02-30", "25:00", "12:00 02:00", "'x'"],
];

function edited(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const kind = random.below(3);
  if (kind === 0) return text.slice(0, at) + text.slice(at + 1 + random.below(3));
  return kind === 1 ? text.slice(0, at) + random.pick(PIECES) + text.slice(at) : text.slice(0, at);
}

function parserOf(kind: Kind) {
  return kind === "filter" ? readFilter : readSortBy;
}

/** The types of Lezer do not say that a tree has this method. */
function describeTree(tree: { toString: () => string }): string {
  return tree.toString();
}

describe("the Lezer grammar", () => {
  let parsers: Readonly<Record<Kind, LRParser>>;
  beforeAll(async () => {
    const parser = await loadLezerParser();
    parsers = {
      filter: parser.configure({ top: "Filter" }),
      sortBy: parser.configure({ top: "SortBy" }),
    };
  });

  /** Returns the spans of the tokens and the start of the first error node. */
  function parse(text: string, kind: Kind) {
    const ranges: [number, number][] = [];
    let firstError: number | undefined;
    const tree: { iterate: Tree["iterate"]; toString: () => string } = parsers[kind].parse(text);
    tree.iterate({
      enter: ({ type, from, to, node }) => {
        if (type.isError) firstError ??= from;
        else if (node.firstChild === null && to > from && !type.isTop) ranges.push([from, to]);
      },
    });
    return { tree: tree.toString(), ranges, firstError };
  }

  it("distinguishes functions, members, literals, strengths and options", () => {
    const { tree } = parse("eq($primary,owner.city,'O''Brien',true,-1.5,2020-01-31)", "filter");
    expect(tree).toBe(
      'Filter(Call(FunctionName,"(",Strength,",",Name,",",String,",",Name,",",Number,",",Date,")"))',
    );
    expect(parse("name:descending:primary,size", "sortBy").tree).toBe(
      'SortBy(SortKey(Name,":",Option,":",Option),",",SortKey(Name))',
    );
  });

  it("has an error node where a text is broken", () => {
    const broken = ["eq(a", "eq(a,01)", "eq(a b)", "eq(a,1) b", "a.b(1)", "eq(a,#)", "eq($x,a)", "a..b"];
    expect(broken.map((text) => parse(text, "filter").firstError)).toEqual([4, 5, 5, 8, 3, 5, 3, 0]);
  });

  it.each([
    ["a quote inside of a string with the same quotes", "eq(a,'O'Brien')", "filter", 5],
    ["a zone whose plus sign is a space", "ge(a,2020-01-31T12:00:00 02:00)", "filter", 5],
    ["a call in place of an option", "name:descending (a)", "sortBy", 5],
    ["a number without its first digit after a name", "eq(name.5,a)", "filter", 7],
    ["a name with dots before a parenthesis", "eq(a.b (1),2)", "filter", 7],
  ] as const)("looks as far ahead as the lexer: %s", (_, text, kind, start) => {
    expect(firstWrongToken(text, kind)?.start).toBe(start);
    expect(parse(text, kind).firstError).toBe(start);
  });

  it("reads tokens that are longer than one part of the text", () => {
    const long = "x".repeat(5_000);
    const text = `eq(${long}.${long},'${"it''s ".repeat(1_000)}')`;
    const { firstError, ranges } = parse(text, "filter");
    expect(firstError).toBeUndefined();
    expect(ranges).toEqual(readTokens(text).map(({ start, end }) => [start, end]));
    // The last quote of a pair is found far beyond the first part.
    const broken = `eq(a,'${"it''s ".repeat(1_000)}`;
    expect(parse(broken, "filter").firstError).toBe(5);
  });

  it("reuses the tree of the text before an edit", () => {
    const texts = new RandomTexts(seed);
    const random = new Random(seed);
    const parser = parsers.filter;
    for (let i = 0; i < 500; i++) {
      const before = texts.filter();
      const after = edited(before, random);
      let from = 0;
      while (from < before.length && before[from] === after[from]) from++;
      let end = 0;
      while (end < Math.min(before.length, after.length) - from && before.at(-1 - end) === after.at(-1 - end))
        end++;
      const changes = [{ fromA: from, toA: before.length - end, fromB: from, toB: after.length - end }];
      const fragments = TreeFragment.applyChanges(TreeFragment.addTree(parser.parse(before)), changes, 1);
      expect({ before, after, tree: describeTree(parser.parse(after, fragments)) }).toEqual({
        before,
        after,
        tree: describeTree(parser.parse(after)),
      });
    }
  });

  it("has the tokens of the lexer on random correct texts", () => {
    const texts = new RandomTexts(seed);
    const count = countOf("grammars/lezer: count");
    let correct = 0;
    for (let i = 0; correct < count && i < 2 * count; i++) {
      const kind = i % 4 === 0 ? "sortBy" : "filter";
      const text = kind === "filter" ? texts.filter() : texts.sortBy();
      if (parserOf(kind)(text, { mode: "strict" }).diagnostics.length > 0) continue;
      correct++;
      const { ranges, firstError } = parse(text, kind);
      const expected = readTokens(text).map(({ start, end }) => [start, end]);
      expect({ seed, text, ranges, firstError }).toEqual({
        seed,
        text,
        ranges: expected,
        firstError: undefined,
      });
    }
    expect(correct).toBe(count);
  });

  it("has error nodes exactly in the texts with a syntax error, the first one at the first wrong token", () => {
    const texts = new RandomTexts(seed);
    const random = new Random(seed);
    const count = countOf("grammars/lezer: broken texts");
    let broken = 0;
    for (let i = 0; i < count; i++) {
      const kind = i % 4 === 0 ? "sortBy" : "filter";
      let text = kind === "filter" ? texts.filter() : texts.sortBy();
      for (let edits = random.below(4); edits > 0; edits--) text = edited(text, random);
      const { diagnostics } = parserOf(kind)(text, { mode: "strict" });
      const isBroken = diagnostics.some(({ severity }) => severity === "error");
      const { firstError } = parse(text, kind);
      expect({ seed, text, isBroken: firstError !== undefined }).toEqual({ seed, text, isBroken });
      if (firstError === undefined) continue;
      broken++;
      expect({ seed, text, kind, firstError }).toEqual({
        seed,
        text,
        kind,
        firstError: firstWrongToken(text, kind)!.start,
      });
    }
    expect(broken).toBeGreaterThan(count / 3);
  });
});
