import fc from "fast-check";
import {
  boolean,
  call,
  name,
  number,
  sortBy,
  sortKey,
  string,
  temporal,
} from "../../src/ast/constructors.ts";
import type { Expression, SortBy } from "../../src/ast/nodes.ts";
import type { Strength } from "../../src/collation/order/strength.ts";
import { strengths } from "./arbitraries.ts";
import { DATE_TIMES, DATES, TIMES } from "./extremes.ts";
import { NAMES, NUMBERS, WORDS } from "./hostile-values.ts";

/**
 * Random evaluable expressions. `kind` is the type of the result. Without a catalog the arguments can be of any type.
 */

export interface Leaves {
  readonly condition: fc.Arbitrary<Expression>;
  readonly text: fc.Arbitrary<Expression>;
  readonly number: fc.Arbitrary<Expression>;
  readonly dated: fc.Arbitrary<Expression>;
  readonly time: fc.Arbitrary<Expression>;
  /** Lists of strings. */
  readonly texts: fc.Arbitrary<Expression>;
  /** Lists of numbers. */
  readonly numbers: fc.Arbitrary<Expression>;
  readonly map: fc.Arbitrary<Expression>;
  readonly any: fc.Arbitrary<Expression>;
}

export const PATTERNS: readonly string[] = [
  ...[
    "",
    "a",
    ".*",
    ".+",
    "a.*",
    "[a-c]+",
    "(?i)straße",
    "(?i)k",
    "\\d+",
    "\\w*",
    "x|y|a",
    "^a$",
    "(?s).*",
    "[^a]*",
    "\\p{L}+",
  ],
  ...[
    "(a|ab)(c|bcd)?",
    "2020-.*",
    "true|false",
    "-?1",
    "(?:ss)+",
    "\\PL*",
    "[[:alpha:]]+",
    "😀.?",
    "\\Q100%\\E",
    "a{2,3}?",
  ],
];
const patterns = fc.constantFrom(...PATTERNS).map(string);

const wordLiterals = fc.constantFrom(...WORDS).map(string);
const numberLiterals = fc.oneof(fc.constantFrom(...NUMBERS), fc.integer({ min: -3, max: 5 })).map(number);
const dateds = fc.oneof(
  fc.constantFrom(...DATES).map((text) => temporal("date", text)),
  fc.constantFrom(...DATE_TIMES).map((text) => temporal("dateTime", text)),
);
const timeLiterals = fc.constantFrom(...TIMES).map((text) => temporal("time", text));

const members = fc.constantFrom(...NAMES).map(name);
const whatever = fc.oneof(
  { weight: 6, arbitrary: members },
  wordLiterals,
  numberLiterals,
  dateds,
  timeLiterals,
  fc.boolean().map(boolean),
);

/** Leaves without a catalog: any leaf is allowed in each position. */
export const UNTYPED: Leaves = {
  condition: fc.oneof(members, fc.boolean().map(boolean)),
  text: whatever,
  number: whatever,
  dated: whatever,
  time: whatever,
  texts: members,
  numbers: members,
  map: members,
  any: whatever,
};

const named = (...names: string[]) => fc.constantFrom(...names).map(name);

/** Leaves with the catalog of `typed-catalog.ts`. */
export const TYPED: Leaves = {
  condition: fc.oneof(named("flag", "p"), fc.boolean().map(boolean)),
  text: fc.oneof({ weight: 3, arbitrary: named("s", "sp", "sc", "o.x", "a.b", "m.x") }, wordLiterals),
  number: fc.oneof({ weight: 3, arbitrary: named("n", "i", "o.n", "mi.x") }, numberLiterals),
  dated: fc.oneof({ weight: 3, arbitrary: named("d", "dt", "o.dt") }, dateds),
  time: fc.oneof({ weight: 3, arbitrary: named("t") }, timeLiterals),
  texts: named("tags", "l.x", "ptags"),
  numbers: named("nums", "l.n"),
  map: named("m"),
  any: named(
    "s",
    "n",
    "i",
    "flag",
    "d",
    "t",
    "dt",
    "tags",
    "nums",
    "m",
    "mi",
    "o",
    "l",
    "l.x",
    "l.n",
    "o.x",
    "a.b",
    "p",
    "dts",
  ),
};

type Kinds = Readonly<Record<"condition" | "text" | "number", Expression>>;

/** Returns an arbitrary of conditions over some leaves. */
export function conditions(leaves: Leaves): fc.Arbitrary<Expression> {
  return kinds(leaves).condition;
}

/** Returns an arbitrary of expressions that have an order, for sort keys. */
export function sortKeys(leaves: Leaves): fc.Arbitrary<Expression> {
  const { condition, text, number: numeric } = kinds(leaves);
  return fc
    .oneof(leaves.text, leaves.number, leaves.dated, leaves.time, condition, text, numeric)
    .filter(isKey);
}

const isKey = (node: Expression) => node.kind !== "literal" || node.type !== "string";

export function orders(leaves: Leaves): fc.Arbitrary<SortBy> {
  const keys = fc.tuple(
    sortKeys(leaves),
    fc.constantFrom("ascending" as const, "descending" as const),
    optional,
  );
  return fc
    .array(keys, { minLength: 1, maxLength: 3 })
    .map((list) =>
      sortBy(list.map(([expression, direction, strength]) => sortKey(expression, direction, strength))),
    );
}

const optional: fc.Arbitrary<Strength | undefined> = fc.option(strengths, { nil: undefined });

function kinds(leaves: Leaves) {
  const make =
    (callee: string) =>
    (args: readonly Expression[]): Expression =>
      call(callee, args);
  const withStrength = (callees: readonly string[], args: fc.Arbitrary<readonly Expression[]>) =>
    fc
      .tuple(fc.constantFrom(...callees), args, optional)
      .map(([callee, list, strength]) => call(callee, list, strength));

  return fc.letrec<Kinds>((tie) => {
    const text = tie("text");
    const numeric = tie("number");
    const condition = tie("condition");
    const pairs = fc.oneof(
      fc.tuple(text, text),
      fc.tuple(numeric, numeric),
      fc.tuple(leaves.dated, leaves.dated),
      fc.tuple(leaves.time, leaves.time),
      fc.tuple(condition, condition),
      fc.tuple(leaves.texts, text),
      fc.tuple(numeric, leaves.numbers),
    );
    const many = fc.oneof(
      fc.array(text, { minLength: 3, maxLength: 4 }),
      fc.array(numeric, { minLength: 3, maxLength: 4 }),
      fc.array(leaves.dated, { minLength: 3, maxLength: 3 }),
    );
    // An `or` of equalities of one member with literals, which evaluators rewrite to a lookup in a set.
    const lookups = fc
      .tuple(leaves.text, fc.array(wordLiterals, { minLength: 2, maxLength: 4 }), optional)
      .map(([value, list, strength]) =>
        call(
          "or",
          list.map((literal) => call("eq", [value, literal], strength)),
        ),
      );
    const conditionCalls = fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .array(condition, { minLength: 2, maxLength: 3 })
          .chain((args) => fc.constantFrom(make("and")(args), make("or")(args))),
      },
      { weight: 2, arbitrary: condition.map((argument) => call("not", [argument])) },
      {
        weight: 1,
        arbitrary: fc.oneof(leaves.any, condition, text).map((argument) => call("isNull", [argument])),
      },
      { weight: 5, arbitrary: withStrength(["eq", "ne", "lt", "le", "gt", "ge", "in"], pairs) },
      { weight: 2, arbitrary: withStrength(["eq", "lt", "le", "gt", "ge", "in"], many) },
      { weight: 1, arbitrary: lookups },
      {
        weight: 4,
        arbitrary: withStrength(
          ["contains", "startsWith", "endsWith"],
          fc.tuple(fc.oneof(text, leaves.texts, numeric), text),
        ),
      },
      { weight: 1, arbitrary: withStrength(["contains"], fc.tuple(leaves.numbers, numeric)) },
      { weight: 2, arbitrary: fc.tuple(fc.oneof(text, leaves.texts, numeric), patterns).map(make("match")) },
      { weight: 1, arbitrary: fc.tuple(leaves.map, patterns, patterns).map(make("match")) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(patterns, text, fc.oneof(text, leaves.texts))
          .chain((args) => fc.constantFrom(make("matchAll")(args), make("matchAny")(args))),
      },
      { weight: 1, arbitrary: fc.oneof(text, numeric).map((argument) => call("blank", [argument])) },
    );
    const start = fc.oneof(fc.integer({ min: -4, max: 4 }).map(number), leaves.number.filter(isWholeOrName));
    const count = fc.oneof(fc.integer({ min: 0, max: 3 }).map(number), leaves.number.filter(isLengthOrName));
    const textCalls = fc.oneof(
      fc.tuple(text, start, count).map(make("substr")),
      fc.tuple(text, start).map(make("substr")),
      fc.tuple(fc.oneof(text, numeric)).map(make("upCase")),
      fc.tuple(text).map(make("downCase")),
    );
    const sized = fc.oneof(text, leaves.texts, leaves.map, numeric);
    return {
      condition: fc.oneof({ maxDepth: 3, depthSize: "medium" }, leaves.condition, {
        weight: 8,
        arbitrary: conditionCalls,
      }),
      text: fc.oneof({ maxDepth: 3 }, { weight: 4, arbitrary: leaves.text }, textCalls),
      number: fc.oneof(
        { maxDepth: 3 },
        { weight: 4, arbitrary: leaves.number },
        sized.map((argument) => call("length", [argument])),
      ),
    };
  });
}

function isWholeOrName(node: Expression): boolean {
  return (
    node.kind !== "literal" ||
    node.type !== "number" ||
    typeof node.value === "bigint" ||
    Number.isInteger(node.value)
  );
}

function isLengthOrName(node: Expression): boolean {
  return isWholeOrName(node) && (node.kind !== "literal" || node.type !== "number" || node.value >= 0);
}
