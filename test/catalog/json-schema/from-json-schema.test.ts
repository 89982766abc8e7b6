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
    [
      { type: "string", const: "a" },
      { type: "string", enum: ["a"] },
    ],
    [
      { type: "string", enum: ["a", null] },
      { type: "string", enum: ["a"] },
    ],
    [
      { type: "array", items: string },
      { type: "list", items: { type: "string", nullable: false } },
    ],
    [{ items: { type: ["string", "null"] } }, { type: "list", items: "string" }],
    [
      { type: "object", additionalProperties: string },
      { type: "map", values: { type: "string", nullable: false } },
    ],
    [{ patternProperties: { "^x-": string } }, { type: "map", values: { type: "string", nullable: false } }],
    [
      {
        type: "object",
        patternProperties: { "^x-": { type: "integer" }, "^y-": { type: ["integer", "null"] } },
        additionalProperties: false,
      },
      { type: "map", values: "integer" },
    ],
    [
      { type: "object", properties: { a: string }, required: ["a"] },
      { type: "object", members: { a: { type: "string", nullable: false } } },
    ],
    [
      { properties: { a: { items: { type: "object", properties: { b: string } } } } },
      {
        type: "object",
        members: {
          a: { type: "list", items: { type: "object", members: { b: "string" }, nullable: false } },
        },
      },
    ],
  ])("of %j is %j", (schema, definition) => {
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
  it.each([
    [
      { ...string, "x-filterable": false },
      { type: "string", filterable: false },
    ],
    [
      { ...string, "x-filterable": false, "x-sortable": true },
      { type: "string", filterable: false, sortable: true },
    ],
    [
      { ...string, "x-sortable": false },
      { type: "string", sortable: false },
    ],
    [{ ...string, "x-filterable": true, "x-sortable": true }, "string"],
    [
      { ...string, writeOnly: true },
      { type: "string", filterable: false },
    ],
    [
      { ...string, format: "password" },
      { type: "string", filterable: false },
    ],
    [
      { ...string, "x-functions": ["eq", "in"] },
      { type: "string", functions: ["eq", "in"] },
    ],
    [
      { ...string, "x-collation": "primary" },
      { type: "string", strength: "primary" },
    ],
    [
      { ...string, description: "One.", title: "Two" },
      { type: "string", description: "One." },
    ],
    [
      { ...string, title: "Two" },
      { type: "string", description: "Two" },
    ],
    [
      { allOf: [{ ...string, "x-filterable": false }, { "x-filterable": true }] },
      { type: "string", filterable: false },
    ],
  ])("is read from %j", (schema, definition) => {
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
    expect(
      member(
        { allOf: [{ $ref: "#/$defs/base" }, { $ref: "#/$defs/more" }], properties: { c: string } },
        { $defs: parts },
      ),
    ).toEqual({
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
    expect(
      member({
        anyOf: [
          { ...string, format: "uuid" },
          { ...string, format: "uri" },
        ],
      }),
    ).toBe("string");
    expect(member({ anyOf: [{ type: "integer" }, { type: "number" }] })).toBe("number");
    expect(
      member({ oneOf: [{ const: "a", title: "A" }, { const: "b", title: "B" }, { type: "null" }] }),
    ).toEqual({ type: "string", enum: ["a", "b"] });
    expect(member({ type: "string", oneOf: [{ const: "a" }, { const: "b" }] })).toEqual({
      type: "string",
      enum: ["a", "b"],
    });
  });

  it("ignore branches of anyOf that only add constraints", () => {
    const schema = {
      type: "object",
      properties: { a: string },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    };
    expect(member(schema)).toEqual({ type: "object", members: { a: "string" } });
  });

  it("are not filterable if any branch is secret", () => {
    expect(
      member({
        anyOf: [
          { ...string, writeOnly: true },
          { ...string, format: "uri" },
        ],
      }),
    ).toEqual({ type: "string", filterable: false });
  });
});

describe("a property that a catalog cannot describe", () => {
  it.each([
    ["no type", {}, "", /It has no type/],
    ["the schema true", true, "", /It has no type/],
    ["a number instead of a schema", 1, "", /A schema must be an object/],
    ["several types", { type: ["string", "integer"] }, "", /several types: string, integer/],
    ["types that exclude each other", { allOf: [string, { type: "integer" }] }, "", /no supported type/],
    ["an unknown type", { type: "file" }, "", /no supported type/],
    ["only null", { type: "null" }, "", /It has no type/],
    [
      "alternatives of different types",
      { oneOf: [string, { type: "integer" }] },
      "/oneOf",
      /can have several types/,
    ],
    [
      "alternative objects",
      { anyOf: [{ properties: { a: string } }, { properties: { b: string } }] },
      "/anyOf",
      /can have several types/,
    ],
    [
      "two lists of alternatives",
      { anyOf: [string, { type: "integer" }], oneOf: [string, { type: "integer" }] },
      "",
      /several lists of alternatives/,
    ],
    ["a list without items", { type: "array" }, "", /items of the list/],
    ["a tuple", { type: "array", prefixItems: [string] }, "", /items of the list/],
    [
      "a list of several types",
      { type: "array", items: { type: ["string", "boolean"] } },
      "/items",
      /several types/,
    ],
    [
      "a map of several types",
      { patternProperties: { a: string, b: { type: "integer" } } },
      "/patternProperties/a",
      /several types/,
    ],
    ["no allowed value", { allOf: [{ enum: ["a"] }, { enum: ["b"] }] }, "", /allows only null/],
    [
      "a reference to another document",
      { $ref: "https://example.com/schema.json" },
      "/$ref",
      /refers to nothing/,
    ],
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
    expect(notes).toEqual([
      { pointer: "/properties/m", message: expect.stringContaining("no described properties") },
    ]);
  });

  it("is noted if additional properties, or members of some alternatives, are left out", () => {
    const both = { properties: { a: string }, additionalProperties: { type: "integer" } };
    expect(read({ m: both }).notes).toHaveLength(1);
    const some = {
      properties: { a: string },
      oneOf: [{ properties: { b: string } }, { properties: { c: string } }],
    };
    expect(read({ m: some }).notes).toEqual([
      { pointer: "/properties/m/oneOf", message: expect.stringContaining("only some") },
    ]);
  });
});

describe("references", () => {
  const people = { name: "people" };

  it("are followed by JSON Pointer, including escapes and draft-07 definitions", () => {
    expect(member({ $ref: "#/$defs/a~1b%20c" }, { $defs: { "a/b c": { type: "integer" } } })).toBe("integer");
    expect(
      member({ $ref: "#/definitions/a" }, { definitions: { a: { $ref: "#/definitions/b" }, b: string } }),
    ).toBe("string");
  });

  it("are followed by anchor and by the $id of an embedded schema", () => {
    expect(member({ $ref: "#here" }, { $defs: { a: { $anchor: "here", type: "integer" } } })).toBe("integer");
    expect(member({ $ref: "#old" }, { definitions: { a: { $id: "#old", type: "integer" } } })).toBe(
      "integer",
    );
    expect(
      member({ $dynamicRef: "#node" }, { $defs: { a: { $dynamicAnchor: "node", type: "integer" } } }),
    ).toBe("integer");
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
    expect(
      member(
        { $ref: "#/$defs/a", description: "Here.", "x-sortable": false },
        { $defs: { a: { ...string, description: "There." } } },
      ),
    ).toEqual({
      type: "string",
      description: "Here.",
      sortable: false,
    });
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
    expect(notes.map(({ message }) => message)).toEqual([
      expect.stringContaining("contains itself"),
      expect.stringContaining("contains itself"),
    ]);
    const self = { type: "object", properties: { id: string, self: { $ref: "#" } } };
    expect(plain(catalogFromJsonSchema(self, people).catalog!.definition.members)).toEqual({ id: "string" });
  });

  it("can form a cycle, and so can the objects of the document in memory", () => {
    expect(
      leftOut(
        { $ref: "#/$defs/a" },
        { $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } } },
      ),
    ).toHaveLength(1);
    const circular: Record<string, unknown> = { type: "object" };
    circular["properties"] = { self: circular, id: string };
    expect(plain(catalogFromJsonSchema(circular, people).catalog!.definition.members)).toEqual({
      id: "string",
    });
  });

  it("can refer to the same schema from two properties", () => {
    const { members } = read(
      { from: { $ref: "#/$defs/at" }, to: { $ref: "#/$defs/at" } },
      { $defs: { at: { type: "object", properties: { x: string } } } },
    );
    expect(members).toEqual({
      from: { type: "object", members: { x: "string" } },
      to: { type: "object", members: { x: "string" } },
    });
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
    for (const schema of [
      row,
      { type: "array", items: row },
      {
        type: "object",
        properties: { items: { type: "array", items: { $ref: "#/$defs/row" } } },
        $defs: { row },
      },
      {
        allOf: [
          { properties: { start: { type: "integer" }, links: { type: "array", items: {} } } },
          { properties: { items: { items: row } } },
        ],
      },
    ]) {
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
    expect(
      plain(from({ $defs: { "a/b": row } }, { pointer: "/$defs/a~1b" }).catalog!.definition.members),
    ).toEqual(members);
    expect(from({}, { pointer: "/$defs/none" }).problems).toEqual([
      { pointer: "/$defs/none", message: expect.stringContaining("no value at") },
    ]);
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
    expect(catalogFromJsonSchema(row).problems).toEqual([
      { pointer: "", message: expect.stringContaining("name") },
    ]);
    expect(from(row, { key: "ID" }).problems).toEqual([
      { pointer: "/key", message: expect.stringContaining("'id'") },
    ]);
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
    const { catalog, problems } = readNamed(
      doubling(29, (next) => ({ properties: { l: next(), r: next() } })),
    );
    expect(catalog).toBeUndefined();
    expect(problems).toEqual([{ pointer: expect.any(String), message: "More than 10000 members." }]);
    expect(readNamed(doubling(11, (next) => ({ properties: { l: next(), r: next() } }))).problems).toEqual(
      [],
    );
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
    expect(problems).toEqual([
      { pointer: expect.any(String), message: expect.stringContaining("100000 schemas") },
    ]);
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
      expect(notes).toEqual([
        { pointer: expect.any(String), message: expect.stringContaining("deeper than") },
      ]);
    }
    const $defs = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, i) => [`s${i}`, { $ref: `#/$defs/s${i + 1}` }]),
    );
    expect(
      readNamed({ type: "object", properties: { m: { $ref: "#/$defs/s0" }, other: string }, $defs }).problems,
    ).toEqual([]);
  });

  it("can have 10,000 properties and 20,000 anchors", () => {
    const wide = (count: number) => ({
      type: "object",
      properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i} x`, string])),
    });
    expect(readNamed(wide(10_000)).catalog!.members.byName.size).toBe(10_000);
    expect(readNamed(wide(10_001)).problems).toHaveLength(1);
    const anchors = {
      ...wide(5000),
      $defs: Object.fromEntries(
        Array.from({ length: 20_000 }, (_, i) => [`a${i}`, { $anchor: `a${i}`, ...string }]),
      ),
    };
    expect(
      readNamed({
        ...anchors,
        properties: Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`m${i}`, { $ref: `#a${i}` }])),
      }).catalog!.members.byName.size,
    ).toBe(5000);
  });
});
