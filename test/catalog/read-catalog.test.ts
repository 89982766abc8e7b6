import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { readCatalog } from "../../src/catalog/read-catalog.ts";
import { resolveMember } from "../../src/catalog/resolve-member.ts";
import { plainCatalog } from "./plain-catalog.ts";
import { randomCatalog } from "./random-catalog.ts";

const reports = {
  name: "reports",
  members: {
    id: { type: "string", nullable: false },
    state: { type: "string", enum: ["draft", "done"], strength: "primary" },
    secret: { type: "string", filterable: false },
    tags: { type: "list", items: "string" },
    labels: { type: "map", values: "string" },
    owner: { type: "object", members: { name: "string" } },
  },
  key: "id",
  defaultSort: ["state:descending:primary", "id"],
} as const;

describe("readCatalog with a valid document", () => {
  it("returns a catalog with all defaults applied", () => {
    const { catalog, problems } = readCatalog(reports);
    expect(problems).toEqual([]);
    expect(catalog).toMatchObject({
      kind: "catalog",
      name: "reports",
      key: "id",
      defaultLimit: 10,
      maximumLimit: 1000,
    });
    const member = (name: string) => catalog!.members.byName.get(name)!;
    expect(member("id")).toMatchObject({ nullable: false, filterable: true, sortable: true, property: "id" });
    expect(member("state")).toMatchObject({ nullable: true, strength: "primary", enum: ["draft", "done"] });
    expect(member("secret")).toMatchObject({ filterable: false, sortable: false });
    expect([...member("owner").members!.byName.keys()]).toEqual(["name"]);
  });

  it("returns the same catalog after a JSON round trip of its definition", () => {
    fc.assert(
      fc.property(randomCatalog, (definition) => {
        const { catalog, problems } = readCatalog(definition);
        expect(problems).toEqual([]);
        const again = readCatalog(JSON.parse(JSON.stringify(catalog!.definition)));
        expect(plainCatalog(again.catalog!)).toEqual(plainCatalog(catalog!));
        expect(JSON.parse(JSON.stringify(again.catalog!.definition))).toEqual(
          JSON.parse(JSON.stringify(definition)),
        );
      }),
    );
  });

  it("keeps a frozen copy, which later changes to the document do not affect", () => {
    const document = { name: "a", members: { b: { type: "string", enum: ["x"] } } };
    const { catalog } = readCatalog(document);
    document.members.b.enum.push("y");
    expect(catalog!.definition.members["b"]).toEqual({ type: "string", enum: ["x"] });
    expect(() => Object.assign(catalog!.definition.members, { c: "string" })).toThrow(TypeError);
    expect(() => Object.assign(catalog!, { key: "b" })).toThrow(TypeError);
  });

  it("accepts properties that are undefined", () => {
    expect(
      readCatalog({ name: "a", members: { b: { type: "string", enum: undefined } }, key: undefined })
        .problems,
    ).toEqual([]);
  });

  it("makes a list or map unfilterable if its values are", () => {
    const hidden = { type: "string", filterable: false } as const;
    const { catalog } = readCatalog({
      name: "a",
      members: {
        list: { type: "list", items: hidden },
        map: { type: "map", values: hidden, sortable: true },
      },
    });
    expect(catalog!.members.byName.get("list")).toMatchObject({ filterable: false, sortable: false });
    expect(catalog!.members.byName.get("map")).toMatchObject({ filterable: false, sortable: false });
  });
});

describe("readCatalog with an invalid document", () => {
  const members = { id: "string", tags: { type: "list", items: "string" } };
  const cases: [what: string, document: unknown, pointer: string, message: RegExp][] = [
    ["is not an object", 1, "", /Expected an object/],
    ["is null", null, "", /Expected an object/],
    ["is a list", [], "", /Expected an object/],
    ["has no name", { members }, "", /must have "name"/],
    ["has an undefined name", { name: undefined, members }, "", /must have "name"/],
    ["has no members", { name: "a" }, "", /must have "members"/],
    ["has undefined members", { name: "a", members: undefined }, "", /must have "members"/],
    [
      "inherits its name",
      Object.assign(Object.create({ name: "a" }) as object, { members }),
      "",
      /must have "name"/,
    ],
    ["has an empty name", { name: "", members }, "/name", /non-empty string/],
    [
      "has a number for a description",
      { name: "a", members, description: 1 },
      "/description",
      /non-empty string/,
    ],
    ["has a misspelled property", { name: "a", members, defaultsort: [] }, "/defaultsort", /'defaultSort'/],
    ["has a property with a slash", { name: "a", members, "a/b": 1 }, "/a~1b", /no property/],
    ["has members in a list", { name: "a", members: [] }, "/members", /maps member names to definitions/],
    [
      "has a member that is null",
      { name: "a", members: { b: null } },
      "/members/b",
      /Expected the name of a type/,
    ],
    [
      "has a member in a list",
      { name: "a", members: { b: [] } },
      "/members/b",
      /Expected the name of a type/,
    ],
    ["has a member without a type", { name: "a", members: { b: {} } }, "/members/b", /must have a "type"/],
    [
      "has a type that is not a string",
      { name: "a", members: { b: { type: 1 } } },
      "/members/b",
      /must have a "type"/,
    ],
    ["has an unknown type", { name: "a", members: { b: "int" } }, "/members/b", /no type 'int'/],
    [
      "has a composed type without a definition",
      { name: "a", members: { b: "list" } },
      "/members/b",
      /list needs further settings/,
    ],
    [
      "has a misspelt type",
      { name: "a", members: { b: { type: "datetime" } } },
      "/members/b/type",
      /'dateTime'/,
    ],
    [
      "has a list without items",
      { name: "a", members: { b: { type: "list" } } },
      "/members/b",
      /list must have "items"/,
    ],
    [
      "has undefined items",
      { name: "a", members: { b: { type: "list", items: undefined } } },
      "/members/b",
      /must have "items"/,
    ],
    [
      "has wrong items",
      { name: "a", members: { b: { type: "list", items: 1 } } },
      "/members/b/items",
      /Expected the name of a type/,
    ],
    [
      "has a map without values",
      { name: "a", members: { b: { type: "map" } } },
      "/members/b",
      /map must have "values"/,
    ],
    [
      "has an object without members",
      { name: "a", members: { b: { type: "object" } } },
      "/members/b",
      /must have "members"/,
    ],
    [
      "has items at a scalar",
      { name: "a", members: { b: { type: "string", items: "string" } } },
      "/members/b/items",
      /no property/,
    ],
    [
      "has an enum at a list",
      { name: "a", members: { b: { type: "list", items: "string", enum: [] } } },
      "/members/b/enum",
      /no property/,
    ],
    [
      "has a string for nullable",
      { name: "a", members: { b: { type: "string", nullable: "no" } } },
      "/members/b/nullable",
      /true or false/,
    ],
    [
      "has a number for filterable",
      { name: "a", members: { b: { type: "string", filterable: 0 } } },
      "/members/b/filterable",
      /true or false/,
    ],
    [
      "has null for sortable",
      { name: "a", members: { b: { type: "string", sortable: null } } },
      "/members/b/sortable",
      /true or false/,
    ],
    [
      "has an unknown strength",
      { name: "a", members: { b: { type: "string", strength: "weak" } } },
      "/members/b/strength",
      /primary/,
    ],
    [
      "has an enum of numbers",
      { name: "a", members: { b: { type: "string", enum: [1] } } },
      "/members/b/enum",
      /list of strings/,
    ],
    [
      "has an empty enum",
      { name: "a", members: { b: { type: "string", enum: [] } } },
      "/members/b/enum",
      /at least one/,
    ],
    [
      "has an enum of an integer",
      { name: "a", members: { b: { type: "integer", enum: ["1"] } } },
      "/members/b/enum",
      /type integer/,
    ],
    [
      "has a string for functions",
      { name: "a", members: { b: { type: "string", functions: "eq" } } },
      "/members/b/functions",
      /list of strings/,
    ],
    [
      "has a property that is not a string",
      { name: "a", members: { b: { type: "string", property: 1 } } },
      "/members/b/property",
      /Expected a string/,
    ],
    [
      "is wrong in a nested member",
      { name: "a", members: { "x-y": { type: "object", members: { z: { type: "map", values: "text" } } } } },
      "/members/x-y/members/z/values",
      /no type 'text'/,
    ],
    ["has an unknown key", { name: "a", members, key: "ID" }, "/key", /Did you mean 'id'/],
    ["has a key that is a list", { name: "a", members, key: "tags" }, "/key", /not a single value/],
    [
      "has a key that every object inherits",
      { name: "a", members, key: "constructor" },
      "/key",
      /no member 'constructor'/,
    ],
    [
      "sorts by an unknown member",
      { name: "a", members, defaultSort: ["id", "nam"] },
      "/defaultSort/1",
      /no member 'nam'/,
    ],
    [
      "sorts by a list",
      { name: "a", members, defaultSort: ["tags"] },
      "/defaultSort/0",
      /not a single value/,
    ],
    [
      "sorts in an unknown direction",
      { name: "a", members, defaultSort: ["id:desc"] },
      "/defaultSort/0",
      /no sort option 'desc'/,
    ],
    [
      "has a string for the default sort",
      { name: "a", members, defaultSort: "id" },
      "/defaultSort",
      /list of strings/,
    ],
    ["has a negative limit", { name: "a", members, defaultLimit: -1 }, "/defaultLimit", /integer >= 0/],
    ["has a fractional limit", { name: "a", members, maximumLimit: 1.5 }, "/maximumLimit", /integer >= 0/],
    [
      "has a default limit above the maximum",
      { name: "a", members, defaultLimit: 50, maximumLimit: 20 },
      "/defaultLimit",
      /greater than the maximum/,
    ],
    [
      "has functions that are not strings",
      { name: "a", members, functions: [1] },
      "/functions",
      /list of strings/,
    ],
    [
      "has an object for parameters",
      { name: "a", members, parameters: {} },
      "/parameters",
      /list of strings/,
    ],
  ];
  for (const [what, document, pointer, message] of cases) {
    it(`reports the location if it ${what}`, () => {
      const { catalog, problems } = readCatalog(document);
      expect(catalog).toBeUndefined();
      expect(problems).toEqual([{ pointer, message: expect.stringMatching(message) }]);
    });
  }

  it("never throws, for any value", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withMap: true, withDate: true }), (value) => {
        for (const document of [value, { name: "a", members: value }, { name: "a", members: { b: value } }]) {
          const { catalog, problems } = readCatalog(document);
          expect(catalog === undefined).toBe(problems.length > 0);
        }
      }),
    );
  });

  it("rejects a document that contains itself, at the maximum depth", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = { type: "object", members: cyclic };
    expect(readCatalog({ name: "a", members: cyclic }).problems).toEqual([
      {
        pointer: expect.stringMatching(/self\/members$/),
        message: expect.stringContaining("deeper than 32"),
      },
    ]);
  });

  it("rejects more than 10,000 members, also of a document that shares objects, and reports at most 100 problems", () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`m${i}`, "string"]));
    expect(readCatalog({ name: "a", members: many }).problems[0]!.message).toContain("10000 members");
    const wrong = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${i}`, "string"]));
    expect(readCatalog({ name: "a", members: wrong }).problems).toHaveLength(100);
    let shared: Record<string, unknown> = { leaf: "string" };
    for (let i = 0; i < 30; i++) {
      const inner = { type: "object", members: shared };
      shared = { l: inner, r: inner };
    }
    expect(readCatalog({ name: "a", members: shared }).catalog).toBeUndefined();
  });

  it("makes defineCatalog throw all problems at once", () => {
    const wrong = { name: "", members: { b: "text" } } as unknown as {
      name: string;
      members: { b: "string" };
    };
    expect(() => defineCatalog(wrong)).toThrow(/\/name: .*\/members\/b: /);
  });
});

describe("unusual member names", () => {
  it.each([
    "true",
    "false",
    "$x",
    "",
    "a b",
    "1st",
    "-a",
    "a.",
    ".a",
    "a..b",
    "a\u0301",
    "a\u200bb",
    "\ud800",
  ])("rejects %j and suggests the property setting", (name) => {
    const { problems } = readCatalog({ name: "a", members: { [name]: "string" } });
    expect(problems).toHaveLength(1);
    expect(problems[0]!.message).toContain('"property"');
  });

  it.each([
    "limit",
    "filter",
    "start",
    "sortBy",
    "and",
    "not",
    "constructor",
    "toString",
    "@type",
    "a-b",
    "ü",
  ])("accepts %j", (name) => {
    const { catalog, problems } = readCatalog({ name: "a", members: { [name]: "integer" }, key: name });
    expect(problems).toEqual([]);
    expect(resolveMember(catalog!, name)).toMatchObject({ path: [name], member: { type: "integer" } });
  });

  it("accept __proto__ from JSON without polluting any prototype", () => {
    const document: unknown = JSON.parse(
      '{"name":"a","members":{"__proto__":{"type":"object","members":{"x":"string"}}}}',
    );
    const { catalog, problems } = readCatalog(document);
    expect(problems).toEqual([]);
    expect(resolveMember(catalog!, "__proto__.x")?.path).toEqual(["__proto__", "x"]);
    expect(resolveMember(catalog!, "x")).toBeUndefined();
    expect(JSON.stringify(catalog!.definition)).toBe(JSON.stringify(document));
  });

  it("prefer a member a.b to the path with the same spelling", () => {
    const { catalog } = readCatalog({
      name: "a",
      members: { a: { type: "object", members: { b: "string", c: "string" } }, "a.b": "integer" },
    });
    expect(resolveMember(catalog!, "a.b")).toMatchObject({ path: ["a.b"], type: { type: "integer" } });
    expect(resolveMember(catalog!, "a.c")).toMatchObject({ path: ["a", "c"] });
  });

  it("can differ from the property of the row", () => {
    const { catalog } = readCatalog({ name: "a", members: { x: { type: "string", property: "$x" } } });
    expect(resolveMember(catalog!, "x")?.path).toEqual(["$x"]);
    expect(resolveMember(catalog!, "$x")).toBeUndefined();
  });
});

describe("a polluted Object.prototype", () => {
  const polluted = [
    "nullable",
    "filterable",
    "sortable",
    "selectable",
    "property",
    "key",
    "defaultSort",
    "enum",
    "type",
    "functions",
  ];
  afterEach(() => {
    for (const name of polluted) Reflect.deleteProperty(Object.prototype, name);
  });

  it("does not affect the catalog", () => {
    const before = plainCatalog(readCatalog(reports).catalog!);
    for (const name of polluted) {
      Object.defineProperty(Object.prototype, name, {
        value: "polluted",
        configurable: true,
        writable: true,
      });
    }
    const after = readCatalog(reports);
    const typeless = readCatalog({ name: "a", members: { b: {} } });
    for (const name of polluted) Reflect.deleteProperty(Object.prototype, name);
    expect(after.problems).toEqual([]);
    expect(plainCatalog(after.catalog!)).toEqual(before);
    expect(typeless.problems).toHaveLength(1);
  });
});
