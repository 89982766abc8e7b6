import fc from "fast-check";
import { DATE_OBJECT_TIMES } from "./extremes.ts";

/** Values that have broken filters before: nulls of every kind, edges of numbers, texts in several normal forms. */

export const WORDS: readonly string[] = [
  ...[
    "",
    " ",
    "\t\u3000",
    "\u200b",
    "a",
    "A",
    "b",
    "ab",
    "aB",
    "Ab",
    "abc",
    "a\u0301",
    "á",
    "Á",
    "à",
    "ä",
    "å",
    "\u212b",
    "z",
  ],
  ...[
    "ß",
    "ss",
    "SS",
    "ẞ",
    "Straße",
    "STRASSE",
    "ch",
    "c",
    "h",
    "chata",
    "cote",
    "coté",
    "côte",
    "Côté",
    "ö",
    "o\u0308",
    "Ö",
    "ø",
    "æ",
    "ae",
  ],
  ...[
    "i",
    "I",
    "ı",
    "İ",
    "ﬁ",
    "fi",
    "①",
    "1",
    "٣",
    "あ",
    "ア",
    "ｱ",
    "か\u3099",
    "が",
    "字",
    "한",
    "\u1112\u1161\u11ab",
    "Ж",
    "ж",
    "ς",
    "σ",
    "Σ",
  ],
  ...[
    "😀",
    "😀x",
    "𝒳",
    "\uffff",
    "👨‍👩‍👧",
    "\u00ad",
    "a\u00adb",
    "%",
    "_",
    "100%",
    "\\",
    "'",
    '"',
    "a'b",
    "null",
    "true",
    "false",
    "0",
    "1.0",
    "1e3",
  ],
  ...[
    "2020-01-01",
    "2020-01-02",
    "2020-02-30",
    "2020-01-01T00:00:00Z",
    "2020-01-01T00:00:00.000000001Z",
    "2020-01-01T02:00:00+02:00",
  ],
  ...[
    "2019-12-31T24:00:00",
    "2020-01-01T00:00",
    "2020-01-01t00:00:00z",
    "12:00",
    "12:00:00",
    "12:00:00Z",
    "14:00:00+02:00",
    "24:00:00",
    "24:00:01",
    "soon",
  ],
];

const words = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  fc
    .array(fc.constantFrom(...WORDS.filter((word) => Array.from(word).length <= 3)), { maxLength: 3 })
    .map((parts) => parts.join("")),
);

export const texts: fc.Arbitrary<string> = words;

export const NUMBERS: readonly (number | bigint)[] = [
  ...[0, -0, 1, -1, 1.5, 2, 3, 10, 0.1, 0.1 + 0.2, 1e21, 1e-7, 5e-324, -5e-324, 1.7976931348623157e308],
  ...[2 ** 53, 2 ** 53 - 1, 2 ** 53 + 2, -(2 ** 53), 2 ** 63],
  ...[1n, 0n, -1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 63n - 1n, 10n ** 30n],
];

const numbers = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NUMBERS) },
  fc.integer({ min: -5, max: 5 }),
  fc.double(),
);

const nothings = fc.constantFrom<unknown>(undefined, null, NaN, Infinity, -Infinity);

export const dateObjects: fc.Arbitrary<Date> = fc
  .constantFrom(...DATE_OBJECT_TIMES)
  .map((milliseconds) => new Date(milliseconds));

export const scalars: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: words },
  { weight: 3, arbitrary: numbers },
  { weight: 2, arbitrary: fc.boolean() },
  { weight: 2, arbitrary: nothings },
  { weight: 1, arbitrary: dateObjects },
);

/** Values that neither JSON nor the language has. */
const strangers = fc.constantFrom<unknown>(Symbol("s"), () => 1, /x/, new Map([["x", 1]]), new Set(["x"]));

/** Keys that paths lead through, and keys that have broken readers of rows. */
export const KEYS = ["x", "y", "z"] as const;
const ODD_KEYS = ["constructor", "toString", "then", "toJSON", "hasOwnProperty", "length"] as const;

const records = (values: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.dictionary(fc.constantFrom(...KEYS, ...ODD_KEYS), values, { maxKeys: 4 });

/** Lists with null elements, lists and objects in them, holes and getters. */
export const values: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown; list: unknown; record: unknown }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      { weight: 10, arbitrary: scalars },
      { weight: 3, arbitrary: tie("list") },
      { weight: 3, arbitrary: tie("record") },
      { weight: 1, arbitrary: strangers },
    ),
    list: fc.oneof(
      fc.array(tie("value"), { maxLength: 3 }),
      fc.array(scalars, { maxLength: 4 }),
      fc
        .array(words, { maxLength: 3 })
        .map((list) => Object.assign(new Array<unknown>(list.length + 1), list)),
    ),
    record: records(tie("value")),
  }),
).value;

/** Rows for filters without a catalog. */
export const NAMES = ["a", "b", "c", "o.x", "o.y.z", "l.x", "constructor", "then"] as const;

export const rows: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    a: values,
    b: scalars,
    c: values,
    o: fc.oneof(records(values), values),
    l: fc.oneof(fc.array(fc.oneof(records(values), values), { maxLength: 3 }), values),
    constructor: scalars,
    then: scalars,
  },
  { requiredKeys: [] },
);

export const LOCALES = [undefined, "en", "de", "sv", "cs", "da", "tr", "ja", "fr-CA"] as const;
export const locales = fc.constantFrom(...LOCALES);
