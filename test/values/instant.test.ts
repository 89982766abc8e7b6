import * as fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import {
  classifyTemporal,
  compareInstants,
  formatInstant,
  parseTemporal,
  classifyStoredTemporal,
  readStoredTemporal,
  readTemporal,
  lastReadInstant,
  type Instant,
  type TemporalType,
} from "../../src/values/instant.ts";

const DAY = 86_400_000;
const at = (milliseconds: number, nanoseconds = 0): Instant => ({ milliseconds, nanoseconds });
const isAccepted = (text: string) => classifyTemporal(text) !== undefined;
const parsed = (text: string): Instant => parseTemporal(classifyTemporal(text)!, text)!;

describe("dates", () => {
  it("have digits in all places: no character next to the digits in ASCII is one", () => {
    for (const index of [0, 1, 2, 3, 5, 6, 8, 9])
      for (const other of "/:") {
        const text = `2020-01-01`.slice(0, index) + other + `2020-01-01`.slice(index + 1);
        expect(classifyTemporal(text), text).toBeUndefined();
        expect(parseTemporal("date", text), text).toBeUndefined();
      }
  });

  it.each(["2020-02-29", "2000-02-29", "2400-02-29", "2020-12-31", "0001-01-01", "9999-12-31"])(
    "%s is valid",
    (text) => expect(classifyTemporal(text)).toBe("date"),
  );

  it.each([
    ...["2020-02-30", "2019-02-29", "1900-02-29", "2100-02-29", "2020-13-01", "2020-00-01", "2020-01-00"],
    ...["2020-01-32", "2020-04-31", "2020-06-31", "2020-09-31", "2020-11-31", "2020-99-99"],
  ])("%s does not exist, neither as a date nor in a date-time", (text) => {
    expect(isAccepted(text)).toBe(false);
    expect(isAccepted(`${text}T00:00:00Z`)).toBe(false);
  });

  it.each(["0000-01-01", "10000-01-01", "-0001-01-01", "+275760-09-13", "+275760-09-14", "999-01-01"])(
    "%s is outside the years 0001 to 9999",
    (text) => expect([isAccepted(text), isAccepted(`${text}T00:00:00Z`)]).toEqual([false, false]),
  );

  it("numbers all days consecutively, like Luxon", () => {
    let expected = DateTime.utc(1, 1, 1).toMillis();
    for (let year = 1; year <= 9999; year++) {
      const isFullYear = year % 400 < 5 || year % 100 === 0;
      for (let month = 1; month <= 12; month++) {
        const last = DateTime.utc(year, month).daysInMonth!;
        const head = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-`;
        for (const day of isFullYear ? [1, 15, last] : [1, last]) {
          const text = head + String(day).padStart(2, "0");
          if (!readTemporal("date", text)) throw new Error(text);
          if (lastReadInstant.milliseconds !== expected + (day - 1) * DAY) throw new Error(text);
          if (formatInstant(lastReadInstant, "date") !== text) throw new Error(text);
        }
        expect(readTemporal("date", head + String(last + 1).padStart(2, "0"))).toBe(false);
        expected += last * DAY;
      }
    }
    expect(expected).toBe(Date.UTC(9999, 11, 31) + DAY);
  });
});

describe("times", () => {
  it("accept 24:00:00 as the end of the day, after every other time", () => {
    for (const text of ["24:00:00", "24:00", "24:00:00.0", "24:00:00.000000000", "24:00:00Z"]) {
      expect(parseTemporal("time", text)).toEqual(at(DAY));
    }
    expect(compareInstants(parsed("24:00:00"), parsed("23:59:59.999999999"))).toBeGreaterThan(0);
    expect(compareInstants(parsed("24:00:00"), parsed("00:00:00"))).toBeGreaterThan(0);
  });

  it("T24:00:00 is the first instant of the next day", () => {
    expect(parsed("2019-12-31T24:00:00Z")).toEqual(parsed("2020-01-01T00:00:00Z"));
    expect(parsed("2020-02-28T24:00")).toEqual(parsed("2020-02-29"));
    expect(parsed("9999-12-31T24:00:00")).toEqual(at(Date.UTC(9999, 11, 31) + DAY));
  });

  it.each(["24:00:00.001", "24:00:00.000000001", "24:00:01", "24:01", "24:30:00", "25:00:00", "99:00"])(
    "%s is after the end of the day",
    (text) => expect([isAccepted(text), isAccepted(`2020-01-01T${text}`)]).toEqual([false, false]),
  );

  it.each(["23:59:60", "23:59:60Z", "2016-12-31T23:59:60Z", "23:60:00", "23:60", "23:59:61"])(
    "%s has an invalid minute or second",
    (text) => expect(isAccepted(text)).toBe(false),
  );

  it("have fractions of 1 to 9 significant digits", () => {
    expect(parsed("00:00:00.1")).toEqual(at(100));
    expect(parsed("00:00:00.123")).toEqual(at(123));
    expect(parsed("00:00:00.1234")).toEqual(at(123, 400_000));
    expect(parsed("00:00:00.123456789")).toEqual(at(123, 456_789));
    expect(parsed("00:00:00.000000001")).toEqual(at(0, 1));
    expect(parsed("23:59:59.999999999")).toEqual(at(DAY - 1, 999_999));
    expect(compareInstants(parsed("00:00:00.1"), parsed("00:00:00.100000000"))).toBe(0);
    expect(compareInstants(parsed("00:00:00.1"), parsed("00:00:00.100000001"))).toBeLessThan(0);
  });

  it.each([
    "10:00:00.",
    "10:00:00,5",
    "10:00:00.1234567890",
    "10:00:00.1234567890123",
    "10:00.5",
    "10:00:00.x",
  ])("%s has an invalid fraction", (text) => expect(isAccepted(text)).toBe(false));

  it("are in UTC without a zone", () => {
    expect(parsed("2020-01-01T10:00")).toEqual(parsed("2020-01-01T10:00:00Z"));
    expect(parsed("10:00")).toEqual(parsed("10:00:00.000Z"));
  });

  it("subtract the zone without wrapping around midnight", () => {
    expect(parsed("10:00+02:00")).toEqual(parsed("08:00"));
    expect(parsed("00:30+02:00")).toEqual(at(-5_400_000));
    expect(parsed("23:30-02:00")).toEqual(at(DAY + 5_400_000));
    expect(parsed("2020-01-01T00:30:00+02:00")).toEqual(parsed("2019-12-31T22:30:00Z"));
    expect(parsed("2020-01-01T10:00:00+05:45")).toEqual(parsed("2020-01-01T04:15:00Z"));
  });

  it.each(["+14:00", "-12:00", "+15:59", "+16:00", "+18:00", "-18:00", "-00:00", "+00:00", "Z", ""])(
    "the zone %j is valid",
    (zone) =>
      expect([isAccepted(`10:00${zone}`), isAccepted(`2020-01-01T10:00:00.5${zone}`)]).toEqual([true, true]),
  );

  it.each([
    ...[
      "+18:01",
      "-18:01",
      "+23:59",
      "+24:00",
      "+99:99",
      "+17:60",
      "+1:00",
      "+0100",
      "+01",
      "z",
      "ZZ",
      "Z ",
      " 02:00",
    ],
    ...["+01:00Z", "UTC", "−01:00", "+01:0", "+01-00", "+aa:00", "+00:aa", "+"],
  ])("the zone %j is invalid", (zone) => {
    expect([isAccepted(`10:00${zone}`), isAccepted(`2020-01-01T10:00:00.5${zone}`)]).toEqual([false, false]);
  });
});

describe("formats", () => {
  it.each([
    ...[
      "",
      "1",
      "2020",
      "2020-01",
      "20200101",
      "2020-1-1",
      "2020-01-1",
      "2020-W01-1",
      "2020-001",
      "2020/01/01",
    ],
    ...["2020-01-01T10:00 Z", "2020-01-01T10:00 +02:00", "10:00 Z", "10:00+02"],
    ...["2020-01-01 ", " 2020-01-01", "2020-01-01T", "2020-01-01Z", "2020-01-01t10:00", "2020-01-01 10:00"],
    ...[
      "2020-01-01T10",
      "2020-01-01T10:0",
      "2020-01-01T10:00:",
      "2020-01-01T10:00:0",
      "1:00",
      "10:0",
      "10",
      "10:",
    ],
    ...[
      "10:00:",
      "10:00:0",
      "10:00:000",
      "10-00",
      "10:00-00",
      "a0:00",
      "1a:00",
      "10:a0",
      "10:0a",
      "10:00:a0",
    ],
    ...[
      "２０２０-01-01",
      "٢٠٢٠-٠١-٠١",
      "2020-01-01T10:00:00\0",
      "2020-01-01T10:00:00Z\n",
      "/020-01-01",
      ":020-01-01",
    ],
    ...[
      "202/-01-01",
      "2020-0:-01",
      "2020-01-/1",
      "/0:00",
      "1::00",
      "20200-1-01",
      "2020:01:01",
      "T10:00",
      "2020-01-01TT",
    ],
  ])("%j is invalid", (text) => {
    for (const type of ["date", "time", "dateTime"] as const)
      expect(parseTemporal(type, text)).toBeUndefined();
    expect(readTemporal("any-dated", text)).toBe(false);
  });

  it("match only their own type; `any-dated` matches dates and date-times", () => {
    const texts = { date: "2020-01-31", time: "10:00:00", dateTime: "2020-01-31T10:00:00" };
    for (const [type, text] of Object.entries(texts)) {
      const readers = (["date", "time", "dateTime"] as const).filter((reader) => readTemporal(reader, text));
      expect(readers).toEqual([type]);
      expect(classifyTemporal(text)).toBe(type);
      expect(readTemporal("any-dated", text)).toBe(type !== "time");
    }
  });

  it("of dates read the first instant in UTC", () => {
    expect(readTemporal("any-dated", "2020-01-01")).toBe(true);
    const date = { ...lastReadInstant };
    expect(compareInstants(date, parsed("2020-01-01T00:00:00Z"))).toBe(0);
    expect(compareInstants(date, parsed("2020-01-01T00:00:00.000000001Z"))).toBeLessThan(0);
    expect(compareInstants(date, parsed("2020-01-01T00:00:00+00:01"))).toBeGreaterThan(0);
  });

  it.each([
    ["2020-01-31 13:45", "2020-01-31T13:45Z"],
    ["2020-01-31 13:45:10", "2020-01-31T13:45:10Z"],
    ["2020-01-31 13:45:10.123456789", "2020-01-31T13:45:10.123456789Z"],
    ["2020-01-31 13:45:10Z", "2020-01-31T13:45:10Z"],
    ["2020-01-31 13:45:10 Z", "2020-01-31T13:45:10Z"],
    ["2020-01-31 13:45:10.5 +02:00", "2020-01-31T11:45:10.5Z"],
    ["2020-01-31T13:45:10 -05:30", "2020-01-31T19:15:10Z"],
    ["2020-01-31 13:45:10+02", "2020-01-31T11:45:10Z"],
    ["2020-01-31T13:45 -18", "2020-02-01T07:45Z"],
    ["2020-01-31 24:00:00", "2020-02-01T00:00Z"],
    ["13:45:10 +02:00", "11:45:10Z"],
    ["13:45+02", "11:45Z"],
    ["2020-01-31T13:45:10.5+0530", "2020-01-31T08:15:10.5Z"],
    ["2020-01-31 13:45:10 -0000", "2020-01-31T13:45:10Z"],
    ["13:45-0130", "15:15Z"],
  ])("of stored values include what databases write: %s", (text, literal) => {
    const type = classifyTemporal(literal)!;
    expect(classifyStoredTemporal(text)).toBe(type);
    expect(readStoredTemporal(type, text)).toBe(true);
    expect({ ...lastReadInstant }).toEqual(parseTemporal(type, literal));
    expect(readStoredTemporal("any-dated", text)).toBe(type !== "time");
    expect(classifyTemporal(text)).toBeUndefined();
  });

  it.each([
    ...["2020-01-31  13:45", "2020-01-31 13:45  Z", "2020-01-31 13:45 ", "2020-01-31 ", "2020-01-31\t13:45"],
    ...["2020-01-31 13:45z", "2020-01-31t13:45", "2020-01-31 13:45 UTC", "2020-01-31 13:45:10+020"],
    ...[
      "2020-01-31 13:45+2",
      "2020-01-31 13:45+19",
      "2020-01-31 13:45+1801",
      "2020-01-31 13:45+0260",
      "2020-01-31 13:45 02",
      "2020-01-31 24:00:01",
    ],
    ...["2020-02-30 13:45", "2020-01-31 13:60", "2020-01-31 13", " 13:45", "13:45 ", "2020-01-31 Z"],
  ])("of stored values exclude %j", (text) => {
    expect(classifyStoredTemporal(text)).toBeUndefined();
    expect(readStoredTemporal("any-dated", text)).toBe(false);
  });

  it("of literals are formats of stored values", () => {
    fc.assert(
      fc.property(arbitraryTemporal, ({ type, text }) => {
        const literal = parseTemporal(type, text);
        expect(readStoredTemporal(type, text)).toBe(literal !== undefined);
        if (literal !== undefined) expect({ ...lastReadInstant }).toEqual(literal);
      }),
    );
  });

  it("do not depend on the previous result", () => {
    readTemporal("time", "00:00:00.123456789");
    expect(readTemporal("any-dated", "1970-01-01")).toBe(true);
    expect(lastReadInstant).toEqual(at(0));
  });
});

describe("formatInstant", () => {
  it.each([
    ["time", "10:00", "10:00:00Z"],
    ["time", "10:00:00.100", "10:00:00.100Z"],
    ["time", "10:00:00.1234", "10:00:00.123400Z"],
    ["time", "10:00:00.0000001", "10:00:00.000000100Z"],
    ["time", "24:00", "24:00:00Z"],
    ["time", "00:30+02:00", "00:30:00+02:00"],
    ["time", "23:30-02:15", "23:45:00-02:00"],
    ["date", "2020-02-29", "2020-02-29"],
    ["dateTime", "2020-01-01T00:30+02:00", "2019-12-31T22:30:00Z"],
    ["dateTime", "9999-12-31T24:00", "9999-12-31T24:00:00Z"],
    ["dateTime", "9999-12-31T06:00:00.000000001-18:00", "9999-12-31T23:00:00.000000001-01:00"],
    ["dateTime", "0001-01-01T00:00+18:00", "0001-01-01T00:00:00+18:00"],
    ["dateTime", "1969-12-31T23:59:59.999999999Z", "1969-12-31T23:59:59.999999999Z"],
  ] as const)("formats the %s %s as %s", (type, text, expected) => {
    expect(formatInstant(parseTemporal(type, text)!, type)).toBe(expected);
  });

  it("returns a string that parses to the same instant and is canonical", () => {
    fc.assert(
      fc.property(arbitraryTemporal, ({ type, text }) => {
        const instant = parseTemporal(type, text)!;
        const canonical = formatInstant(instant, type);
        expect(parseTemporal(type, canonical)).toEqual(instant);
        expect(formatInstant(parseTemporal(type, canonical)!, type)).toBe(canonical);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("comparison with Luxon", () => {
  it("parses like Luxon in every local time zone", () => {
    const before = process.env["TZ"];
    const zones = [
      "UTC",
      "America/New_York",
      "Europe/London",
      "Asia/Kathmandu",
      "Pacific/Apia",
      "Africa/Monrovia",
    ];
    try {
      for (const zone of zones) {
        process.env["TZ"] = zone;
        fc.assert(fc.property(arbitraryTemporal, agreesWithLuxon), { numRuns: 500 });
        // Local times in a gap and in an overlap of some zones. They are ordinary instants here.
        expect(parsed("2024-03-10T02:30:00").milliseconds).toBe(Date.UTC(2024, 2, 10, 2, 30));
        expect(parsed("2024-11-03T01:30:00").milliseconds).toBe(Date.UTC(2024, 10, 3, 1, 30));
        expect(formatInstant(parsed("2011-12-30"), "date")).toBe("2011-12-30");
      }
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });

  it("accepts exactly the mutated strings that the grammar generates", () => {
    // The grammar as a regular expression, independent of the parser.
    const zone = "(?:Z|[+-](?:(?:0\\d|1[0-7]):[0-5]\\d|18:00))?";
    const clock = `(?:(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?|24:00(?::00(?:\\.0{1,9})?)?)${zone}`;
    const day = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
    const forms = { time: clock, date: day, dateTime: `${day}T${clock}` };
    const position = fc.nat(40);
    const character = fc.constantFrom(..."0123456789-:.TZ+ tz,/".split(""));
    fc.assert(
      fc.property(
        arbitraryTemporal,
        position,
        character,
        fc.nat(2),
        ({ type, text }, index, inserted, cut) => {
          const mutated = text.slice(0, index) + inserted + text.slice(index + cut);
          const isDay = type === "time" || isDayOfLuxon(mutated.slice(0, 10));
          const expected = new RegExp(`^${forms[type]}$`).test(mutated) && isDay;
          expect([mutated, readTemporal(type, mutated)]).toEqual([mutated, expected]);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it("compares like strings of the same format", () => {
    const texts = fc.tuple(canonicalText, canonicalText);
    fc.assert(
      fc.property(texts, ([a, b]) => {
        const expected = a < b ? -1 : a > b ? 1 : 0;
        expect(Math.sign(compareInstants(parsed(a), parsed(b)))).toBe(expected);
      }),
    );
  });
});

function agreesWithLuxon({ type, text }: { type: TemporalType; text: string }): void {
  const instant = parseTemporal(type, text);
  // Luxon parses a time as a time of today, with millisecond precision.
  const full = type === "time" ? `1970-01-01T${text}` : text;
  // Luxon moves hour 24 in the first hundred years to another day.
  const isEnd = full.includes("T24:");
  const luxon = DateTime.fromISO(full.replace("T24:", "T00:"), { zone: "utc" });
  expect(luxon.isValid).toBe(true);
  expect(instant?.milliseconds).toBe(luxon.toMillis() + (isEnd ? DAY : 0));
  const fraction = (/\.(\d+)/.exec(text)?.[1] ?? "").padEnd(9, "0");
  expect(instant?.nanoseconds).toBe(Number(fraction.slice(3)));
}

function isDayOfLuxon(text: string): boolean {
  return !text.startsWith("0000") && DateTime.fromISO(text, { zone: "utc" }).isValid;
}

const two = (value: number) => String(value).padStart(2, "0");

const arbitraryDay = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, day]) => {
    const last = DateTime.utc(year, month).daysInMonth!;
    return `${String(year).padStart(4, "0")}-${two(month)}-${two(Math.min(day, last))}`;
  });

const arbitraryZone = fc.oneof(
  fc.constantFrom("", "Z", "-00:00", "+18:00", "-18:00"),
  fc
    .tuple(fc.constantFrom("+", "-"), fc.integer({ min: 0, max: 17 }), fc.integer({ min: 0, max: 59 }))
    .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`),
);

const arbitraryClock = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.option(fc.integer({ min: 0, max: 59 }), { nil: undefined }),
    fc.option(fc.stringMatching(/^\d{1,9}$/), { nil: undefined }),
  )
  .map(([hour, minute, second, fraction]) => {
    const seconds =
      second === undefined ? "" : `:${two(second)}${fraction === undefined ? "" : `.${fraction}`}`;
    return `${two(hour)}:${two(minute)}${seconds}`;
  });

const arbitraryEnd = fc.constantFrom("24:00", "24:00:00", "24:00:00.0", "24:00:00.000");

const arbitraryTime = fc
  .tuple(fc.oneof({ weight: 20, arbitrary: arbitraryClock }, arbitraryEnd), arbitraryZone)
  .map(([clock, zone]) => clock + zone);

const arbitraryTemporal: fc.Arbitrary<{ type: TemporalType; text: string }> = fc.oneof(
  arbitraryDay.map((text) => ({ type: "date" as const, text })),
  arbitraryTime.map((text) => ({ type: "time" as const, text })),
  fc
    .tuple(arbitraryDay, arbitraryTime)
    .map(([day, time]) => ({ type: "dateTime" as const, text: `${day}T${time}` })),
);

const canonicalText = fc
  .tuple(arbitraryDay, fc.integer({ min: 0, max: 23 }), fc.stringMatching(/^\d{9}$/))
  .map(([day, hour, fraction]) => `${day}T${two(hour)}:30:00.${fraction}Z`);
