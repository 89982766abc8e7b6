import { runInNewContext } from "node:vm";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { dateTimeLiteral, instantOf } from "../../src/values/instant-like.ts";

describe("instantOf", () => {
  it("reads the milliseconds of a Date, including one of another realm", () => {
    expect(instantOf(new Date(1500))).toEqual({ milliseconds: 1500, nanoseconds: 0 });
    expect(dateTimeLiteral(new Date(Date.UTC(2020, 1, 29, 12)))).toBe("2020-02-29T12:00:00Z");
    expect(dateTimeLiteral(runInNewContext("new Date(-1)"))).toBe("1969-12-31T23:59:59.999Z");
  });

  it("ignores own properties of a Date", () => {
    const date = Object.assign(new Date(7), { getTime: () => 8, epochMilliseconds: 9, toMillis: () => 10 });
    expect(instantOf(date)?.milliseconds).toBe(7);
  });

  it("reads the milliseconds of a Luxon DateTime in any zone", () => {
    const value = DateTime.fromISO("2020-01-01T00:30:00.250+02:00", { setZone: true });
    expect(dateTimeLiteral(value)).toBe("2019-12-31T22:30:00.250Z");
  });

  it("reads the nanoseconds of a Temporal instant, including instants before 1970", () => {
    expect(instantOf({ epochNanoseconds: 1_000_000_001n })).toEqual({ milliseconds: 1000, nanoseconds: 1 });
    expect(instantOf({ epochNanoseconds: -1n })).toEqual({ milliseconds: -1, nanoseconds: 999_999 });
    expect(dateTimeLiteral({ epochMilliseconds: -1, epochNanoseconds: -1n })).toBe(
      "1969-12-31T23:59:59.999999999Z",
    );
    expect(instantOf({ epochMilliseconds: 5 })).toEqual({ milliseconds: 5, nanoseconds: 0 });
  });

  it.each([
    ["an invalid Date", new Date(Number.NaN)],
    ["an invalid DateTime", DateTime.invalid("unknown")],
    ["a year beyond 9999", new Date(Date.UTC(10_000, 0))],
    ["the year 0", new Date(Date.UTC(1, 0) - 86_400_000 * 366 * 1901)],
    ["half a millisecond", { epochMilliseconds: 0.5 }],
    ["infinity", { toMillis: () => Infinity }],
    ["a text", "2020-01-01"],
    ["a number", 5],
    ["null", null],
    ["an object", {}],
    ["a Date's heir without a time", Object.create(Date.prototype)],
  ])("returns undefined for %s", (_, value) => {
    expect(instantOf(value)).toBeUndefined();
    expect(dateTimeLiteral(value)).toBeUndefined();
  });
});
