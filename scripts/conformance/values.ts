import { FUNCTIONS } from "../../src/functions/list.ts";
import { encode, type Case, type CaseFile } from "./case.ts";
import { filterCase, valueCase } from "./make.ts";

/** Results of the functions for values of every kind. */

/** One row per kind of value, in the member `v`. */
const KINDS: readonly unknown[] = [
  {},
  { v: null },
  { v: NaN },
  { v: -Infinity },
  { v: true },
  { v: false },
  { v: 0 },
  { v: -0 },
  { v: 1 },
  { v: 1.5 },
  { v: 9007199254740993n },
  { v: "" },
  { v: "1" },
  { v: "true" },
  { v: "a" },
  { v: "2020-01-01" },
  { v: "2020-01-01T00:00:00Z" },
  { v: "12:00:00" },
  { v: [] },
  { v: [null] },
  { v: ["a", "1", null] },
  { v: [1, 2] },
  { v: [["a"]] },
  { v: [true, "true"] },
  { v: {} },
  { v: { a: "1" } },
];

const LITERALS = [
  "'1'",
  "'a'",
  "1",
  "1.5",
  "9007199254740993",
  "true",
  "2020-01-01",
  "2020-01-01T00:00:00Z",
  "12:00:00",
];
const TWO = ["eq", "ne", "lt", "le", "gt", "ge", "in"];
const SEARCHES = ["contains", "startsWith", "endsWith"];
const CONDITIONS = [
  "isNull(v)",
  "blank(v)",
  "not(v)",
  "and(v,true)",
  "and(v,false)",
  "or(v,false)",
  "or(v,true)",
  "not(isNull(v))",
];
const VALUES = [
  "length(v)",
  "upCase(v)",
  "downCase(v)",
  "substr(v,0,1)",
  "substr(v,-1)",
  "substr(v,1)",
  "substr(v,0,v)",
  "v",
];
const NESTED = [
  ...[
    "eq(length(v),1)",
    "eq(upCase(v),'A')",
    "eq(substr(v,0,1),'1')",
    "eq(contains(v,'1'),true)",
    "isNull(length(v))",
    "isNull(eq(v,1))",
  ],
  ...[
    "eq(1,v)",
    "lt('0',v,'b')",
    "in('a',v,'b')",
    "in(v,'1',1,true)",
    "eq(v,v)",
    "ne(v,v)",
    "contains('a1',v)",
    "contains(v,v)",
  ],
  ...[
    "match(v,'1.*')",
    "match(v,'')",
    "match(v,'a','1')",
    "matchAll('[a1]',v)",
    "matchAny('true|1',v,v)",
    "or(eq(v,'a'),eq(v,'1'),eq(v,1))",
  ],
  ...[
    "and(isNull(v),eq(v,1))",
    "or(isNull(v),gt(v,0))",
    "not(or(eq(v,1),isNull(v)))",
    "isNull(v.a)",
    "eq(v.a,'1')",
    "not(not(v))",
  ],
];

export function valuesFile(): CaseFile {
  const table = ["kinds", KINDS] as const;
  const conditions = [
    ...TWO.flatMap((name) => LITERALS.map((literal) => `${name}(v,${literal})`)),
    ...SEARCHES.flatMap((name) =>
      ["'1'", "''", "1", "true", "2020-01-01"].map((literal) => `${name}(v,${literal})`),
    ),
    ...CONDITIONS,
    ...NESTED,
  ];
  return {
    about: "Every function against values of every kind, without a catalog.",
    tables: { kinds: KINDS.map(encode) },
    cases: [
      ...conditions.map((expression) => filterCase(`values/${expression}`, expression, table)),
      ...VALUES.filter((expression) => expression !== "v").map((expression) =>
        valueCase(`values/${expression}`, expression, table),
      ),
    ],
  };
}

/** Returns the hand-written examples in the definitions of the functions. */
export function examplesFile(): CaseFile {
  return {
    about: "The examples of each function.",
    cases: FUNCTIONS.flatMap(({ name, examples }) =>
      examples.map(({ expression, row, is, locale }, i): Case => ({
        id: `examples/${name}/${i + 1}`,
        kind: "filter",
        expression,
        ...(locale === undefined ? {} : { locale }),
        rows: [encode(row)],
        expect:
          typeof is === "string" || typeof is === "number"
            ? { values: [is] }
            : { rows: is === true ? [0] : [], unknown: is === null ? [0] : [] },
      })),
    ),
  };
}

const TRUTHS = [true, false, null].flatMap((p) => [true, false, null].map((q) => ({ p, q })));

export function truthFile(): CaseFile {
  const table = ["truths", TRUTHS] as const;
  const expressions = [
    ...[
      "p",
      "not(p)",
      "and(p,q)",
      "or(p,q)",
      "not(and(p,q))",
      "not(or(p,q))",
      "or(not(p),not(q))",
      "and(not(p),not(q))",
    ],
    ...[
      "and(p,not(p))",
      "or(p,not(p))",
      "eq(p,q)",
      "ne(p,q)",
      "lt(p,q)",
      "le(p,q)",
      "eq(p,true)",
      "ne(p,true)",
      "isNull(p)",
    ],
    ...[
      "isNull(and(p,q))",
      "and(isNull(p),q)",
      "or(isNull(p),q)",
      "in(p,q,true)",
      "and(p,q,true)",
      "or(p,q,false)",
      "not(not(p))",
      "eq(isNull(p),q)",
    ],
  ];
  return {
    about: "Three-valued logic over all pairs of true, false and null.",
    tables: { truths: TRUTHS },
    cases: expressions.map((expression) => filterCase(`truth/${expression}`, expression, table)),
  };
}
