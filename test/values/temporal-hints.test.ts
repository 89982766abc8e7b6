import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyTemporal } from "../../src/values/instant.ts";
import { explainTemporal } from "../../src/values/temporal-hints.ts";

describe("impossible days and times", () => {
  it.each([
    ["2023-02-29", "February 2023 has 28 days"],
    ["2020-02-30T10:00:00Z", "February 2020 has 29 days"],
    ["2020-4-31", "April 2020 has 30 days"],
    ["2020-13-01", "a year has the months 01 to 12: 13"],
    ["2020-00-01", "a year has the months 01 to 12: 00"],
    ["2020-01-00", "the days of a month begin with 01: 00"],
    ["0000-01-01", "there is no year 0000: years go from 0001 to 9999"],
    ["10000-01-01", "years go from 0001 to 9999: 10000"],
    ["-0001-01-01", "years go from 0001 to 9999: -0001"],
    ["+275760-09-13", "years go from 0001 to 9999: +275760"],
    ["99-01-01", "the year has four digits: 99"],
    ["25:00:00", "a day has 24 hours: 25:00:00"],
    ["24:00:01", "nothing is later than 24:00:00, the end of the day"],
    ["2020-01-01T24:30", "nothing is later than 24:00:00, the end of the day"],
    ["10:60", "an hour has the minutes 00 to 59: 60"],
    ["23:59:60Z", "a minute has the seconds 00 to 59: second 60, a leap second, is not accepted"],
    ["23:59:61", "a minute has the seconds 00 to 59: 61"],
    ["10:00+18:01", "a zone is at most 18:00 from UTC: +18:01"],
    ["10:00-24:00", "a zone is at most 18:00 from UTC: -24:00"],
    ["10:00+99:99", "the minutes of a zone go from 00 to 59: +99:99"],
  ])("%s: %s", (text, reason) => {
    expect(classifyTemporal(text)).toBeUndefined();
    expect(explainTemporal(text)).toEqual({ reason });
  });
});

describe("other formats", () => {
  it.each([
    ["2020-1-5", "2020-01-05", "the month has two digits"],
    ["2020-01-5", "2020-01-05", "the day has two digits"],
    ["1:02:03", "01:02:03", "the hour has two digits"],
    ["2020-01-01 12:00:00", "2020-01-01T12:00:00", "a `T` joins the date and the time"],
    ["2020-01-01t12:00:00z", "2020-01-01T12:00:00Z", "a `T` joins the date and the time"],
    ["2020-01-31T13:45:10.5z", "2020-01-31T13:45:10.5Z", "a zone is `Z`, `+HH:mm` or `-HH:mm`"],
    ["10:00:00+0100", "10:00:00+01:00", "a zone is `Z`, `+HH:mm` or `-HH:mm`"],
    ["10:00:00 -1", "10:00:00-01:00", "a zone is `Z`, `+HH:mm` or `-HH:mm`"],
    ["10:00:00 UTC", "10:00:00Z", "a zone is `Z`, `+HH:mm` or `-HH:mm`"],
    [
      "10:00:00 02:00",
      "10:00:00+02:00",
      "a space stands where the zone has its `+`, which a URL writes as %2B",
    ],
    ["10:00:00,5", "10:00:00.5", "a point stands before the fraction of a second"],
    ["10:00:00.", "10:00:00", "a fraction of a second has at least one digit"],
    ["10:00:00.1234567891", "10:00:00.123456789", "a fraction of a second has at most 9 digits"],
    ["20200101", "2020-01-01", "hyphens stand between year, month and day"],
    ["20200101T101112Z", "2020-01-01T10:11:12Z", "hyphens stand between year, month and day"],
    ["2020-01-01T1200", "2020-01-01T12:00:00Z", "colons stand between hours, minutes and seconds"],
    ["2020-W01-1", "2019-12-30", "a date is a day of a month, not of a week"],
    ["2020-366", "2020-12-31", "a date is a day of a month, not of a year"],
    ["Mon, 25 Dec 1995 13:30:00 +0430", "1995-12-25T09:00:00Z", "the form is that of ISO 8601"],
    ["Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z", "the form is that of ISO 8601"],
    ["Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z", "the form is that of ISO 8601"],
  ])("%s is corrected to %s", (text, suggestion, reason) => {
    expect(explainTemporal(text)).toEqual({ reason, suggestion });
  });

  it.each([
    "",
    "soon",
    "2020",
    "2020-01",
    "2020-01-01T",
    "2020-01-01Tx",
    "2020-01-01x",
    "20201301",
    "2019-366",
  ])("have no suggestion for %j", (text) => {
    expect(explainTemporal(text)).toEqual({
      reason: "a date is written 2020-01-31, a time 13:45:10 and a date-time 2020-01-31T13:45:10Z",
    });
  });

  it("lead to suggestions that are valid, for random strings", () => {
    const piece = fc.constantFrom(
      ..."0 1 2 9 20 2020 - : T Z + . , W z 00 12 31 24 59 60 18".split(" "),
      " ",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(text, (given) => {
        const { reason, suggestion } = explainTemporal(given);
        expect(reason).not.toBe("");
        if (suggestion !== undefined) expect(classifyTemporal(suggestion)).toBeDefined();
      }),
      { numRuns: 3000 },
    );
  });

  it("have no suggestion for a string of a million digits", () => {
    expect(explainTemporal("2020-01-01T" + "1".repeat(1_000_000)).suggestion).toBeUndefined();
  });
});
