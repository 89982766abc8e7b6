import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { print } from "../../src/ast/print.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { anyText, mutated, tokenSoup, trees } from "../../test/properties/arbitraries.ts";
import { runChild } from "../child-process.ts";
import { progress, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import { atMost, type PartOptions, type PartResult } from "../part-result.ts";
import { parseReference } from "../reference-parser.ts";
import { CHECKED, filterTexts, PARSED, PARSERS, REPEATED, SIZES, type Size } from "./contestants.ts";

/** Measures parsing, relative to a hand-written parser of the same grammar. */
export function runParse({ quick }: PartOptions): PartResult {
  progress(`parse: ${requireSameTrees()} texts give the same tree as the reference`);
  const found: [string, Record<Size, Measured>][] = [];
  for (const name of Object.keys(PARSERS)) {
    progress(`parse: ${name}`);
    const task = { name, rounds: quick ? 5 : 25 };
    const measured = runChild(new URL("child.ts", import.meta.url), task, 2048);
    found.push([name, measured as Record<Size, Measured>]);
  }
  const of = Object.fromEntries(found);
  return {
    tables: [
      {
        name: "parse",
        title: "Parse",
        note:
          "Each contestant runs in its own process, together with a hand-written parser of the same grammar that makes the same trees (1x). " +
          "Ratios are medians over the rounds, with the range in parentheses.",
        columns: SIZES.flatMap((size) => [size, "ratio"]),
        rows: found.map(([name, sizes]) => ({
          name,
          ours: true,
          cells: SIZES.flatMap((size) => {
            const { milliseconds, ratio: against } = sizes[size];
            return [
              duration(milliseconds.median),
              `${ratio(against.median)} (${ratio(against.min)}..${ratio(against.max)})`,
            ];
          }),
          value: sizes["160 B"].ratio.median,
        })),
        chart: { title: "Time to parse a filter of 160 bytes", unit: "× hand-written parser" },
      },
    ],
    goals: [
      ...SIZES.flatMap((size) => [
        atMost(`parse ${size}, against the reference parser`, of[PARSED]![size].ratio.median, 4.5),
        atMost(`parse and check ${size}, against the reference parser`, of[CHECKED]![size].ratio.median, 5.5),
      ]),
      atMost(
        "a text of 160 B parsed before (cache)",
        of[REPEATED]!["160 B"].milliseconds.median * 1000,
        1,
        " µs",
      ),
    ],
  };
}

/**
 * Checks that both parsers return the same trees, or both undefined, for the measured texts and for random ones.
 *
 * @returns the number of texts
 */
function requireSameTrees(): number {
  const random = fc.sample(fc.oneof(tokenSoup, mutated, anyText, trees.map(print)), {
    numRuns: 3_000,
    seed: 9,
  });
  const texts = [...SIZES.flatMap(filterTexts), ...random];
  for (const text of texts) {
    const { expression, diagnostics } = parseFilter(text);
    const expected = diagnostics.length === 0 ? expression : undefined;
    if (isDeepStrictEqual(parseReference(text), expected)) continue;
    throw new Error(`parseReference and parseFilter return different trees for ${text}`);
  }
  return texts.length;
}
