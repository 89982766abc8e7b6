import { encode, type CaseFile } from "./case.ts";
import { errorCase, filterCase } from "./make.ts";

/** Dates, times and date-times: extreme values and invalid forms. */

const INSTANTS = [
  ...[
    "2020-01-01T00:00:00Z",
    "2020-01-01T00:00:00",
    "2020-01-01T00:00Z",
    "2020-01-01T02:00:00+02:00",
    "2019-12-31T18:30:00-05:30",
  ],
  ...[
    "2019-12-31T24:00:00",
    "2020-01-01",
    "2020-01-01T00:00:00.000000001Z",
    "2019-12-31T23:59:59.999999999Z",
    "2020-01-01T00:00:00.1Z",
  ],
  ...[
    "2020-01-01T00:00:00.100000000Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999Z",
    "2020-02-29",
    "2020-12-31T18:00:00+18:00",
  ],
  ...[
    "2020-02-30",
    "2019-02-29T00:00:00Z",
    "2020-01-01T00:00:60Z",
    "2020-01-01T24:00:01",
    "2020-01-01 00:00:00",
    "20200101",
    "soon",
    "",
  ],
].map((v) => ({ v }));

const CLOCKS = [
  ...[
    "00:00:00",
    "00:00",
    "00:00:00Z",
    "12:00:00",
    "12:00:00.5",
    "12:00:00.500000000Z",
    "14:00:00+02:00",
    "23:59:59.999999999",
    "24:00:00",
    "24:00",
  ],
  ...[
    "01:00:00+02:00",
    "23:00:00-02:00",
    "24:00:00.000",
    "24:00:01",
    "24:30:00",
    "25:00:00",
    "12:60:00",
    "12:00:60",
    "12:00:00+18:01",
    "noon",
    "2020-01-01",
  ],
].map((v) => ({ v }));

const INSTANT_LITERALS = [
  "2020-01-01",
  "2020-01-01T00:00:00Z",
  "2020-01-01T00:00:00.1Z",
  "2019-12-31T24:00:00",
  "2020-01-01T02:00+02:00",
  "2020-02-29",
  "0001-01-01",
  "9999-12-31",
];
const CLOCK_LITERALS = [
  "00:00:00",
  "12:00",
  "12:00:00.5",
  "24:00:00",
  "14:00:00+02:00",
  "01:00:00+02:00",
  "23:59:59.999999999",
];

/** Strings that look like dates and times but are invalid. */
const NO_DATES = [
  ...[
    "2020-02-30",
    "2019-02-29",
    "1900-02-29",
    "2020-13-01",
    "2020-00-01",
    "2020-01-00",
    "2020-04-31",
    "0000-01-01",
    "2020-1-01",
    "2020-01-1",
  ],
  ...[
    "24:00:01",
    "24:00:00.001",
    "24:30:00",
    "25:00:00",
    "23:60:00",
    "23:59:60",
    "12:00:00.1234567890",
    "12:00:00.",
    "9:00:00",
    "12:0:00",
  ],
  ...["12:00:00z", "12:00:00+0200", "12:00:00+2:00", "12:00:00+18:01", "12:00:00+24:00", "12:00:00-99:99"],
  ...[
    "2020-01-01T24:00:01",
    "2020-01-01T00:00:60Z",
    "2020-02-30T00:00:00Z",
    "2020-01-01T12:00:00z",
    "2020-01-01t12:00:00Z",
    "2020-01-01T",
    "2020-01-01T12",
  ],
];

export function datesFile(): CaseFile {
  const instants = ["instants", INSTANTS] as const;
  const clocks = ["clocks", CLOCKS] as const;
  const operators = ["eq", "ne", "lt", "ge"];
  return {
    about: "Dates, times and date-times as literals and in rows.",
    tables: { instants: INSTANTS.map(encode), clocks: CLOCKS.map(encode) },
    cases: [
      ...operators.flatMap((name) => [
        ...INSTANT_LITERALS.map((literal) =>
          filterCase(`dates/${name}/${literal}`, `${name}(v,${literal})`, instants),
        ),
        ...CLOCK_LITERALS.map((literal) =>
          filterCase(`dates/${name}/${literal}`, `${name}(v,${literal})`, clocks),
        ),
      ]),
      filterCase("dates/between", "le(2019-12-31T23:59:59.999999999Z,v,2020-01-01)", instants),
      filterCase("dates/in", "in(v,2020-01-01,2020-02-29,9999-12-31T23:59:59.999999999Z)", instants),
      filterCase("dates/a time beside date-times", "eq(v,00:00:00)", instants),
      filterCase("dates/a date beside times", "eq(v,2020-01-01)", clocks),
      ...NO_DATES.map((text) => errorCase(`dates/none/${text}`, `gt(v,«${text}»)`, "invalid-date")),
    ],
  };
}
