import { describe, expect, it } from "vitest";
import { ImportReport } from "../../../src/catalog/import-report.ts";
import { SchemaRowReader } from "../../../src/catalog/json-schema/schema-row.ts";
import { catalogFromJsonSchema } from "../../../src/catalog/json-schema/from-json-schema.ts";

const string = { type: "string" };

/** Reads a schema with these properties. Returns the member definitions and the notes. */
function read(properties: object, rest: object = {}) {
  const { catalog, problems, notes } = catalogFromJsonSchema(
    { type: "object", properties, ...rest },
    { name: "rows" },
  );
  expect(problems).toEqual([]);
  return { members: plain(catalog!.definition.members), notes };
}

/** Reads a schema as a property. Returns the definition of its member. */
function member(schema: unknown, rest: object = {}): unknown {
  const { members, notes } = read({ m: schema, other: string }, rest);
  expect(notes).toEqual([]);
  return (members as { m: unknown }).m;
}

/** Reads a schema that is left out. Returns the notes. */
function leftOut(schema: unknown, rest: object = {}) {
  const { members, notes } = read({ m: schema, other: string }, rest);
  expect(Object.keys(members as object)).toEqual(["other"]);
  return notes;
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe("the type of a member", () => {
  it.each([
    [{ type: "boolean" }, "boolean"],
    [{ type: "integer" }, "integer"],
    [{ type: "number" }, "number"],
    [{ type: "string" }, "string"],
    [{ type: "string", format: "date" }, "date"],
    [{ type: "string", format: "time" }, "time"],
    [{ type: "string", format: "date-time" }, "dateTime"],
    [{ type: "string", format: "uuid" }, "string"],
    [{ format: "date-time" }, "dateTime"],
    [{ type: ["integer", "number"] }, "number"],
    [{ type: "integer", format: "int64", minimum: 0 }, "integer"],
    [{ minimum: 0 }, "number"],
    [{ minLength: 1 }, "string"],
    [{ const: true }, "boolean"],
    [{ enum: [1, 2] }, "integer"],
    [{ enum: [1, 2.5] }, "number"],
    [{ enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }],
  ])("of %j is %j", (schema, definition) => {
    expect(member(schema)).toEqual(definition);
  });

  const never = { nullable: false };
  const list = { type: "list", items: { type: "string", ...never } };
  const map = { type: "map", values: { type: "string", ...never } };
  const patterns = { "^x-": { type: "integer" }, "^y-": { type: ["integer", "null"] } };
  const a = { type: "object", members: { a: { type: "string", ...never } } };
  const listed = { type: "list", items: { type: "object", members: { b: "string" }, ...never } };
  it.each([
    ["a constant string", { type: "string", const: "a" }, { type: "string", enum: ["a"] }],
    ["an enum with null", { type: "string", enum: ["a", null] }, { type: "string", enum: ["a"] }],
    ["a list", { type: "array", items: string }, list],
    [
      "a list of nullable strings",
      { items: { type: ["string", "null"] } },
      { type: "list", items: "string" },
    ],
    ["additional properties", { type: "object", additionalProperties: string }, map],
    ["pattern properties", { patternProperties: { "^x-": string } }, map],
    [
      "several pattern properties",
      { type: "object", patternProperties: patterns, additionalProperties: false },
      { type: "map", values: "integer" },
    ],
    ["an object", { type: "object", properties: { a: string }, required: ["a"] }, a],
    [
      "an object with a list of objects",
      { properties: { a: { items: { type: "object", properties: { b: string } } } } },
      { type: "object", members: { a: listed } },
    ],
  ])("of %s, %j, is %j", (_, schema, definition) => {
    expect(member(schema)).toEqual(definition);
  });
});

describe("a member that can be null", () => {
  const required = { required: ["m"] };
  const never = { type: "string", nullable: false };
  it.each([
    ["is required and not null", string, required, never],
    ["is not required", string, {}, "string"],
    ["is required but null in its type", { type: ["string", "null"] }, required, "string"],
    ["is required but nullable", { type: "string", nullable: true }, required, "string"],
    ["is required but null in its enum", { enum: ["a", null] }, required, { type: "string", enum: ["a"] }],
    ["is required but null in an anyOf", { anyOf: [string, { type: "null" }] }, required, "string"],
    ["is required but null in a oneOf by const", { oneOf: [{ const: null }, string] }, required, "string"],
    ["is required but null in a oneOf by enum", { oneOf: [{ enum: [null] }, string] }, required, "string"],
    [
      "is required, and a part leaves null out",
      { type: "string", anyOf: [string, { type: "null" }] },
      required,
      never,
    ],
    [
      "is a nullable reference",
      { nullable: true, allOf: [{ $ref: "#/$defs/s" }] },
      { ...required, $defs: { s: string } },
      "string",
    ],
  ])("%s", (_, schema, rest, definition) => {
    expect(member(schema, rest)).toEqual(definition);
  });
});

describe("the settings of a member", () => {
  const closed = { type: "string", filterable: false };
  it.each([
    ["x-filterable", { ...string, "x-filterable": false }, closed],
    ["x-sortable", { ...string, "x-filterable": false, "x-sortable": true }, { ...closed, sortable: true }],
    ["x-sortable: false", { ...string, "x-sortable": false }, { type: "string", sortable: false }],
    ["default values", { ...string, "x-filterable": true, "x-sortable": true }, "string"],
    ["writeOnly", { ...string, writeOnly: true }, closed],
    ["the format password", { ...string, format: "password" }, closed],
    ["x-functions", { ...string, "x-functions": ["eq", "in"] }, { type: "string", functions: ["eq", "in"] }],
    ["x-collation", { ...string, "x-collation": "primary" }, { type: "string", strength: "primary" }],
    ["description", { ...string, description: "1", title: "2" }, { type: "string", description: "1" }],
    ["title", { ...string, title: "Two" }, { type: "string", description: "Two" }],
    ["allOf", { allOf: [{ ...string, "x-filterable": false }, { "x-filterable": true }] }, closed],
  ])("are read from %s: %j", (_, schema, definition) => {
    expect(member(schema)).toEqual(definition);
  });

  it("are noted and ignored if they are invalid", () => {
    const { notes } = read({
      m: { ...string, "x-filterable": "no", "x-functions": "eq", "x-collation": "weak" },
    });
    expect(notes.map(({ pointer }) => pointer).sort()).toEqual([
      "/properties/m/x-collation",
      "/properties/m/x-filterable",
      "/properties/m/x-functions",
    ]);
  });
});

describe("combined schemas", () => {
  it("of allOf merge properties and required, and use the narrower type", () => {
    const parts = {
      base: { properties: { id: { type: "number" } }, required: ["id"] },
      more: { properties: { id: { type: "integer" }, b: string } },
    };
    const allOf = [{ $ref: "#/$defs/base" }, { $ref: "#/$defs/more" }];
    expect(member({ allOf, properties: { c: string } }, { $defs: parts })).toEqual({
      type: "object",
      members: { c: "string", id: { type: "integer", nullable: false }, b: "string" },
    });
  });

  it("of allOf intersect their enums", () => {
    expect(member({ allOf: [{ enum: ["a", "b", "c"] }, { enum: ["c", "b"] }, { type: "string" }] })).toEqual({
      type: "string",
      enum: ["b", "c"],
    });
  });

  it("of anyOf and oneOf become one member if all branches have the same scalar type", () => {
    expect(member({ anyOf: [{ ...string, format: "uuid" }, string] })).toBe("string");
    expect(member({ anyOf: [{ type: "integer" }, { type: "number" }] })).toBe("number");
    const constants = [{ const: "a", title: "A" }, { const: "b" }];
    const either = { type: "string", enum: ["a", "b"] };
    expect(member({ oneOf: [...constants, { type: "null" }] })).toEqual(either);
    expect(member({ type: "string", oneOf: constants })).toEqual(either);
  });

  it("ignore branches of anyOf that only add constraints", () => {
    const anyOf = [{ required: ["a"] }, { required: ["b"] }];
    const schema = { type: "object", properties: { a: string }, anyOf };
    expect(member(schema)).toEqual({ type: "object", members: { a: "string" } });
  });

  it("are not filterable if any branch is secret", () => {
    const schema = { anyOf: [{ ...string, writeOnly: true }, string] };
    expect(member(schema)).toEqual({ type: "string", filterable: false });
  });
});

describe("a property that a catalog cannot describe", () => {
  const either = [string, { type: "integer" }];
  const objects = [{ properties: { a: string } }, { properties: { b: string } }];
  it.each([
    ["no type", {}, "", /It has no type/],
    ["the schema true", true, "", /It has no type/],
    ["a number instead of a schema", 1, "", /A schema must be an object/],
    ["several types", { type: ["string", "integer"] }, "", /several types: string, integer/],
    ["types that exclude each other", { allOf: [string, { type: "integer" }] }, "", /no supported type/],
    ["an unknown type", { type: "file" }, "", /no supported type/],
    ["only null", { type: "null" }, "", /It has no type/],
    ["alternatives of different types", { oneOf: either }, "/oneOf", /can have several types/],
    ["alternative objects", { anyOf: objects }, "/anyOf", /can have several types/],
    ["two lists of alternatives", { anyOf: either, oneOf: either }, "", /several lists of alternatives/],
    ["a list without items", { type: "array" }, "", /items of the list/],
    ["a tuple", { type: "array", prefixItems: [string] }, "", /items of the list/],
    ["a list of several types", { items: { type: ["string", "boolean"] } }, "/items", /several types/],
    [
      "a map of several types",
      { patternProperties: { a: string, b: { type: "integer" } } },
      "/patternProperties/a",
      /several types/,
    ],
    ["no allowed value", { allOf: [{ enum: ["a"] }, { enum: ["b"] }] }, "", /allows only null/],
    ["a reference to another document", { $ref: "https://a.example/b" }, "/$ref", /refers to nothing/],
    ["a reference without a target", { $ref: "#/$defs/none" }, "/$ref", /refers to nothing/],
    ["a reference to an inherited property", { $ref: "#/constructor" }, "/$ref", /refers to nothing/],
  ])("is left out with a note if it has %s", (_, schema, at, message) => {
    expect(leftOut(schema)).toEqual([
      { pointer: `/properties/m${at}`, message: expect.stringMatching(message) },
    ]);
  });

  it("is left out without a note if no value is allowed", () => {
    expect(leftOut(false)).toEqual([]);
  });

  it("becomes an object without members, with a note, if it has no properties", () => {
    const { members, notes } = read({ m: { type: "object" } });
    expect(members).toEqual({ m: { type: "object", members: {} } });
    const message: unknown = expect.stringContaining("no described properties");
    expect(notes).toEqual([{ pointer: "/properties/m", message }]);
  });

  it("is noted if additional properties, or members of some alternatives, are left out", () => {
    const both = { properties: { a: string }, additionalProperties: { type: "integer" } };
    expect(read({ m: both }).notes).toHaveLength(1);
    expect(read({ m: { properties: { c: string }, oneOf: objects } }).notes).toEqual([
      { pointer: "/properties/m/oneOf", message: expect.stringContaining("only some") },
    ]);
  });
});

describe("references", () => {
  const people = { name: "people" };
  const membersOf = (schema: object) =>
    plain(catalogFromJsonSchema(schema, people).catalog!.definition.members);

  it("are followed by JSON Pointer, including escapes and draft-07 definitions", () => {
    expect(member({ $ref: "#/$defs/a~1b%20c" }, { $defs: { "a/b c": { type: "integer" } } })).toBe("integer");
    const definitions = { a: { $ref: "#/definitions/b" }, b: string };
    expect(member({ $ref: "#/definitions/a" }, { definitions })).toBe("string");
  });

  it("are followed by anchor and by the $id of an embedded schema", () => {
    const a = { type: "integer" };
    expect(member({ $ref: "#here" }, { $defs: { a: { ...a, $anchor: "here" } } })).toBe("integer");
    expect(member({ $ref: "#old" }, { definitions: { a: { ...a, $id: "#old" } } })).toBe("integer");
    expect(member({ $dynamicRef: "#n" }, { $defs: { a: { ...a, $dynamicAnchor: "n" } } })).toBe("integer");
    const embedded = {
      $id: "address.json",
      $defs: { zip: { $anchor: "zip", type: "integer" } },
      type: "object",
      properties: { zip: { $ref: "#/$defs/zip" } },
    };
    const rest = { $id: "https://example.com/person.json", $defs: { address: embedded } };
    const address = { type: "object", members: { zip: "integer" } };
    expect(member({ $ref: "address.json" }, rest)).toEqual(address);
    expect(member({ $ref: "https://example.com/address.json" }, rest)).toEqual(address);
    expect(member({ $ref: "address.json#zip" }, rest)).toBe("integer");
    expect(member({ $ref: "address.json#/$defs/zip" }, rest)).toBe("integer");
  });

  it("keep the keywords next to them", () => {
    const schema = { $ref: "#/$defs/a", description: "Here.", "x-sortable": false };
    const definition = { type: "string", description: "Here.", sortable: false };
    expect(member(schema, { $defs: { a: { ...string, description: "There." } } })).toEqual(definition);
  });

  it("to a schema that contains itself are ignored, with a note", () => {
    const node = {
      type: "object",
      properties: {
        id: string,
        parent: { $ref: "#/$defs/node" },
        children: { type: "array", items: { $ref: "#/$defs/node" } },
      },
    };
    const { catalog, notes } = catalogFromJsonSchema({ $ref: "#/$defs/node", $defs: { node } }, people);
    expect(plain(catalog!.definition.members)).toEqual({ id: "string" });
    expect(notes).toHaveLength(2);
    for (const { message } of notes) expect(message).toContain("contains itself");
    const self = { type: "object", properties: { id: string, self: { $ref: "#" } } };
    expect(membersOf(self)).toEqual({ id: "string" });
  });

  it("can form a cycle, and so can the objects of the document in memory", () => {
    const $defs = { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } };
    expect(leftOut({ $ref: "#/$defs/a" }, { $defs })).toHaveLength(1);
    const circular: Record<string, unknown> = { type: "object" };
    circular["properties"] = { self: circular, id: string };
    expect(membersOf(circular)).toEqual({ id: "string" });
  });

  it("can refer to the same schema from two properties", () => {
    const $ref = "#/$defs/at";
    const $defs = { at: { type: "object", properties: { x: string } } };
    const at = { type: "object", members: { x: "string" } };
    expect(read({ from: { $ref }, to: { $ref } }, { $defs }).members).toEqual({ from: at, to: at });
  });
});

describe("member names", () => {
  it("are derived from properties that are not valid names", () => {
    const { members } = read(
      { "First Name": string, First_Name: string, "2nd": { type: "integer" } },
      { required: ["2nd"] },
    );
    expect(members).toEqual({
      First_Name_2: { type: "string", property: "First Name" },
      First_Name: "string",
      _2nd: { type: "integer", property: "2nd", nullable: false },
    });
  });

  it("given by x-name take precedence", () => {
    expect(read({ a: { ...string, "x-name": "b" }, b: string }).members).toEqual({
      b: { type: "string", property: "a" },
      b_2: { type: "string", property: "b" },
    });
  });

  it("can be __proto__ and constructor", () => {
    const schema: unknown = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"integer"},"constructor":{"type":"string"}}}',
    );
    const { catalog } = catalogFromJsonSchema(schema, { name: "a" });
    expect([...catalog!.members.byName.keys()]).toEqual(["__proto__", "constructor"]);
  });
});

describe("the schema of a row", () => {
  const row = { type: "object", properties: { id: string }, required: ["id"] };
  const members = { id: { type: "string", nullable: false } };
  const from = (schema: unknown, options: object = {}) =>
    catalogFromJsonSchema(schema, { name: "rows", ...options });

  it("can be the schema, the items of a list, or the items of a page", () => {
    const page = { properties: { items: { type: "array", items: { $ref: "#/$defs/row" } } }, $defs: { row } };
    const more = { properties: { start: { type: "integer" }, links: { type: "array", items: {} } } };
    const parts = { allOf: [more, { properties: { items: { items: row } } }] };
    for (const schema of [row, { type: "array", items: row }, { type: "object", ...page }, parts]) {
      const { catalog, problems } = from(schema);
      expect(problems).toEqual([]);
      expect(plain(catalog!.definition.members)).toEqual(members);
    }
  });

  it("is the schema itself if it has properties besides those of a page", () => {
    const order = { type: "object", properties: { number: string, items: { type: "array", items: row } } };
    expect(Object.keys(from(order).catalog!.definition.members)).toEqual(["number", "items"]);
  });

  it("can be selected by a JSON Pointer", () => {
    const { catalog } = from({ $defs: { "a/b": row } }, { pointer: "/$defs/a~1b" });
    expect(plain(catalog!.definition.members)).toEqual(members);
    const pointer = "/$defs/none";
    const message: unknown = expect.stringContaining("no value at");
    expect(from({}, { pointer }).problems).toEqual([{ pointer, message }]);
  });

  it("defines the collection by extension keywords", () => {
    const { catalog } = catalogFromJsonSchema({
      ...row,
      title: "reports",
      description: "All of them.",
      "x-key": "id",
      "x-default-sort": ["id:descending"],
      "x-default-limit": 20,
      "x-maximum-limit": 200,
      "x-functions": ["eq"],
      "x-parameters": ["expand"],
    });
    expect(plain(catalog!.definition)).toEqual({
      name: "reports",
      description: "All of them.",
      members,
      key: "id",
      defaultSort: ["id:descending"],
      defaultLimit: 20,
      maximumLimit: 200,
      functions: ["eq"],
      parameters: ["expand"],
    });
  });

  it.each([
    ["a string", string, /does not describe an object/],
    ["a list of strings", { type: "array", items: string }, /does not describe an object/],
    ["an object without properties", { type: "object" }, /no members/],
    ["an empty schema", {}, /does not describe an object/],
    ["a number", 1, /does not describe an object/],
    ["null", null, /does not describe an object/],
  ])("is not found in %s", (_, schema, message) => {
    expect(from(schema).problems).toEqual([{ pointer: "", message: expect.stringMatching(message) }]);
    expect(from(schema).catalog).toBeUndefined();
  });

  it("needs a name, and a key that is a member", () => {
    const problem = (pointer: string, part: string) => ({ pointer, message: expect.stringContaining(part) });
    expect(catalogFromJsonSchema(row).problems).toEqual([problem("", "name")]);
    expect(from(row, { key: "ID" }).problems).toEqual([problem("/key", "'id'")]);
  });
});

describe("a schema that expands exponentially or is very large", () => {
  /** Returns a schema in which each definition refers to the next one twice. */
  function doubling(steps: number, use: (next: () => object) => object, last: object = string): object {
    const $defs: Record<string, object> = { [`s${steps}`]: last };
    for (let i = 0; i < steps; i++) $defs[`s${i}`] = use(() => ({ $ref: `#/$defs/s${i + 1}` }));
    return { type: "object", properties: { m: { $ref: "#/$defs/s0" }, other: string }, $defs };
  }

  function readNamed(schema: object) {
    return catalogFromJsonSchema(schema, { name: "a" });
  }

  it("is rejected at 10,000 members", () => {
    const twice = (next: () => object) => ({ properties: { l: next(), r: next() } });
    const { catalog, problems } = readNamed(doubling(29, twice));
    expect(catalog).toBeUndefined();
    expect(problems).toEqual([{ pointer: expect.any(String), message: "More than 10000 members." }]);
    expect(readNamed(doubling(11, twice)).problems).toEqual([]);
  });

  const $ref = "#/$defs/s0";
  const DOUBLINGS: Readonly<Record<string, (next: () => object) => object>> = {
    allOf: (next) => ({ allOf: [next(), next()] }),
    anyOf: (next) => ({ anyOf: [next(), next()] }),
    oneOf: (next) => ({ oneOf: [next(), next()] }),
    "$ref and allOf": (next) => ({ ...next(), allOf: [next()] }),
    "a branch of its own and allOf": (next) => ({ anyOf: [next(), { type: "null" }], allOf: [next()] }),
    "anyOf and allOf": (next) => ({ anyOf: [next(), { allOf: [next()] }] }),
    lists: (next) => ({ type: "array", allOf: [{ items: next() }, { items: next() }] }),
    "values of maps": (next) => ({ type: "object", patternProperties: { a: next(), b: next() } }),
    properties: (next) => ({ properties: { a: { allOf: [next(), next()] } } }),
    "parts of properties": (next) => ({
      allOf: [{ properties: { a: next() } }, { properties: { a: next() } }],
    }),
    "plain nested allOf": (next) => ({ allOf: [next()] }),
  };
  const ENDS: Readonly<Record<string, object>> = {
    "a string": string,
    "the first definition": { $ref },
    "a choice of the first definition": { anyOf: [{ $ref }, string] },
  };
  const cases = Object.keys(DOUBLINGS).flatMap((use) => Object.keys(ENDS).map((end) => [use, end] as const));

  it.each(cases)("takes linear work with two references per level: %s, up to %s", (use, end) => {
    const visited = (levels: number) => {
      const schema = doubling(levels, DOUBLINGS[use]!, ENDS[end]);
      const report = new ImportReport();
      const reader = new SchemaRowReader(schema, report);
      reader.definition(reader.row(reader.document.at("")!, "schema")!, { name: "a", key: undefined });
      expect(report.problems).toEqual([]);
      return reader.visited;
    };
    const [ten, twenty, forty] = [visited(10), visited(20), visited(40)];
    expect(twenty).toBeLessThan(ten * 2.1);
    expect(forty).toBeLessThan(twenty * 2.1);
    expect(forty).toBeLessThan(700);
  });

  it.each(["allOf", "anyOf", "oneOf", "$ref and allOf"])("is read completely: %s", (use) => {
    const { catalog, problems, notes } = readNamed(doubling(60, DOUBLINGS[use]!));
    expect(catalog?.definition.members).toEqual({ m: "string", other: "string" });
    expect([...problems, ...notes]).toEqual([]);
  });

  it("is rejected at 100,000 visited schemas", () => {
    const branches = Array.from({ length: 100_001 }, () => ({ ...string }));
    const { catalog, problems } = readNamed({ type: "object", properties: { m: { allOf: branches } } });
    expect(catalog).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]!.message).toContain("100000 schemas");
  });

  it("is read down to the maximum depth without a stack overflow", () => {
    for (const wrap of [
      (inner: object) => ({ allOf: [inner] }),
      (inner: object) => ({ anyOf: [inner, { type: "null" }] }),
      (inner: object) => ({ type: "array", items: inner }),
      (inner: object) => ({ type: "object", properties: { a: inner } }),
      (inner: object) => ({ type: "object", additionalProperties: inner }),
    ]) {
      let schema: object = string;
      for (let i = 0; i < 50_000; i++) schema = wrap(schema);
      const { problems, notes } = readNamed({ type: "object", properties: { m: schema, other: string } });
      expect(problems).toEqual([]);
      expect(notes).toHaveLength(1);
      expect(notes[0]!.message).toContain("deeper than");
    }
    const chain = doubling(50_000, (next) => next(), { $ref: "#/$defs/none" });
    expect(readNamed(chain).problems).toEqual([]);
  });

  it("can have 10,000 properties and 20,000 anchors", () => {
    const many = (count: number, entry: (i: number) => readonly [string, object]) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => entry(i)));
    const wide = (count: number) => ({
      type: "object",
      properties: many(count, (i) => [`${i} x`, string]),
    });
    expect(readNamed(wide(10_000)).catalog!.members.byName.size).toBe(10_000);
    expect(readNamed(wide(10_001)).problems).toHaveLength(1);
    const $defs = many(20_000, (i) => [`a${i}`, { $anchor: `a${i}`, ...string }]);
    const properties = many(5000, (i) => [`m${i}`, { $ref: `#a${i}` }]);
    expect(readNamed({ type: "object", properties, $defs }).catalog!.members.byName.size).toBe(5000);
  });
});
