import fc from "fast-check";
import { texts } from "../../properties/hostile-values.ts";
import { typedRows } from "../../properties/typed-catalog.ts";
import type { StoredRow } from "../engines/engine-under-test.ts";

/**
 * Rows that are known to break databases: nulls everywhere, one letter in several normalization forms, surrogate pairs,
 * trailing spaces, limits of 64 bits, negative zero, microseconds, zone offsets, nested JSON, empty lists and maps.
 */

const HOSTILE_TEXTS = [
  ...["a ", "a  ", " a", "a\t", "a\n", "A ", "ab ", "\u00a0", "\u3000", "\ufeff", "\u200b", "\u0085"],
  ...["\u00e9", "e\u0301", "E\u0301", "\u00c5", "\u212b", "A\u030a", "\ufb01", "\u1e9e", "\u0130", "i\u0307"],
  ...["\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}", "😀😀", "x😀", "👨‍👩‍👧"],
  ...["%a", "a%", "_", "a_b", "\\%", "[a]", "a*", "?", "$1", ":x", "@p0", "'; --", "/*", "*/", "{fn}"],
  "0x27",
  ...["1", "1.0", "01", "1e0", "-0", "true", "TRUE", "null", "NaN", "Infinity", "2020-01-01"],
  ...["\u0001", "\u001f", "\u007f", "\u202eabc", "\u001b[2J", "a\r\nb"],
] as const;

const INTEGERS = [
  ...[0, -0, 1, -1, 2, 9, 10, 100, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53 - 1, 2 ** 53, -(2 ** 53)],
  ...[2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, 2n ** 63n - 2n, -(2n ** 63n), -(2n ** 63n) + 1n],
] as const;

const NUMBERS = [
  ...[0, -0, 0.1, 0.1 + 0.2, 0.3, 1 / 3, 1.5, -1.5, 1e21, 1e-7, 123456789.125, 5e-324, -5e-324],
  ...[Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 53, 2 ** 53 + 2, 2 ** 63, -(2 ** 63), 1e15, 1e16, 1e300],
] as const;

const DATE_TIMES = [
  ...["1969-12-31T23:59:59.999999Z", "1970-01-01T00:00:00.000001Z", "2020-01-01T00:00:00.123456789Z"],
  ...[
    "2020-01-01T00:00:00.001Z",
    "2020-01-01T00:00:00.0005Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
  ],
  ...[
    "2020-01-01T05:45:00+05:45",
    "2019-12-31T18:00:00-06:00",
    "2020-01-01T00:00:00-00:00",
    "2016-02-29T12:00:00Z",
  ],
] as const;

const TIMES = [
  ...["00:00:00", "23:59:59.999999999", "24:00:00", "12:00:00.000001", "12:00:00.0005", "00:30:00+02:00"],
] as const;

const DATES = ["0001-01-01", "9999-12-31", "1970-01-01", "1969-12-31", "2000-02-29", "2020-01-01"] as const;

const words = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc
    .tuple(texts, fc.constantFrom("", " ", "  ", "\u0301", "\u00ad", "😀", "\u{10ffff}x", "\uffff"))
    .map(([text, end]) => text + end),
);
const integers = fc.constantFrom<number | bigint>(...INTEGERS);
const nested: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, {}, [], [null], [[]], { x: null }, { x: { x: "a" } }, { x: ["a"] }),
  fc.record({ x: fc.oneof(words, integers, fc.constant(null)), n: fc.oneof(integers, words) }),
);
const lists = <T>(of: fc.Arbitrary<T>) =>
  fc.oneof(fc.constantFrom<unknown[]>([], [null], [null, null]), fc.array(fc.option(of), { maxLength: 4 }));

/** Values in addition to those of other tests. */
const hostile = fc.record(
  {
    s: words,
    sp: words,
    sc: words,
    "a.b": words,
    i: integers,
    n: fc.constantFrom(...NUMBERS),
    d: fc.constantFrom(...DATES),
    t: fc.constantFrom(...TIMES),
    dt: fc.constantFrom(...DATE_TIMES),
    tags: lists(words),
    ptags: lists(words),
    nums: lists(integers),
    dts: lists(fc.constantFrom(...DATE_TIMES)),
    m: fc.oneof(
      nested,
      fc.dictionary(fc.constantFrom("x", "X", "", "a b", 'q"r', "y"), words, { maxKeys: 3 }),
    ),
    mi: fc.oneof(nested, fc.dictionary(fc.constantFrom("x", "y"), integers, { maxKeys: 2 })),
    o: nested,
    l: lists(nested),
    flag: fc.constantFrom(true, false, null),
  },
  { requiredKeys: [] },
);

const row = fc.oneof(
  { weight: 2, arbitrary: typedRows },
  { weight: 3, arbitrary: fc.tuple(typedRows, hostile).map(([usual, odd]) => ({ ...usual, ...odd })) },
  { weight: 1, arbitrary: fc.constant({}) },
);

/** Returns an arbitrary of random rows, some of which are duplicates. */
export function tableOf(size: number): fc.Arbitrary<StoredRow[]> {
  return fc.array(row, { minLength: size - 1, maxLength: size - 1 }).map((rows) => [...rows, rows[0] ?? {}]);
}
