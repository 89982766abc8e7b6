import fc from "fast-check";
import { DateTime } from "luxon";
import { expect, it } from "vitest";
import { readMailDate, readOtherIso } from "../../src/values/other-dates.ts";

const pad = (value: number, width = 2) => String(value).padStart(width, "0");
const number = (min: number, max: number, width = 2) =>
  fc.integer({ min, max }).map((value) => pad(value, width));

const options = { zone: "utc", locale: "en" } as const;

/** Formats like the reader: a date for texts without a time, otherwise the shortest date-time in UTC. */
function expected(parsed: DateTime, hasTime: boolean): string | undefined {
  if (!parsed.isValid || parsed.year < 1 || parsed.year > 9999) return undefined;
  const iso = parsed.toISO({ suppressMilliseconds: true })!;
  return hasTime ? iso : iso.slice(0, 10);
}

// Luxon reads 24:00:00 in the years 1 to 99 as the beginning of the day.
const year = fc.oneof(number(100, 9999, 4), fc.constantFrom("0000", "2020", "2015", "2026", "9999"));
const day = fc.oneof(
  fc.tuple(year, number(0, 13), number(0, 32)).map((parts) => parts.join("")),
  fc.tuple(year, number(1, 12), number(1, 28)).map((parts) => parts.join("-")),
  fc
    .tuple(year, fc.constantFrom("-W", "W"), number(0, 54), fc.constantFrom("-", ""), number(0, 8, 1))
    .map((parts) => parts.join("")),
  fc.tuple(year, fc.constantFrom("-", ""), number(0, 367, 3)).map((parts) => parts.join("")),
);
const clock = fc.oneof(
  number(0, 25),
  fc.tuple(number(0, 25), number(0, 60)).map((parts) => parts.join("")),
  fc.tuple(number(0, 25), number(0, 60), number(0, 60)).map((parts) => parts.join(":")),
  fc
    .tuple(number(0, 23), number(0, 59), number(0, 59), fc.constantFrom(".5", ",25", ".125999", ".000"))
    .map(([hour, minute, second, fraction]) => `${hour}${minute}${second}${fraction}`),
  fc.constant("24:00:00"),
);
const zone = fc.constantFrom("", "Z", "+02", "-0330", "+05:45", "-00:30", "x");

it("dates of other formats of ISO 8601 are read like Luxon reads them", () => {
  let dates = 0;
  fc.assert(
    fc.property(day, fc.option(fc.tuple(clock, zone), { nil: undefined }), (date, time) => {
      const text = time === undefined ? date : `${date}T${time.join("")}`;
      const found = readOtherIso(text);
      if (found !== undefined) dates++;
      // Luxon has a year 0, and the language has none.
      const wanted = date.startsWith("0000")
        ? undefined
        : expected(DateTime.fromISO(text, options), time !== undefined);
      expect([text, found]).toEqual([text, wanted]);
    }),
    { numRuns: 5_000 },
  );
  expect(dates).toBeGreaterThan(500);
});

it("days of weeks that are not in the years 1 to 9999 are not dates", () => {
  expect(readOtherIso("9999-W52-5")).toBe("9999-12-31");
  expect(readOtherIso("9999-W52-6")).toBeUndefined();
});

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec jan Foo".split(" ");
const weekdays = "Mon Tue Wed Thu Fri Sat Sun".split(" ");

it("dates of mail and HTTP are read like Luxon reads them", () => {
  let dates = 0;
  const parts = fc.record({
    at: fc.date({ min: new Date("1950-01-01"), max: new Date("2070-01-01"), noInvalidDate: true }),
    month: fc.option(fc.constantFrom(...months), { nil: undefined }),
    weekday: fc.option(fc.constantFrom(...weekdays), { nil: undefined }),
    form: fc.constantFrom("mail", "short year", "no weekday", "850", "comment"),
    zone: fc.constantFrom("GMT", "UT", "Z", "z", "EST", "PDT", "+0200", "-0330", "CET"),
  });
  fc.assert(
    fc.property(parts, ({ at, month, weekday, form, zone: offset }) => {
      const date = DateTime.fromJSDate(at, { zone: "utc" }).setLocale("en");
      const name = month ?? date.monthShort!;
      const short = weekday ?? date.weekdayShort!;
      const time = date.toFormat("HH:mm:ss");
      const text = {
        mail: `${short}, ${date.day} ${name} ${date.year} ${time} ${offset}`,
        "short year": `${date.day} ${name} ${pad(date.year % 100)} ${date.toFormat("HH:mm")} ${offset}`,
        "no weekday": `${date.day} ${name} ${date.year} ${time} ${offset}`,
        "850": `${weekday ?? date.weekdayLong!}, ${pad(date.day)}-${name}-${pad(date.year % 100)} ${time} GMT`,
        comment: `${short}, ${date.day} ${name}  ${date.year} (x)\t${time} ${offset}`,
      }[form];
      const found = readMailDate(text);
      if (found !== undefined) dates++;
      // Luxon does not know UT, an older name of GMT in RFC 2822.
      const mail = DateTime.fromRFC2822(text.replace(/UT$/, "GMT"), options);
      const wanted = mail.isValid ? mail : DateTime.fromHTTP(text, options);
      expect([text, found]).toEqual([text, expected(wanted, true)]);
    }),
    { numRuns: 5_000 },
  );
  expect(dates).toBeGreaterThan(500);
});
