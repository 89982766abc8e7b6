import { describe, expect, it } from "vitest";
import { fromJson } from "../../src/ast/json.ts";
import { toJson } from "../../src/ast/to-json.ts";
import { print } from "../../src/ast/print.ts";
import { DEFAULT_LIMITS } from "../../src/diagnostics/limits.ts";
import { parseFilter } from "../../src/parser/parse.ts";

const told = (value: unknown, limits = {}) => {
  const { expression, diagnostics } = fromJson(value, limits);
  expect(expression === undefined).toBe(diagnostics.length > 0);
  return diagnostics.map(({ code, pointer }) => `${code} at ${JSON.stringify(pointer)}`).join();
};

describe("the JSON form", () => {
  it.each([
    ["eq($primary,name,'x')", { call: "eq", strength: "primary", args: [{ name: "name" }, { string: "x" }] }],
    ["f()", { call: "f", args: [] }],
    ["1.5", { number: 1.5 }],
    ["9007199254740993", { number: "9007199254740993" }],
    ["true", { boolean: true }],
    ["2020-01-31", { date: "2020-01-31" }],
    ["13:45", { time: "13:45" }],
    ["2020-01-31T13:45Z", { dateTime: "2020-01-31T13:45Z" }],
    ["a.b", { name: "a.b" }],
  ])("of %s goes both ways, through JSON text", (text, json) => {
    const { expression } = parseFilter(text);
    expect(toJson(expression!)).toEqual(json);
    expect(print(fromJson(JSON.parse(JSON.stringify(json))).expression!)).toBe(text);
  });

  it("accepts the digits of a number as a string", () => {
    expect(print(fromJson({ number: "5" }).expression!)).toBe("5");
    expect(fromJson({ number: "5" }).expression).toMatchObject({ value: 5 });
    expect(fromJson({ number: "-9007199254740993" }).expression).toMatchObject({ value: -9007199254740993n });
  });

  it.each<[string, unknown, string]>([
    ["null", null, 'invalid-tree at ""'],
    ["undefined", undefined, 'invalid-tree at ""'],
    ["a number", 5, 'invalid-tree at ""'],
    ["a string", "eq(a,1)", 'invalid-tree at ""'],
    ["a list", [], 'invalid-tree at ""'],
    ["a function", () => 1, 'invalid-tree at ""'],
    ["a symbol", Symbol("x"), 'invalid-tree at ""'],
    ["an object without a key", {}, 'invalid-tree at ""'],
    ["an unknown key", { regex: "x" }, 'invalid-tree at ""'],
    ["two keys", { name: "a", string: "b" }, 'invalid-tree at ""'],
    ["an inherited key", Object.create({ name: "a" }), 'invalid-tree at ""'],
    ["a boolean that is none", { boolean: "true" }, 'invalid-tree at ""'],
    ["a number that is none", { number: NaN }, 'invalid-tree at ""'],
    ["an infinite number", { number: Infinity }, 'invalid-tree at ""'],
    ["a number of other digits", { number: "0x10" }, 'invalid-tree at ""'],
    ["a number with a leading zero", { number: "01" }, 'invalid-tree at ""'],
    ["a number of spaces", { number: " 1" }, 'invalid-tree at ""'],
    ["a string that is none", { string: 5 }, 'invalid-tree at ""'],
    ["an integer beyond the range of a double", { number: `1${"0".repeat(309)}` }, 'invalid-tree at ""'],
    ["a string with U+0000", { string: "\0" }, 'forbidden-string-character at ""'],
    ["a string with a lone surrogate", { string: "\ud800" }, 'forbidden-string-character at ""'],
    ["a date that is no text", { date: 5 }, 'invalid-tree at ""'],
    ["a date that the calendar does not have", { date: "2020-02-30" }, 'invalid-date at ""'],
    ["a date that closes a call", { date: "2020-01-01),or(true,true" }, 'invalid-date at ""'],
    ["a date-time that closes a call", { dateTime: "true),or(true" }, 'invalid-date at ""'],
    ["a time that is a date", { time: "2020-01-01" }, 'invalid-date at ""'],
    ["a call that closes itself", { call: "f(a),or", args: [] }, 'invalid-tree at ""'],
    [
      "a getter",
      {
        get name() {
          return "a";
        },
      },
      'invalid-tree at ""',
    ],
    ["a name with a space", { name: "a b" }, 'invalid-tree at ""'],
    ["a name that closes a call", { name: "a),or(true" }, 'invalid-tree at ""'],
    ["a name that is a keyword", { name: "true" }, 'invalid-tree at ""'],
    ["an empty name", { name: "" }, 'invalid-tree at ""'],
    ["a name with an empty segment", { name: "a..b" }, 'invalid-tree at ""'],
    ["a call without arguments", { call: "f" }, 'invalid-tree at ""'],
    ["a call whose arguments are no list", { call: "f", args: { length: 1 } }, 'invalid-tree at ""'],
    ["a call of a dotted name", { call: "a.b", args: [] }, 'invalid-tree at ""'],
    ["a call of no text", { call: 5, args: [] }, 'invalid-tree at ""'],
    ["a call with one key more", { call: "f", args: [], span: {} }, 'invalid-tree at ""'],
    ["an unknown strength", { call: "f", strength: "Primary", args: [] }, 'unknown-strength at ""'],
    ["a strength that is no text", { call: "f", strength: 1, args: [] }, 'unknown-strength at ""'],
    ["a hole in the arguments", { call: "f", args: new Array(2) }, 'invalid-tree at "/args/0"'],
    [
      "a wrong argument",
      { call: "and", args: [{ boolean: true }, { call: "f", args: [1] }] },
      'invalid-tree at "/args/1/args/0"',
    ],
    [
      "a string too long",
      { call: "f", args: [{ string: "x".repeat(4_097) }] },
      'string-too-long at "/args/0"',
    ],
    [
      "too many arguments",
      { call: "f", args: new Array<unknown>(1_001).fill({ boolean: true }) },
      'too-many-arguments at ""',
    ],
  ])("is refused for %s", (_what, value, expected) => {
    expect(told(value)).toBe(expected);
  });

  it.each([{ callee: "true" }, { callee: "false" }])(
    "of a call of $callee goes both ways, as its text does",
    ({ callee }) => {
      const { expression } = parseFilter(`${callee}(x)`);
      expect(toJson(expression!)).toEqual({ call: callee, args: [{ name: "x" }] });
      expect(print(fromJson(toJson(expression!)).expression!)).toBe(`${callee}(x)`);
    },
  );

  it("is refused if its text is longer than the limit of a text", () => {
    const document = { call: "f", args: new Array<unknown>(20).fill({ string: "x".repeat(4_096) }) };
    expect(told(document)).toBe('text-too-long at ""');
    expect(told(document, { text: 1_048_576 })).toBe("");
    expect(told({ call: "f", args: [{ string: "''" }] }, { text: 9 })).toBe("");
    expect(told({ call: "f", args: [{ string: "''" }] }, { text: 8 })).toBe('text-too-long at ""');
  });

  it("reads each property once, so that its value cannot change after the check", () => {
    for (const [key, valid, invalid] of [
      ["name", "a", "a),or(true,b"],
      ["date", "2020-01-01", "2020-01-01),or(true,true"],
      ["call", "f", "f(a),or"],
    ] as const) {
      let reads = 0;
      const document = new Proxy<Record<string, unknown>>(
        { [key]: valid, ...(key === "call" ? { args: [] } : {}) },
        {
          getOwnPropertyDescriptor: (target, property) => ({
            ...Reflect.getOwnPropertyDescriptor(target, property)!,
            ...(property === key && reads++ > 0 ? { value: invalid } : {}),
          }),
          get: (target, property) => (property === key && reads++ > 0 ? invalid : target[property as string]),
        },
      );
      expect(print(fromJson(document).expression!), key).toBe(key === "call" ? "f()" : valid);
    }
  });

  it.each([
    [DEFAULT_LIMITS.depth, ""],
    [256, { depth: 256 }],
  ])("takes a depth of %i and refuses one more", (most, limits) => {
    const nest = (depth: number) => {
      let node: unknown = { boolean: true };
      for (let i = 0; i < depth; i++) node = { call: "not", args: [node] };
      return node;
    };
    const given = limits === "" ? {} : limits;
    expect(told(nest(most), given)).toBe("");
    expect(told(nest(most + 1), given)).toBe(`too-deep at "${"/args/0".repeat(most)}"`);
  });

  it("rejects a depth of 3,000 and of a million without recursion", () => {
    for (const depth of [3_000, 1_000_000]) {
      let node: unknown = { boolean: true };
      for (let i = 0; i < depth; i++) node = { call: "not", args: [node] };
      expect(told(node)).toMatch(/^too-deep/);
    }
  });

  it("rejects a cycle", () => {
    const node: { call: string; args: unknown[] } = { call: "and", args: [{ boolean: true }] };
    node.args.push(node);
    expect(told(node)).toMatch(/^too-deep/);
    expect(told(node, { depth: 256, nodes: 100 })).toMatch(/^too-many-nodes/);
  });

  it("counts a shared node each time, and rejects 2^30 of them at once", () => {
    let node: unknown = { boolean: true };
    for (let i = 0; i < 30; i++) node = { call: "and", args: [node, node] };
    expect(told(node)).toMatch(/^too-many-nodes/);
  });

  it("accepts shared nodes within the limits", () => {
    const shared = { name: "a" };
    expect(print(fromJson({ call: "eq", args: [shared, shared] }).expression!)).toBe("eq(a,a)");
  });

  it("accepts exactly as many nodes as the limit", () => {
    const wide = (count: number) => ({
      call: "f",
      args: new Array<unknown>(count - 1).fill({ boolean: true }),
    });
    expect(told(wide(10), { nodes: 10 })).toBe("");
    expect(told(wide(11), { nodes: 10 })).toBe('too-many-nodes at "/args/9"');
  });

  it("calls no getter and no method of a document", () => {
    let called = 0;
    const trap = {
      call: "f",
      args: [],
      get toJSON() {
        called++;
        return 1;
      },
    };
    told(trap);
    expect(called).toBe(0);
  });
});
