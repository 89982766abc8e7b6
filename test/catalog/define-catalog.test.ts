import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";

/** Calls `defineCatalog` as JavaScript can, without types, and returns its message. */
function messageOf(definition: unknown): string {
  try {
    defineCatalog(definition as Parameters<typeof defineCatalog>[0]);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as TypeError).message;
  }
  throw new Error("the definition is valid");
}

const member = (definition: unknown) => ({ name: "a", members: { b: definition } });
const TYPES = "boolean, integer, number, string, date, time, dateTime, list, map or object";

const CASES: readonly (readonly [what: string, definition: unknown, message: string])[] = [
  // Types
  ["a type of SQL", member("varchar"), "/members/b: There is no type 'varchar'. Did you mean 'string'?"],
  [
    "a type of TypeScript",
    member({ type: "array", items: "string" }),
    "/members/b/type: There is no type 'array'. Did you mean 'list'?",
  ],
  ["a misspelled type", member("intger"), "/members/b: There is no type 'intger'. Did you mean 'integer'?"],
  [
    "a type in the wrong case",
    member("datetime"),
    "/members/b: There is no type 'datetime'. Did you mean 'dateTime'?",
  ],
  [
    "an unknown type",
    member({ type: "polygon" }),
    `/members/b/type: There is no type 'polygon'. Types are ${TYPES}.`,
  ],
  [
    "a list without items",
    member("list"),
    '/members/b: The type list needs further settings: write an object with "type": "list".',
  ],
  [
    "a member that is a number",
    member(7),
    '/members/b: Expected the name of a type, or an object with a "type", got 7.',
  ],
  [
    "a member without a type",
    member({ nullable: false }),
    `/members/b: A member must have a "type". Types are ${TYPES}.`,
  ],
  [
    "a type that is no string",
    member({ type: 1 }),
    `/members/b: A member must have a "type", the name of a type, got 1. Types are ${TYPES}.`,
  ],
  // Settings
  [
    "a misspelled setting",
    member({ type: "string", nulable: false }),
    "/members/b/nulable: A member of type string has no property 'nulable'. Did you mean 'nullable'?",
  ],
  [
    "a setting of JSON Schema",
    member({ type: "string", required: true }),
    `/members/b/required: A member of type string has no property 'required'. A required member has "nullable": false.`,
  ],
  [
    "a setting of SQL",
    member({ type: "integer", primary_key: true }),
    `/members/b/primary_key: A member of type integer has no property 'primary_key'. The setting "key" of the catalog names the member that identifies a row.`,
  ],
  [
    "a setting of another type",
    member({ type: "object", members: {}, properties: {} }),
    `/members/b/properties: A member of type object has no property 'properties'. The members of an object are "members".`,
  ],
  [
    "a string for nullable",
    member({ type: "string", nullable: "no" }),
    '/members/b/nullable: Expected true or false, got "no".',
  ],
  [
    "an unknown strength",
    member({ type: "string", strength: "weak" }),
    '/members/b/strength: Expected a strength, got "weak". Strengths are primary, secondary, tertiary, quaternary, identical or codePoint.',
  ],
  [
    "a safe string",
    member({ type: "string", safe: true }),
    "/members/b/safe: A member of type string cannot be safe.",
  ],
  [
    "a property that is no string",
    member({ type: "string", property: 1 }),
    "/members/b/property: Expected a string, got 1.",
  ],
  [
    "functions that are no list",
    member({ type: "string", functions: "eq" }),
    '/members/b/functions: Expected a list of strings, got "eq".',
  ],
  // Enums
  [
    "an enum of numbers",
    member({ type: "string", enum: ["1", 2] }),
    "/members/b/enum: Expected a list of strings, got 2 at index 1.",
  ],
  [
    "an enum of an integer",
    member({ type: "integer", enum: ["1"] }),
    "/members/b/enum: A member of type integer cannot have an enum. An enum is a list of strings.",
  ],
  [
    "an empty enum",
    member({ type: "string", enum: [] }),
    "/members/b/enum: An enum must have at least one value.",
  ],
  // Nested members
  [
    "a wrong element",
    member({ type: "list", items: { type: "string", nulable: true } }),
    "/members/b/items/nulable: A member of type string has no property 'nulable'. Did you mean 'nullable'?",
  ],
  [
    "a wrong member of an object",
    member({ type: "object", members: { c: "bool" } }),
    "/members/b/members/c: There is no type 'bool'. Did you mean 'boolean'?",
  ],
  ["a map without values", member({ type: "map" }), '/members/b: A member of type map must have "values".'],
  // Names
  [
    "a name with a space",
    { name: "a", members: { "First Name": "string" } },
    "/members/First Name: 'First Name' is not a valid name: a name consists of letters, digits, _, @, - and dots, and does not begin with a digit. Use another name, and put the name in the row into \"property\".",
  ],
  [
    "members in a list",
    { name: "a", members: ["b"] },
    "/members: Expected an object that maps member names to definitions, got an array.",
  ],
  // The catalog
  ["no object", undefined, ": Expected an object, got undefined."],
  ["no name", { members: {} }, ': A catalog must have "name".'],
  ["a number for the name", { name: 1, members: {} }, "/name: Expected a non-empty string, got 1."],
  [
    "a misspelled setting of the catalog",
    { name: "a", members: {}, defaultsort: [] },
    "/defaultsort: A catalog has no property 'defaultsort'. Did you mean 'defaultSort'?",
  ],
  [
    "a setting of another product",
    { name: "a", members: {}, orderBy: [] },
    `/orderBy: A catalog has no property 'orderBy'. The default order is "defaultSort".`,
  ],
  [
    "a misspelled key",
    { name: "a", members: { reportId: "string" }, key: "reportID2" },
    "/key: There is no member 'reportID2'. Did you mean 'reportId'?",
  ],
  [
    "an unknown key",
    { name: "a", members: { b: "string", c: "date" }, key: "primary" },
    "/key: There is no member 'primary'. Members are b or c.",
  ],
  [
    "a key that is a list",
    { name: "a", members: { b: { type: "list", items: "string" } }, key: "b" },
    "/key: 'b' is not a single value, but of type list.",
  ],
  [
    "a default order by an unknown member",
    { name: "a", members: { name: "string" }, defaultSort: ["nmae"] },
    "/defaultSort/0: There is no member 'nmae'. Did you mean 'name'?",
  ],
  [
    "an unknown direction",
    { name: "a", members: { b: "string" }, defaultSort: ["b:desc"] },
    "/defaultSort/0: There is no sort option 'desc'. Did you mean 'descending'?",
  ],
  [
    "a default order that names a member twice",
    { name: "a", members: { b: "string" }, defaultSort: ["b", "b:descending"] },
    "/defaultSort/1: 'b' is listed twice.",
  ],
  [
    "a negative limit",
    { name: "a", members: {}, defaultLimit: -1 },
    "/defaultLimit: Expected an integer >= 0, got -1.",
  ],
  [
    "a limit that is a string",
    { name: "a", members: {}, maximumLimit: "10" },
    '/maximumLimit: Expected an integer >= 0, got "10".',
  ],
  [
    "a default limit above the maximum",
    { name: "a", members: {}, defaultLimit: 50, maximumLimit: 20 },
    "/defaultLimit: The default limit 50 is greater than the maximum limit 20.",
  ],
];

describe("defineCatalog without types", () => {
  it.each(CASES)("names the path, the requirement and the actual value for %s", (_, definition, message) => {
    expect(messageOf(definition)).toBe(`Invalid catalog: ${message}`);
  });

  it("lists all problems", () => {
    const definition = { name: "", members: { b: "text", c: { type: "list" } }, limit: 5 };
    expect(messageOf(definition).split("; ")).toEqual([
      'Invalid catalog: /name: Expected a non-empty string, got "".',
      "/members/b: There is no type 'text'. Did you mean 'string'?",
      '/members/c: A member of type list must have "items".',
      `/limit: A catalog has no property 'limit'. The limits are "defaultLimit" and "maximumLimit".`,
    ]);
  });

  it("shows no invisible characters of names and values", () => {
    expect(messageOf(member({ type: "int\u202eeger" }))).toContain("'int<U+202E>eger'");
    expect(messageOf(member({ type: "string", strength: "a\nb" }))).toContain('"a<U+000A>b"');
  });
});
