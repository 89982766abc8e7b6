import * as fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import {
  classifyTemporal,
  compareInstants,
  formatInstant,
  parseTemporal,
  readTemporal,
  reading,
  type Instant,
  type TemporalType,
} from "../../src/values/instant.ts";

const DAY = 86_400_000;
const at = (milliseconds: number, nanoseconds = 0): Instant => ({ milliseconds, nanoseconds });
const isAccepted = (text: string) => classifyTemporal(text) !== undefined;
const parsed = (text: string): Instant => parseTemporal(classifyTemporal(text)!, text)!;

describe("days", () => {
  it.each(["2020-02-29", "2000-02-29", "2400-02-29", "2020-12-31", "0001-01-01", "9999-12-31"])(
    "E1: %s is a day",
    (text) => expect(classifyTemporal(text)).toBe("date"),
  );

  it.each([
    ...["2020-02-30", "2019-02-29", "1900-02-29", "2100-02-29", "2020-13-01", "2020-00-01", "2020-01-00"],
    ...["2020-01-32", "2020-04-31", "2020-06-31", "2020-09-31", "2020-11-31", "2020-99-99"],
  ])("E1: the calendar has no %s, alone or in a date-time", (text) => {
    expect(isAccepted(text)).toBe(false);
    expect(isAccepted(`${text}T00:00:00Z`)).toBe(false);
  });

  it.each(["0000-01-01", "10000-01-01", "-0001-01-01", "+275760-09-13", "+275760-09-14", "999-01-01"])(
    "E4: %s is outside of the years 0001 to 9999",
    (text) => expect([isAccepted(text), isAccepted(`${text}T00:00:00Z`)]).toEqual([false, false]),
  );

  it("counts every day of the language exactly once, as Luxon does", () => {
    let expected = DateTime.utc(1, 1, 1).toMillis();
    for (let year = 1; year <= 9999; year++) {
      const isFullYear = year % 400 < 5 || year % 100 === 0;
      for (let month = 1; month <= 12; month++) {
        const last = DateTime.utc(year, month).daysInMonth!;
        const head = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-`;
        for (const day of isFullYear ? [1, 15, last] : [1, last]) {
          const text = head + String(day).padStart(2, "0");
          if (!readTemporal("date", text)) throw new Error(text);
          if (reading.milliseconds !== expected + (day - 1) * DAY) throw new Error(text);
          if (formatInstant(reading, "date") !== text) throw new Error(text);
        }
        expect(readTemporal("date", head + String(last + 1).padStart(2, "0"))).toBe(false);
        expected += last * DAY;
      }
    }
    expect(expected).toBe(Date.UTC(9999, 11, 31) + DAY);
  });
});

describe("the clock", () => {
  it("E2, T5: 24:00:00 alone is the end of the day, after every other time", () => {
    for (const text of ["24:00:00", "24:00", "24:00:00.0", "24:00:00.000000000", "24:00:00Z"]) {
      expect(parseTemporal("time", text)).toEqual(at(DAY));
    }
    expect(compareInstants(parsed("24:00:00"), parsed("23:59:59.999999999"))).toBeGreaterThan(0);
    expect(compareInstants(parsed("24:00:00"), parsed("00:00:00"))).toBeGreaterThan(0);
  });

  it("E2, T5: T24:00:00 is the first instant of the next day", () => {
    expect(parsed("2019-12-31T24:00:00Z")).toEqual(parsed("2020-01-01T00:00:00Z"));
    expect(parsed("2020-02-28T24:00")).toEqual(parsed("2020-02-29"));
    expect(parsed("9999-12-31T24:00:00")).toEqual(at(Date.UTC(9999, 11, 31) + DAY));
  });

  it.each(["24:00:00.001", "24:00:00.000000001", "24:00:01", "24:01", "24:30:00", "25:00:00", "99:00"])(
    "E2: %s is later than the day",
    (text) => expect([isAccepted(text), isAccepted(`2020-01-01T${text}`)]).toEqual([false, false]),
  );

  it.each(["23:59:60", "23:59:60Z", "2016-12-31T23:59:60Z", "23:60:00", "23:60", "23:59:61"])(
    "E3: %s has a second or a minute that is not",
    (text) => expect(isAccepted(text)).toBe(false),
  );

  it("E6: the fraction has 1 to 9 digits and every one counts", () => {
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
  ])("E6: %s has no fraction of the language", (text) => expect(isAccepted(text)).toBe(false));

  it("a text without a zone is in UTC", () => {
    expect(parsed("2020-01-01T10:00")).toEqual(parsed("2020-01-01T10:00:00Z"));
    expect(parsed("10:00")).toEqual(parsed("10:00:00.000Z"));
  });

  it("E5, T4: a zone is taken off, without wrapping a time around midnight", () => {
    expect(parsed("10:00+02:00")).toEqual(parsed("08:00"));
    expect(parsed("00:30+02:00")).toEqual(at(-5_400_000));
    expect(parsed("23:30-02:00")).toEqual(at(DAY + 5_400_000));
    expect(parsed("2020-01-01T00:30:00+02:00")).toEqual(parsed("2019-12-31T22:30:00Z"));
    expect(parsed("2020-01-01T10:00:00+05:45")).toEqual(parsed("2020-01-01T04:15:00Z"));
  });

  it.each(["+14:00", "-12:00", "+15:59", "+16:00", "+18:00", "-18:00", "-00:00", "+00:00", "Z", ""])(
    "E5: the zone %j is accepted",
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
  ])("E5: the zone %j is refused", (zone) => {
    expect([isAccepted(`10:00${zone}`), isAccepted(`2020-01-01T10:00:00.5${zone}`)]).toEqual([false, false]);
  });
});

describe("forms", () => {
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
  ])("E10: %j is none of the forms", (text) => {
    for (const type of ["date", "time", "dateTime"] as const)
      expect(parseTemporal(type, text)).toBeUndefined();
    expect(readTemporal("any-dated", text)).toBe(false);
  });

  it("a type accepts its own form alone, and `any-dated` dates and date-times", () => {
    const texts = { date: "2020-01-31", time: "10:00:00", dateTime: "2020-01-31T10:00:00" };
    for (const [type, text] of Object.entries(texts)) {
      const readers = (["date", "time", "dateTime"] as const).filter((reader) => readTemporal(reader, text));
      expect(readers).toEqual([type]);
      expect(classifyTemporal(text)).toBe(type);
      expect(readTemporal("any-dated", text)).toBe(type !== "time");
    }
  });

  it("E7: a date is its first instant in UTC", () => {
    expect(readTemporal("any-dated", "2020-01-01")).toBe(true);
    const date = { ...reading };
    expect(compareInstants(date, parsed("2020-01-01T00:00:00Z"))).toBe(0);
    expect(compareInstants(date, parsed("2020-01-01T00:00:00.000000001Z"))).toBeLessThan(0);
    expect(compareInstants(date, parsed("2020-01-01T00:00:00+00:01"))).toBeGreaterThan(0);
  });

  it("a reading leaves nothing of the reading before", () => {
    readTemporal("time", "00:00:00.123456789");
    expect(readTemporal("any-dated", "1970-01-01")).toBe(true);
    expect(reading).toEqual(at(0));
  });
});

describe("canonical text", () => {
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
  ] as const)("of the %s %s is %s", (type, text, expected) => {
    expect(formatInstant(parseTemporal(type, text)!, type)).toBe(expected);
  });

  it("reads back as the same instant and is its own canonical text", () => {
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

describe("Luxon as the oracle", () => {
  it("E8: reads what Luxon reads, in every zone of the machine", () => {
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
        // A gap and an overlap of the first zones, which are ordinary instants here.
        expect(parsed("2024-03-10T02:30:00").milliseconds).toBe(Date.UTC(2024, 2, 10, 2, 30));
        expect(parsed("2024-11-03T01:30:00").milliseconds).toBe(Date.UTC(2024, 10, 3, 1, 30));
        expect(formatInstant(parsed("2011-12-30"), "date")).toBe("2011-12-30");
      }
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });

  it("accepts of mutated texts exactly those that the grammar generates", () => {
    // The grammar as an expression, so that a slip of the reader shows.
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

  it("orders as the text does where all texts have one form", () => {
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
  // Luxon reads a time as one of today, and keeps milliseconds only.
  const full = type === "time" ? `1970-01-01T${text}` : text;
  // Luxon moves hour 24 of the first hundred years to another day.
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
