import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatExactJson, formatJson, parseJson } from "../../src/values/json/exact-json.ts";
import { keepOrder, namesInOrder } from "../../src/values/json/member-order.ts";

/** JSON texts without white space, with names that JavaScript moves, and with texts that look like such names. */
const { json } = fc.letrec<{ json: string; object: string }>((tie) => ({
  object: fc
    .uniqueArray(
      fc.tuple(
        fc.oneof(
          fc.nat({ max: 2 ** 32 }).map(String),
          fc.constantFrom("a", "__proto__", "01", "-1", "1.5", '"7":', "\\", '\\"8', "\0" + "9", ""),
        ),
        tie("json"),
      ),
      { selector: ([name]) => name, maxLength: 5 },
    )
    .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`),
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("null", "1", "9007199254740993", '"1"', '"{\\"3\\":1}"', '"\\\\"'),
    tie("object"),
    fc.array(tie("json"), { maxLength: 3 }).map((elements) => `[${elements.join()}]`),
  ),
}));

describe("names that are whole numbers", () => {
  it("keep their place between parsing and printing", () => {
    fc.assert(
      fc.property(json, (text) => {
        const value = parseJson(text);
        // The marks of such names begin with NUL, so a text that contains it is parsed without order.
        if (text.includes("\\u0000")) return;
        expect(formatJson(value)).toBe(text);
        expect(formatExactJson(value)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it("have the values that JSON.parse returns", () => {
    fc.assert(
      fc.property(json, (text) => {
        fc.pre(!text.includes("9007199254740993"));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it("are listed with names that were added or removed later", () => {
    const row: Record<string, number> = keepOrder({ 2: 0, b: 1, 1: 2 }, ["b", "2", "1"]);
    expect(namesInOrder(row)).toEqual(["b", "2", "1"]);
    delete row["2"];
    row["c"] = 3;
    expect(namesInOrder(row)).toEqual(["b", "1", "c"]);
  });

  it("do not change the message of a syntax error", () => {
    expect(() => parseJson('{"b":1,"10":x}')).toThrow(/Unexpected token 'x'.*"10":x/);
  });
});
