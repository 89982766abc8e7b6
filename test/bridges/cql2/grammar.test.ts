import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cql2TextBridge } from "tamis/bridges/cql2-text";
import { countOf } from "../../effort.ts";
import { DAYS, Random, SEED, STRINGS } from "../random.ts";
import { deriver, readGrammar } from "./derive.ts";
import { words } from "../../words.ts";

const grammar = readGrammar(readFileSync(new URL("data/cql2.bnf", import.meta.url), "utf8"));
const COUNT = countOf("bridges/cql2/grammar: count");

const OPTIONS = {
  lexical: new Set([
    "comparisonOperator",
    "propertyName",
    "dateInstantString",
    "timestampInstantString",
    ...[...grammar.keys()].filter((name) => /numericLiteral$|integer$|^(?:mantissa|exponent)$/i.test(name)),
  ]),
  drawn: {
    identifier: (random: Random) => random.pick(["name", "size", "tags", "a.b", "é_1", "owner:id", "_x"]),
    characterLiteral: (random: Random) => {
      const text = random
        .pick(STRINGS)
        .replaceAll("\\", "")
        .replaceAll("'", random.pick(["''", "\\'"]));
      return `'${text}'`;
    },
    // The grammar also allows month 99.
    fullDate: (random: Random) => random.pick(DAYS),
    utcTime: (random: Random) => random.pick(["00:00:00Z", "23:59:59Z", "12:30:00.5Z"]),
    // Argument lists are separated by commas.
    function: (random: Random) =>
      random.pick(["avg(size)", "f()", "g(name,'x',1,TRUE)", "h(size + 1, ('a', 'b'))"]),
  },
};

/** Each is a whole condition. Most texts of the first rule have functions only. */
const STARTS = words(`
  booleanExpression binaryComparisonPredicate isLikePredicate isBetweenPredicate isInListPredicate
  isNullPredicate spatialPredicate temporalPredicate arrayPredicate
`);

it(`every text of the grammar of CQL2 is read (seed ${SEED})`, () => {
  expect(grammar.size).toBeGreaterThan(100);
  const random = new Random(SEED);
  const draw = deriver(grammar, OPTIONS);
  let exact = 0;
  for (let i = 0; i < COUNT; i++) {
    const text = draw(random.pick(STARTS), random, 4 + random.below(14));
    const { report } = cql2TextBridge.importQuery({ filter: text });
    expect([text, report.filter(({ code }) => code === "syntax")]).toEqual([text, []]);
    if (report.length === 0) exact++;
  }
  expect(exact).toBeGreaterThan(COUNT / 20);
});
