import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueReader } from "../../../src/sql/rows/value-reader.ts";

describe("the value reader", () => {
  it.each([
    ["boolean", [true, 1, 1n, "1", "t", "true"], true],
    ["boolean", [false, 0, 0n, "0", "f", "false"], false],
    ["boolean", [null, undefined, 2, "yes", "", NaN], null],
    ["integer", [5, 5n, "5"], 5],
    ["integer", [2n ** 63n - 1n, "9223372036854775807"], 2n ** 63n - 1n],
    ["integer", [-(2n ** 53n), "-9007199254740992"], -(2n ** 53n)],
    ["integer", [null, undefined, "", "1.5", "x", true, "1".repeat(100)], null],
    ["number", [1.5, "1.5", "15e-1"], 1.5],
    ["number", [null, "", " ", "NaN", "Infinity", NaN, Infinity, "x", true], null],
    ["string", ["x"], "x"],
    ["string", [null, undefined, 5, new Uint8Array([120])], null],
    ["date", ["2020-01-31"], "2020-01-31"],
    ["date", [null, "2020-02-30", "soon", 5, "2020-01-31T00:00:00Z"], null],
    ["time", ["13:45:10.5", "13:45:10.500000", "15:45:10.5+02", "15:45:10.5+02:00"], "13:45:10.500Z"],
    ["time", [null, "25:00:00", 5], null],
    [
      "dateTime",
      [
        ...["2020-01-31T13:45:10.5Z", "2020-01-31 13:45:10.500", "2020-01-31 13:45:10.5+00"],
        ...["2020-01-31 15:45:10.5+02:00", "2020-01-31 15:45:10.5 +02:00", 1580478310500, 1580478310500n],
      ],
      "2020-01-31T13:45:10.500Z",
    ],
    ["dateTime", ["2020-01-31 13:45", "2020-01-31T13:45"], "2020-01-31T13:45:00Z"],
    ["dateTime", ["2020-01-31 13:45:10.123456"], "2020-01-31T13:45:10.123456Z"],
    ["dateTime", [null, "2020-02-30 00:00:00", "infinity", 1.5, 1e20, NaN, ""], null],
  ] as const)("converts to %s: %s is %s", (type, given, expected) => {
    const read = valueReader({ type });
    for (const value of given) expect([value, read(value)]).toEqual([value, expected]);
  });

  it("loses no digit of integers and doubles", () => {
    const integer = valueReader({ type: "integer" });
    const double = valueReader({ type: "number" });
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (whole) => {
        expect(BigInt(integer(String(whole)) as number)).toBe(whole);
        expect(BigInt(integer(whole) as number)).toBe(whole);
      }),
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(double(String(number))).toBe(number === 0 ? 0 : number);
      }),
    );
  });
});
