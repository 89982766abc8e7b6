import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonFault } from "tamis/files";

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("the syntax error of invalid JSON", () => {
  it.each([
    ["", 0, "a value is expected, and the text ends"],
    ['{"a":1,}', 7, "there is a comma before '}', but no member follows it"],
    ["[1,]", 3, "there is a comma before ']', but no value follows it"],
    ["{a:1}", 1, "a member name in double quotes or '}' is expected, not 'a'"],
    ["{'a':1}", 1, "a member name in double quotes or '}' is expected, not '''"],
    ['{"a" 1}', 5, "':' is expected after a member name, not '1'"],
    ['{"a":}', 5, "a value is expected, not '}'"],
    ['{"a":1 "b":2}', 7, "',' or '}' is expected, not '\"'"],
    ["[1 2]", 3, "',' or ']' is expected, not '2'"],
    ['{"a":1', 6, "',' or '}' is expected, and the text ends"],
    ['["ab', 1, "the string that begins here is not closed"],
    ['["a\nb"]', 3, "U+000A in a string must be written as an escape"],
    ['["\\x"]', 2, "a backslash before 'x' is not an escape"],
    ['["\\u12g4"]', 2, "four hexadecimal digits are expected after \\u"],
    ["[01]", 1, "a number must not begin with 0 before other digits"],
    ["[1.]", 3, "a digit is expected after the decimal point, not ']'"],
    ["[1e+]", 4, "a digit is expected in the exponent, not ']'"],
    ["[-x]", 2, "a digit is expected, not 'x'"],
    ["[NaN]", 1, "a value is expected, not 'N'"],
    ["[\u001b]", 1, "a value is expected, not U+001B"],
    ["{} {}", 3, "the value is complete, and '{' follows"],
  ])("of %j is at offset %d: %s", (text, offset, reason) => {
    expect(findJsonFault(text)).toEqual({ offset, reason });
  });

  it("is found exactly if JSON.parse throws, for random changes of a text", () => {
    const piece = fc.constantFrom(...'{}[],:"\\1-.e0 \na', "true", "nul", '"k":');
    const mutated = fc
      .tuple(fc.json(), fc.nat(), fc.nat(4), fc.array(piece, { maxLength: 3 }))
      .map(([text, at, drop, insert]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + insert.join("") + text.slice(place + drop);
      });
    let valid = 0;
    const pieces = fc.array(piece).map((each) => each.join(""));
    fc.assert(
      fc.property(fc.oneof(mutated, pieces), (text) => {
        const fault = findJsonFault(text);
        expect(fault === undefined).toBe(isJson(text));
        if (fault === undefined) valid++;
        else expect(fault.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 3_000 },
    );
    expect(valid).toBeGreaterThan(100);
  });

  it("is found at any depth and length", () => {
    expect(findJsonFault("[".repeat(1_000_000))?.offset).toBe(1_000_000);
    expect(findJsonFault(`["${"a".repeat(5_000_000)}"`)?.offset).toBe(5_000_003);
  });
});
