import type { Tree } from "@lezer/common";
import type { LRParser } from "@lezer/lr";
import { beforeAll, describe, expect, it } from "vitest";
import { readTokens } from "../../src/editor/syntax/tokens.ts";
import { readFilter, readSortBy } from "../../src/parser/read.ts";
import { byEffort } from "../effort.ts";
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

  it("has the tokens of the lexer on random correct texts", () => {
    const texts = new RandomTexts(seed);
    const count = byEffort({ sample: 2_000, full: 20_000, proof: 100_000 });
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
    const count = byEffort({ sample: 3_000, full: 30_000, proof: 100_000 });
    let broken = 0;
    let elsewhere = 0;
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
      const expected = firstWrongToken(text, kind)!;
      if (firstError === expected.start) continue;
      elsewhere++;
      const known = isKnown(text, firstError, expected);
      expect({ seed, text, firstError, expected, known }).toEqual({
        seed,
        text,
        firstError,
        expected,
        known: true,
      });
    }
    expect(broken).toBeGreaterThan(count / 3);
    expect(elsewhere).toBeLessThan(broken / 20);
  });
});

/**
 * The lexer looks further ahead than Lezer in four cases.
 * - After a quote that no separator follows, it searches for the real end of the string, as in `'O'Brien'`.
 * - A time, a space and a zone are one token, because a URL can have lost the `+` of the zone.
 * - A word before a parenthesis is the name of a function, also in place of the option of a sort key.
 * - A dot before a digit begins a number, as in `name.5`. In the grammar, it belongs to the name.
 */
function isKnown(
  text: string,
  found: number,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const token = text.slice(start, end);
  const isInside = found > start && found <= end && /^(?:['"]|[\dT:.-]+ \d)/.test(token);
  const isDotBeforeDigit =
    found < start &&
    /^[\p{L}_@][\p{L}0-9_@.-]*$/u.test(text.slice(found, start)) &&
    /^\.+\d/.test(text.slice(start));
  const isOption = text.charAt(found) === "(" && /^[a-z]+\s*$/.test(text.slice(start, found));
  return isInside || isOption || isDotBeforeDigit;
}
