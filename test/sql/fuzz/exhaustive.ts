import { boolean, call, name, number, string, temporal } from "../../../src/ast/constructors.ts";
import type { Expression } from "../../../src/ast/nodes.ts";
import { STRENGTHS } from "../../../src/collation/order/strength.ts";
import type { StoredRow } from "../engines/engine-under-test.ts";

/** Every small expression over rows of a small set of values: most bugs show in small cases. */

const TEXTS = [name("s"), name("sp"), string("a"), string("A"), string("")];
const NUMBERS = [name("n"), name("i"), number(0), number(1.5), number(2n ** 53n + 1n)];
const BOOLEANS = [name("flag"), name("p"), boolean(true), boolean(false)];
const DATED = [
  name("d"),
  name("dt"),
  temporal("date", "2020-01-01"),
  temporal("dateTime", "2020-01-01T00:00:00.0005Z"),
];
const TIMES = [
  name("t"),
  temporal("time", "24:00:00"),
  temporal("time", "12:00:00"),
  temporal("time", "00:00:00.0005"),
];
const TEXT_LISTS = [name("tags"), name("l.x")];
const NUMBER_LISTS = [name("nums"), name("l.n")];
const MAPS = [name("m"), name("mi")];
const PATTERNS = [string("a"), string(".*"), string("")];
const RELATIONS = ["eq", "ne", "lt", "le", "gt", "ge", "in"] as const;
const SEARCHES = ["contains", "startsWith", "endsWith"] as const;
const KINDS = [TEXTS, NUMBERS, BOOLEANS, DATED, TIMES];

/** Yields all expressions of one call, some of which the checker rejects. */
function* texts(): Iterable<Expression> {
  yield* TEXTS;
  for (const text of [...TEXTS, name("n"), name("flag")]) {
    for (const callee of ["upCase", "downCase"]) yield call(callee, [text]);
    for (const start of [number(0), number(-1), name("i")]) {
      yield call("substr", [text, start]);
      for (const count of [number(0), number(1), name("i")]) yield call("substr", [text, start, count]);
    }
  }
}

function* numbers(): Iterable<Expression> {
  yield* NUMBERS;
  for (const sized of [...TEXTS, ...TEXT_LISTS, ...NUMBER_LISTS, ...MAPS]) yield call("length", [sized]);
}

function* relations(): Iterable<Expression> {
  for (const kind of [...KINDS, [...texts()], [...numbers()]])
    for (const a of kind) for (const b of kind) for (const callee of RELATIONS) yield call(callee, [a, b]);
  for (const [lists, values] of [
    [TEXT_LISTS, TEXTS],
    [NUMBER_LISTS, NUMBERS],
  ] as const)
    for (const list of lists)
      for (const value of values)
        for (const callee of [...RELATIONS, "contains"]) {
          yield call(callee, [list, value]);
          yield call(callee, [value, list]);
        }
  for (const strength of STRENGTHS)
    for (const callee of [...RELATIONS, ...SEARCHES])
      for (const a of [...TEXTS, ...TEXT_LISTS]) for (const b of TEXTS) yield call(callee, [a, b], strength);
}

function* textTests(): Iterable<Expression> {
  for (const value of [...texts(), ...TEXT_LISTS, name("n"), name("i"), name("flag")]) {
    for (const callee of SEARCHES) for (const part of TEXTS) yield call(callee, [value, part]);
    for (const pattern of PATTERNS) {
      yield call("match", [value, pattern]);
      for (const callee of ["matchAll", "matchAny"])
        for (const other of [name("s"), name("tags")]) yield call(callee, [pattern, value, other]);
    }
    yield call("blank", [value]);
  }
  for (const map of MAPS)
    for (const key of PATTERNS) for (const value of PATTERNS) yield call("match", [map, key, value]);
}

function* simple(): Iterable<Expression> {
  yield* BOOLEANS;
  for (const callee of ["eq", "lt"])
    for (const value of ["s", "n", "tags"])
      yield call(callee, [name(value), value === "n" ? number(0) : string("a")]);
  for (const value of ["s", "n", "d", "t", "tags", "l.x", "m", "o", "flag"])
    yield call("isNull", [name(value)]);
}

/** Yields tens of thousands of expressions in a fixed order; the checker rejects some of them. */
export function* everyExpression(): Iterable<Expression> {
  yield* simple();
  yield* relations();
  yield* textTests();
  const conditions = [...simple()];
  for (const a of conditions) {
    yield call("not", [a]);
    yield call("isNull", [a]);
    for (const b of conditions)
      for (const callee of ["and", "or", "eq", "ne", "lt", "in"]) {
        yield call(callee, [a, b]);
        yield call("not", [call(callee, [a, b])]);
      }
  }
  // Comparisons with three arguments.
  for (const kind of KINDS)
    for (const a of kind)
      for (const b of kind)
        for (const c of kind) for (const callee of ["eq", "lt", "le", "in"]) yield call(callee, [a, b, c]);
  for (const inner of [...relations()].slice(0, 2000)) yield call("not", [inner]);
}

/** Returns rows in which each value is combined with null and with a value of each other type. */
export function everyRow(): StoredRow[] {
  const values: Readonly<Record<string, readonly unknown[]>> = {
    s: ["a", "A", "", "\u00e9", null],
    sp: ["A", "b", null, "a"],
    n: [0, 1.5, -0, null, 2 ** 53],
    i: [1, 0, null, 2n ** 53n + 1n],
    flag: [true, false, null],
    "own property": [false, null, true, true],
    d: ["2020-01-01", null, "2019-12-31"],
    dt: ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00.001Z", null, "2019-12-31T23:59:59.999Z"],
    t: ["24:00:00", "12:00:00", null, "00:00:00"],
    tags: [["a"], [], null, [null], ["A", "a", ""]],
    nums: [[0], null, [], [1, null, 2]],
    m: [{ a: "a" }, {}, null, { a: null, b: "" }],
    mi: [null, { a: 1 }, {}],
    o: [{}, null, { x: "a", n: 1 }],
    l: [[{ x: "a", n: 0 }], null, [], [{}], [{ x: "A" }, { n: 1.5 }]],
  };
  return Array.from({ length: 30 }, (_, i) =>
    Object.fromEntries(
      Object.entries(values).map(([key, list], k) => [
        key,
        list[(i + Math.floor((i * (k + 1)) / 7)) % list.length],
      ]),
    ),
  );
}
