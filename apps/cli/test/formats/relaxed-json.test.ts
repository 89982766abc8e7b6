import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyFixes } from "tamis";
import { readRelaxedJson, type RelaxedJson } from "../../src/formats/relaxed-json.ts";

function read(text: string): RelaxedJson {
  const found = readRelaxedJson(text);
  if ("reason" in found) throw new Error(`${text}: ${found.reason}`);
  return found;
}

const DIAGNOSTIC = {
  code: "invalid-character",
  severity: "error",
  message: "",
  span: { start: 0, end: 0 },
} as const;
const corrected = (text: string, { edits }: RelaxedJson) =>
  applyFixes(text, [{ ...DIAGNOSTIC, fixes: [{ title: "", edits }] }]);

describe("readRelaxedJson", () => {
  it.each([
    ["{a: 1}", '{"a": 1}'],
    ["{'a': 'it\\'s'}", '{"a": "it\'s"}'],
    [`{'a': 'x"y\\n'}`, '{"a": "x\\"y\\n"}'],
    ["[1, 2,]", "[1, 2]"],
    ["{a: [1,], }", '{"a": [1] }'],
    ["{$gt: 1, true: null}", '{"$gt": 1, "true": null}'],
    ["// note\n[1]", "\n[1]"],
    ["[1 /* one */]", "[1 ]"],
    ['["[", ]', '["[" ]'],
    ["\u00a0[1]", "[1]"],
  ])("reads %s as %s", (text, json) => {
    const found = read(text);
    expect(found.value).toEqual(JSON.parse(json));
    expect(corrected(text, found)).toBe(json);
  });

  it.each([
    ['{"a": 1', 7, 7, "',' or '}' is expected, and the text ends"],
    ["{a: 1 b: 2}", 6, 7, "',' or '}' is expected, not '\"'"],
    ["[1,,2]", 3, 4, "a value is expected, not ','"],
    ["[,]", 1, 2, "a value is expected, not ','"],
    ["{,}", 1, 2, "a member name in double quotes or '}' is expected, not ','"],
    ["['a]", 1, 4, "the string that begins here is not closed"],
    ['["a]', 1, 4, "the string that begins here is not closed"],
    ['["a\\x"]', 3, 6, "a backslash before 'x' is not an escape"],
    ["[01]", 1, 3, "a number must not begin with 0 before other digits"],
    ["{a: new Date()}", 4, 7, 'new belongs to the shell of MongoDB; write {"$date": "…"}'],
    ["", 0, 0, "a value is expected, and the text ends"],
  ])("reports %s at %i to %i", (text, start, end, reason) => {
    expect(readRelaxedJson(text)).toEqual({ span: { start, end }, reason });
  });

  it("returns the value of JSON, and the span of each value in it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const found = read(text);
        expect(found.edits).toEqual([]);
        expect(found.value).toEqual(JSON.parse(text));
        const visit = (at: unknown, pointer: string): void => {
          const { start, end } = found.spanOf(pointer);
          expect(JSON.parse(text.slice(start, end))).toEqual(at);
          if (typeof at !== "object" || at === null) return;
          for (const [key, each] of Object.entries(at))
            visit(each, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
        };
        visit(found.value, "");
      }),
    );
  });

  it("reads what people write in JavaScript, and its edits make JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        const text = relaxed(plain);
        const found = read(text);
        expect(found.value).toEqual(plain);
        expect(JSON.parse(corrected(text, found))).toEqual(plain);
      }),
    );
  });

  it("has a result for any text, with a span inside of it", () => {
    const pieces = [...`{}[],:'"\\a1-\n é\0`, "/*", "*/", "//"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (drawn) => {
        const text = drawn.join("");
        const found = readRelaxedJson(text);
        if ("reason" in found) {
          expect(found.span.start).toBeLessThanOrEqual(found.span.end);
          expect(found.span.end).toBeLessThanOrEqual(text.length);
        } else expect(JSON.parse(corrected(text, found))).toEqual(found.value);
      }),
    );
  });
});

/** Writes a value with names without quotes, strings in single quotes, trailing commas and comments. */
function relaxed(value: unknown): string {
  if (typeof value === "string") return singleQuoted(value);
  if (Array.isArray(value)) return `[${value.map((each) => `${relaxed(each)} /* "x" */, `).join("")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) => {
    const name = /^[a-z_$][\w$]*$/i.test(key) ? key : singleQuoted(key);
    return `${name}: ${relaxed(each)}, // it's\n`;
  });
  return `{${members.join("")}}`;
}

function singleQuoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
