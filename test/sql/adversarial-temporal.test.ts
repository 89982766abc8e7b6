import { expect, it } from "vitest";
import { check } from "../../src/checker/check.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { agree } from "./agree.ts";
import { describeBackends } from "./engines/describe-engines.ts";
import { words } from "../words.ts";

/** Dates, times and patterns that are known to break databases. */

const column = (member: string, values: readonly unknown[]) => values.map((value) => ({ [member]: value }));
const accepted = (texts: readonly string[]) =>
  texts.filter((text) => {
    const { expression } = parseFilter(text);
    return expression !== undefined && check(expression, typedCatalog).ok;
  });

const ZONES = words("UTC America/New_York Europe/London Asia/Kathmandu Pacific/Apia Pacific/Kiritimati");

describeBackends((engine) => {
  it("invalid days and seconds never reach a database", () => {
    const days = words("2020-02-30 2019-02-29 1900-02-29 2020-13-01 2020-00-01 2020-01-00");
    const times = words("23:60:00 23:59:60 24:00:01 24:30:00 25:00:00");
    const instants = words("2016-12-31T23:59:60Z 2020-02-30T00:00:00Z 0000-01-01T00:00:00Z");
    expect(accepted(days.map((day) => `eq(d,${day})`))).toEqual([]);
    expect(accepted(times.map((time) => `eq(t,${time})`))).toEqual([]);
    expect(accepted(instants.map((at) => `eq(dt,${at})`))).toEqual([]);
  });

  it("strings that databases write as dates and times are read alike, also in JSON", async () => {
    const written = [
      ...["2024-05-01 10:00:00", "2024-05-01 10:00", "2024-05-01T10:00:00Z"],
      ...["2024-05-01 12:00:00.000 +02:00", "2024-05-01 12:00+02", "2024-05-01 10:00:00.001"],
      ...["2024-04-30 24:00:00", "2024-05-01", "2024-05-01  10:00", "soon"],
    ];
    const isTen = [0, 1, 2, 3, 4];
    const filters = (member: string) => ({
      [`eq(${member},2024-05-01T10:00:00Z)`]: isTen,
      [`gt(${member},2024-05-01T10:00:00Z)`]: [5],
      [`le(${member},2024-05-01T10:00:00Z)`]: [...isTen, 6],
      [`eq(${member},2024-05-01)`]: [6],
      [`isNull(${member})`]: [7, 8, 9],
    });
    const sortBys = ["dt", "dt:descending"];
    await agree(engine(), { rows: column("dt", written), filters: filters("dt"), sortBys });
    await agree(engine(), {
      rows: written.map((dt) => ({ o: { dt } })),
      filters: filters("o.dt"),
      sortBys: ["o.dt", "o.dt:descending"],
    });
    await agree(engine(), {
      rows: written.map((dt) => ({ dts: [dt, "2000-01-01 00:00:00"] })),
      filters: {
        "eq(dts,2024-05-01T10:00:00Z)": isTen,
        "gt(dts,2024-05-01T10:00:00Z)": [5],
        "eq(dts,2000-01-01)": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      },
    });
    await agree(engine(), {
      rows: column("t", ["12:00 +02:00", "12:00+02", "10:00:00 Z", "10:00", "soon"]),
      filters: { "eq(t,10:00)": [0, 1, 2, 3], "isNull(t)": [4] },
      sortBys: ["t"],
    });
  });

  it("24:00:00 is the end of the day, and in a date-time the start of the next", async () => {
    await agree(engine(), {
      rows: column("t", ["24:00:00", "23:59:59.999", "00:00:00"]),
      filters: {
        "eq(t,24:00:00)": [0],
        "lt(t,24:00:00)": [1, 2],
        "eq(t,00:00:00)": [2],
        "gt(t,23:59:59.999)": [0],
      },
      sortBys: ["t"],
    });
    await agree(engine(), {
      rows: column("dt", ["2019-12-31T24:00:00Z", "2020-01-01T00:00:00Z"]),
      filters: { "eq(dt,2020-01-01T00:00:00Z)": [0, 1], "eq(dt,2019-12-31T24:00:00)": [0, 1] },
    });
  });

  it("the years 1 and 9999 are compared correctly", () =>
    agree(engine(), {
      rows: column("dt", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"]),
      filters: {
        "eq(dt,0001-01-01T00:00:00Z)": [0],
        "gt(dt,9999-12-31T23:59:59.998Z)": [1],
        "lt(dt,1970-01-01T00:00:00Z)": [0, 2],
        "lt(dt,0001-01-01T00:00:00+14:00)": [],
      },
      sortBys: ["dt"],
    }));

  it("a zone can move a literal outside the calendar, and every date and instant still compares with it", async () => {
    const rows = [
      { d: "0001-01-01", dt: "0001-01-01T00:00:00Z" },
      { d: "9999-12-31", dt: "9999-12-31T23:59:59Z" },
      { d: null, dt: null },
    ];
    for (const member of ["d", "dt"]) {
      await agree(engine(), {
        rows,
        filters: {
          [`lt(${member},9999-12-31T23:59:59-05:00)`]: [0, 1],
          [`le(${member},9999-12-31T23:59:59-18:00)`]: [0, 1],
          [`ne(${member},9999-12-31T24:00:00-00:01)`]: [0, 1],
          [`ne(${member},9999-12-31T24:00:00Z)`]: [0, 1],
          [`gt(${member},9999-12-31T23:59:59-05:00)`]: [],
          [`not(gt(${member},9999-12-31T23:59:59.000000001-05:00))`]: [0, 1],
          [`in(${member},9999-12-31T23:59:59-05:00,0001-01-01T00:00:00+18:00)`]: [],
          [`gt(${member},0001-01-01T00:00:00+18:00)`]: [0, 1],
          [`gt(${member},0001-01-01T00:00:00+00:01)`]: [0, 1],
          [`not(lt(${member},0001-01-01T00:00:00+14:00))`]: [0, 1],
          [`lt(0001-01-01T00:00:00+14:00,${member},9999-12-31T23:59:59-05:00)`]: [0, 1],
          [`le(${member},0001-01-01T00:00:00+14:00)`]: [],
        },
      });
    }
  });

  it("a zone offset is respected in literals and in rows", () =>
    agree(engine(), {
      rows: column("dt", [
        "2020-01-01T00:00:00Z",
        "2020-01-01T05:45:00+05:45",
        "2019-12-31T12:00:00-12:00",
        "2020-01-01T05:00:00Z",
      ]),
      filters: {
        "eq(dt,2020-01-01T00:00:00Z)": [0, 1, 2],
        "eq(dt,2020-01-01T05:00:00+05:00)": [0, 1, 2],
        "eq(dt,2020-01-01T14:00:00+14:00)": [0, 1, 2],
        "eq(dt,2020-01-01T00:00:00-05:00)": [3],
        "in(dt,2020-01-01T10:00:00+05:00,2020-01-02)": [3],
        "lt(dt,2020-01-01T05:00:00+05:00)": [],
        "eq(dt,2020-01-01T00:00:00-00:00)": [0, 1, 2],
      },
      sortBys: ["dt", "dt:descending"],
    }));

  it("no fraction digit is lost", () =>
    agree(engine(), {
      rows: column("dt", ["2020-01-01T00:00:00.001Z", "2020-01-01T00:00:00.002Z", "2020-01-01T00:00:00Z"]),
      filters: {
        "eq(dt,2020-01-01T00:00:00.001)": [0],
        "eq(dt,2020-01-01T00:00:00.0015)": [],
        "gt(dt,2020-01-01T00:00:00.0015)": [1],
        "lt(dt,2020-01-01T00:00:00.000000001)": [2],
        "ge(dt,2020-01-01T00:00:00.000999999)": [0, 1],
        "ne(dt,2020-01-01T00:00:00.0005)": [0, 1, 2],
      },
    }));

  it("a date equals its first instant in UTC", () =>
    agree(engine(), {
      rows: [
        { d: "2020-01-01", dt: "2020-01-01T00:00:00Z" },
        { d: "2020-01-01", dt: "2020-01-01T00:00:00.001Z" },
        { d: "2020-01-02", dt: "2020-01-01T23:00:00-01:00" },
      ],
      filters: {
        "eq(dt,2020-01-01)": [0],
        "gt(dt,2020-01-01)": [1, 2],
        "eq(d,dt)": [0, 2],
        "lt(d,dt)": [1],
        "eq(d,2020-01-01T00:00:00Z)": [0, 1],
      },
    }));

  it("the time zone of the process has no effect", async () => {
    const before = process.env["TZ"];
    try {
      for (const zone of ZONES) {
        process.env["TZ"] = zone;
        await agree(engine(), {
          rows: [
            ...column("dt", [
              "2020-03-08T02:30:00Z",
              "2020-11-01T01:30:00Z",
              "2011-12-30T12:00:00Z",
              "2020-03-29T01:30:00+01:00",
            ]),
            { d: "2011-12-30", t: "02:30:00+02:00" },
          ],
          filters: {
            "eq(dt,2020-03-08T02:30:00)": [0],
            "eq(dt,2020-11-01T01:30:00Z)": [1],
            "eq(d,2011-12-30)": [4],
            "eq(t,00:30:00)": [4],
            "eq(dt,2020-03-29T00:30:00)": [3],
          },
          sortBys: ["dt", "d", "t"],
        });
      }
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });

  it("invalid patterns are rejected even if the database would accept them", () => {
    const patterns = words("(a)\\1 (?<=a)b (?<!a) (?=a) (?!a) \\G (?>a) a++ (?R) (?(1)a) \\K (*VERB) ***=x");
    const filters = patterns.map((pattern) => `match(s,'${pattern}')`);
    expect(accepted([...filters, "match(s,sp)"])).toEqual([]);
  });

  it("patterns with exponential backtracking finish", () =>
    agree(engine(), {
      rows: column("s", [`${"a".repeat(5000)}!`, "a".repeat(5000), "", `${" ".repeat(3000)}x`]),
      filters: {
        "match(s,'^(a+)+$')": [1],
        "match(s,'(a|a)*')": [1, 2],
        "match(s,'(a|aa)+$')": [1],
        "match(s,'.*.*x')": [3],
        "match(s,'(?:[a-zA-Z]+)*')": [1, 2],
        "match(s,'\\s+$')": [],
      },
    }));

  it("a pattern matches the whole string, a dot no newline, and classes only ASCII", () =>
    agree(engine(), {
      rows: column("s", [
        ...["abc", "b", "a\nb", "", "a\n", "\r", "\u2028", "٣", "3", "é", "k", "K", "\u212a", "_"],
      ]),
      filters: {
        "match(s,'b')": [1],
        "match(s,'.*b.*')": [0, 1],
        "match(s,'(?s).*b.*')": [0, 1, 2],
        "match(s,'')": [3],
        "match(s,'a$')": [],
        "match(s,'.')": undefined,
        "match(s,'\\d')": [8],
        "match(s,'\\w')": [1, 8, 10, 11, 13],
        "match(s,'(?i)k')": [10, 11, 12],
        "match(s,'a||b')": [1, 3],
        "match(s,'[^a]')": undefined,
        "match(s,'\\bb\\b')": [1],
        "match(s,'z^|b')": [1],
      },
    }));

  it("a pattern that exceeds a backtracking limit still has the right result", () =>
    agree(engine(), {
      rows: column("s", [`${"a".repeat(40)}!`, "a".repeat(40), "!"]),
      filters: {
        "match(s,'^(a+)+$|.*!$')": [0, 1, 2],
        "not(match(s,'^(a+)+$|.*!$'))": [],
        "match(s,'(a+)+!')": [0],
        "match(s,'(a*)*b|.*!')": [0, 2],
      },
    }));

  it("a pattern that is too large is rejected; one that only the database rejects has the right result", async () => {
    const large = ["(a{1000}){1000}", "((a{100}){100}){100}", "a{1001}", "a{0,65535}"];
    expect(accepted(large.map((pattern) => `match(s,'${pattern}')`))).toEqual([]);
    await agree(engine(), {
      rows: column("s", ["a".repeat(256), "a".repeat(600), "a"]),
      filters: {
        "match(s,'a{256}')": [0],
        "match(s,'(?:a{200}){3}')": [1],
        "match(s,'(?:a{1,255}){1,3}')": [0, 1, 2],
        "match(s,'a{0,1000}')": [0, 1, 2],
      },
    });
  });
});
