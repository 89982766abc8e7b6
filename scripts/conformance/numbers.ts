import { encode, type CaseFile } from "./case.ts";
import { errorCase, filterCase } from "./make.ts";

/** Numbers: extreme values and invalid forms. */

const NUMBERS: readonly unknown[] = [
  ...[
    0,
    -0,
    1,
    -1,
    0.1,
    0.1 + 0.2,
    0.3,
    1e21,
    1e-7,
    5e-324,
    1.7976931348623157e308,
    9007199254740991,
    9007199254740992,
  ],
  ...[
    9007199254740993n,
    9007199254740992n,
    -9007199254740993n,
    9223372036854775807n,
    9223372036854775808n,
    18446744073709551616n,
    2 ** 63,
  ],
  ...["1", "9007199254740993", null, NaN, Infinity, true],
].map((v) => ({ v }));

const NUMBER_LITERALS = [
  ...[
    "0",
    "-0",
    "1",
    "1.0",
    "1e0",
    "10e-1",
    "-1",
    "0.1",
    "0.3",
    "1e21",
    "1E-7",
    "5e-324",
    "1e-400",
    "1.7976931348623157e308",
  ],
  ...[
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "9007199254740993.0",
  ],
];

const NO_NUMBERS = [
  ...["01", "00", "-01", "1.", "-1.", "1e", "0x10", "1_000", "1.2.3", "1e1.5", "12abc", "0b1", "1n"],
];
const NO_START = [".5", "+1", "--1", "+.5", "-.5"];

export function numbersFile(): CaseFile {
  const table = ["numbers", NUMBERS] as const;
  return {
    about: "Numbers: exact comparison beyond doubles, zeros, and invalid forms.",
    tables: { numbers: NUMBERS.map(encode) },
    cases: [
      ...NUMBER_LITERALS.flatMap((literal) => [
        filterCase(`numbers/eq/${literal}`, `eq(v,${literal})`, table),
        filterCase(`numbers/gt/${literal}`, `gt(v,${literal})`, table),
      ]),
      filterCase("numbers/C1", "in(v,9007199254740992,9007199254740993,9007199254740994)", table),
      ...[...NO_NUMBERS, ...NO_START].map((text) =>
        errorCase(`numbers/C6/${text}`, `eq(v,«${text}»)`, "invalid-number"),
      ),
      ...[...NO_NUMBERS, ...NO_START].map((text) =>
        errorCase(`numbers/C6/alone/${text}`, `«${text}»`, "invalid-number"),
      ),
      // A sign without a digit has its own error.
      errorCase("numbers/C6/1e+", "eq(v,«1e»+)", "invalid-number"),
      errorCase("numbers/C6/1-", "eq(v,1«-»)", "invalid-character"),
      ...["1e400", "-1e400", "1e999999999", "9".repeat(310)].map((text) =>
        errorCase(`numbers/C3/${text.slice(0, 12)}`, `eq(v,«${text}»)`, "number-overflow"),
      ),
      ...["٣", "１"].map((text) => errorCase(`numbers/C6/${text}`, `eq(v,«${text}»)`, "invalid-character")),
    ],
  };
}
