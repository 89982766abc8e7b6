import type { ScalarType } from "../../src/values/types.ts";

/** Literals and values of each scalar type, which all random tests draw: usual ones, nearly equal ones, and both ends. */
interface Pool {
  /** Texts of literals. */
  readonly literals: readonly string[];
  /** Values of rows: those of the literals, some between and around them, and some that cannot be read. */
  readonly values: readonly unknown[];
}

export const DATES = ["2020-01-01", "2020-01-02", "1900-02-28", "0001-01-01", "9999-12-31"] as const;
export const TIMES = [
  ...["12:00", "12:00:00.5", "00:00:00", "24:00:00", "14:00:00+02:00", "01:00:00+02:00", "13:45:10.50"],
  ...["00:00:00+18:00", "24:00:00-18:00", "23:59:59.999999999-18:00"],
] as const;
export const DATE_TIMES = [
  ...["2020-01-01T00:00:00Z", "2020-01-01T00:00:00.000000001Z", "2020-01-01T02:00+02:00"],
  ...["2019-12-31T24:00:00", "1970-01-01T00:00:00", "2020-01-01T12:00:00Z"],
  ...["0001-01-01T00:00:00Z", "0001-01-01T00:00:00+18:00", "9999-12-31T23:59:59-05:00"],
  ...["9999-12-31T24:00:00-18:00", "9999-12-31T13:45:10-18:00", "9999-12-31T23:59:59.999999999Z"],
] as const;

/** Times of `Date` objects, at the ends of the instants that are values, outside of them, and NaN. */
export const DATE_OBJECT_TIMES = [
  ...[1_577_836_800_000, 1_577_836_800_001, 0, -1, -62_135_596_800_000, 253_402_300_799_999],
  ...[-62_135_596_800_001, 253_402_300_800_000, -1e14, 8.64e15, -8.64e15, NaN],
] as const;

const STRINGS = [
  ...["", "a", "A", "á", "a\u0301", "ab", "b", "abc", "straße", "STRASSE", "z", "1"],
  ...["\u00ad", "\uffff", "*", "%", "😀"],
];

const INTEGERS = ["0", "1", "2", "3", "-1", "2.5", "9007199254740993", "9223372036854775808", "-1e30"];

export const POOLS: Readonly<Record<ScalarType, Pool>> = {
  string: {
    literals: STRINGS.map((text) => `'${text}'`),
    values: [
      ...STRINGS,
      ...["aa", "Ab", "abd", "x", "Strasse", " ", "12", "true", "2020-01-01", "\ud800"],
      1,
    ],
  },
  number: {
    literals: [...INTEGERS, "1e300", "1.7976931348623157e308", "5e-324", "0.1"],
    values: [
      ...[-2, -1, -0.5, 0, -0, 0.5, 1, 1.5, 2, 2.25, 2.5, 2.75, 3, 4, 11, 0.1, 0.1 + 0.2, 5e-324, 1e300],
      ...[
        1.7976931348623157e308,
        -1.7976931348623157e308,
        2 ** 53,
        2 ** 63,
        9007199254740993n,
        -(10n ** 400n),
      ],
      ...["1", NaN, Infinity],
    ],
  },
  integer: {
    literals: INTEGERS,
    values: [
      ...[
        -2,
        -1,
        0,
        -0,
        1,
        2,
        3,
        4,
        11,
        2 ** 53,
        2 ** 63,
        1e300,
        9007199254740993n,
        2n ** 63n,
        -(10n ** 30n),
      ],
      ...[2.5, "x", true],
    ],
  },
  boolean: { literals: ["true", "false"], values: [true, false, "true", 1] },
  date: { literals: [...DATES, ...DATE_TIMES], values: [...DATES, "2019-12-31", "2020-02-30", "soon"] },
  time: { literals: TIMES, values: [...TIMES, "11:00", "12:00:00.25", "13:00", "24:01"] },
  dateTime: {
    literals: [...DATE_TIMES, ...DATES],
    values: [
      ...DATE_TIMES,
      ...["2020-01-01 00:00:00.5+00", "2020-01-01T18:00:00Z", "2021-01-01T00:00:00Z", "0000-12-31T23:00:00Z"],
      ...DATE_OBJECT_TIMES.map((time) => new Date(time)),
      "soon",
    ],
  },
};
