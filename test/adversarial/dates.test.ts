import { describe, expect, it } from "vitest";
import { parseFilter } from "../../src/parser/parse.ts";
import { codes, values } from "./keep.ts";
import { words } from "../words.ts";

describe("dates in filters", () => {
  it("days that do not exist are errors", () => {
    for (const day of ["2020-02-30", "2019-02-29", "1900-02-29", "2020-13-01", "2020-00-01", "2020-01-00"]) {
      expect(codes(`eq(v,${day})`), day).toEqual(["invalid-date"]);
      expect(values("gt(v,1000-01-01)", [day, `${day}T00:00:00Z`]), day).toEqual([]);
      expect(values("not(gt(v,1000-01-01))", [day]), day).toEqual([]);
    }
    expect(values("eq(v,2000-02-29)", ["2000-02-29"])).toHaveLength(1);
  });

  it("24:00:00 is the first instant of the next day, and later times are errors", () => {
    expect(values("gt(v,23:59:59.999999999)", ["24:00:00", "23:59:59.999999999", "00:00:00"])).toEqual([
      "24:00:00",
    ]);
    expect(values("eq(v,24:00:00)", ["24:00:00", "00:00:00", "24:00", "24:00:00.000"])).toEqual([
      "24:00:00",
      "24:00",
      "24:00:00.000",
    ]);
    expect(values("eq(v,2020-01-01T24:00:00Z)", ["2020-01-02T00:00:00Z", "2020-01-02"])).toHaveLength(2);
    for (const time of ["24:00:00.001", "24:00:01", "24:30:00", "25:00:00", "2020-01-01T24:00:01Z"]) {
      expect(codes(`eq(v,${time})`), time).toEqual(["invalid-date"]);
      expect(values("ge(v,00:00:00)", [time]), time).toEqual([]);
    }
  });

  it("second 60, year 0 and zones beyond 18 hours are errors in a filter and unknown in a row", () => {
    for (const text of words(`
      23:59:60Z 23:60:00 2016-12-31T23:59:60Z 0000-01-01 10:00:00+18:01 10:00:00+99:99 10:00:00+1:00 10:00:00z
    `)) {
      expect(parseFilter(`eq(v,${text})`).expression, text).toBeUndefined();
    }
    expect(values("gt(v,0001-01-01)", ["0000-01-01", "0001-01-02", "10000-01-01", "9999-12-31"])).toEqual([
      "0001-01-02",
      "9999-12-31",
    ]);
  });

  it("nanoseconds are compared", () => {
    const rows = [
      "2020-01-01T00:00:00.123456788Z",
      "2020-01-01T00:00:00.123456789Z",
      "2020-01-01T00:00:00.12345679Z",
    ];
    expect(values("eq(v,2020-01-01T00:00:00.123456789Z)", rows)).toEqual([rows[1]]);
    expect(values("gt(v,2020-01-01T00:00:00.123456789Z)", rows)).toEqual([rows[2]]);
    expect(codes("eq(v,10:00:00.1234567891)")).toEqual(["invalid-date"]);
    expect(codes("eq(v,10:00:00.)")).toEqual(["invalid-date"]);
  });

  it("a date is its first instant in UTC and is not comparable with a time", () => {
    expect(
      values("eq(v,2020-01-01)", [
        "2020-01-01",
        "2020-01-01T00:00:00Z",
        "2020-01-01T01:00:00+01:00",
        "2020-01-01T00:00:01Z",
      ]),
    ).toHaveLength(3);
    expect(values("gt(v,2020-01-01)", ["2020-01-01T00:00:00.000000001Z", "12:00:00"])).toHaveLength(1);
    expect(values("lt(v,12:00:00)", ["11:00:00", "2020-01-01", "13:30:00+02:00"])).toEqual([
      "11:00:00",
      "13:30:00+02:00",
    ]);
  });

  it("a quoted date is a string, and a string that is not a date compares as unknown", () => {
    expect(values("gt(v,'2020-01-01')", ["2020-01-02", "2020", 5])).toEqual(["2020-01-02"]);
    expect(
      values("gt(v,2020-01-01)", ["2020-1-2", "20200102", "1", "2020-W01", "soon", 20200102, true]),
    ).toEqual([]);
    expect(values("not(gt(v,2020-01-01))", ["2020-1-2", "soon", 1])).toEqual([]);
    for (const text of ["2020-1-1", "2020-W01-1"])
      expect(parseFilter(`eq(v,${text})`).expression, text).toBeUndefined();
    expect(parseFilter("eq(v,20200101)").expression).toMatchObject({ args: [{}, { type: "number" }] });
  });
});
