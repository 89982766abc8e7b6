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

describe("a right document", () => {
  it("becomes a catalog whose defaults are filled in", () => {
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

  it("survives JSON: the definition of a catalog reads back as the same catalog", () => {
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

  it("is copied: changing it afterwards changes nothing, and the copy cannot be changed", () => {
    const document = { name: "a", members: { b: { type: "string", enum: ["x"] } } };
    const { catalog } = readCatalog(document);
    document.members.b.enum.push("y");
    expect(catalog!.definition.members["b"]).toEqual({ type: "string", enum: ["x"] });
    expect(() => Object.assign(catalog!.definition.members, { c: "string" })).toThrow(TypeError);
    expect(() => Object.assign(catalog!, { key: "b" })).toThrow(TypeError);
  });

  it("may leave properties undefined", () => {
    expect(
      readCatalog({ name: "a", members: { b: { type: "string", enum: undefined } }, key: undefined })
        .problems,
    ).toEqual([]);
  });

  it("hides a list and a map whose contents may not be filtered by", () => {
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

describe("a wrong document", () => {
  const members = { id: "string", tags: { type: "list", items: "string" } };
  const cases: [what: string, document: unknown, pointer: string, message: RegExp][] = [
    ["is no object", 1, "", /Expected an object/],
    ["is null", null, "", /Expected an object/],
    ["is a list", [], "", /Expected an object/],
    ["has no name", { members }, "", /has "name"/],
    ["has an undefined name", { name: undefined, members }, "", /has "name"/],
    ["has no members", { name: "a" }, "", /has "members"/],
    ["has undefined members", { name: "a", members: undefined }, "", /has "members"/],
    [
      "inherits its name",
      Object.assign(Object.create({ name: "a" }) as object, { members }),
      "",
      /has "name"/,
    ],
    ["has an empty name", { name: "", members }, "/name", /Expected a text/],
    [
      "has a number for a description",
      { name: "a", members, description: 1 },
      "/description",
      /Expected a text/,
    ],
    ["has a misspelt property", { name: "a", members, defaultsort: [] }, "/defaultsort", /'defaultSort'/],
    ["has a property with a slash", { name: "a", members, "a/b": 1 }, "/a~1b", /no property/],
    ["has members in a list", { name: "a", members: [] }, "/members", /Members are an object/],
    ["has a member that is null", { name: "a", members: { b: null } }, "/members/b", /A member is/],
    ["has a member in a list", { name: "a", members: { b: [] } }, "/members/b", /A member is/],
    ["has a member without a type", { name: "a", members: { b: {} } }, "/members/b", /has a "type"/],
    ["has a type that is no text", { name: "a", members: { b: { type: 1 } } }, "/members/b", /has a "type"/],
    ["has an unknown type", { name: "a", members: { b: "int" } }, "/members/b", /no type 'int'/],
    ["has a composed type in short", { name: "a", members: { b: "list" } }, "/members/b", /no type 'list'/],
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
      /list has "items"/,
    ],
    [
      "has undefined items",
      { name: "a", members: { b: { type: "list", items: undefined } } },
      "/members/b",
      /has "items"/,
    ],
    [
      "has wrong items",
      { name: "a", members: { b: { type: "list", items: 1 } } },
      "/members/b/items",
      /A member is/,
    ],
    [
      "has a map without values",
      { name: "a", members: { b: { type: "map" } } },
      "/members/b",
      /map has "values"/,
    ],
    [
      "has an object without members",
      { name: "a", members: { b: { type: "object" } } },
      "/members/b",
      /has "members"/,
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
      "has nullable as text",
      { name: "a", members: { b: { type: "string", nullable: "no" } } },
      "/members/b/nullable",
      /true or false/,
    ],
    [
      "has filterable as number",
      { name: "a", members: { b: { type: "string", filterable: 0 } } },
      "/members/b/filterable",
      /true or false/,
    ],
    [
      "has sortable as null",
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
      /list of texts/,
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
      "has functions as text",
      { name: "a", members: { b: { type: "string", functions: "eq" } } },
      "/members/b/functions",
      /list of texts/,
    ],
    [
      "has a property that is no text",
      { name: "a", members: { b: { type: "string", property: 1 } } },
      "/members/b/property",
      /Expected a text/,
    ],
    [
      "is wrong far inside",
      { name: "a", members: { "x-y": { type: "object", members: { z: { type: "map", values: "text" } } } } },
      "/members/x-y/members/z/values",
      /no type 'text'/,
    ],
    ["has an unknown key", { name: "a", members, key: "ID" }, "/key", /Did you mean 'id'/],
    ["has a key that is a list", { name: "a", members, key: "tags" }, "/key", /no single value/],
    ["has a key of birth", { name: "a", members, key: "constructor" }, "/key", /no member 'constructor'/],
    [
      "sorts by an unknown member",
      { name: "a", members, defaultSort: ["id", "nam"] },
      "/defaultSort/1",
      /no member 'nam'/,
    ],
    ["sorts by a list", { name: "a", members, defaultSort: ["tags"] }, "/defaultSort/0", /no single value/],
    [
      "sorts in an unknown way",
      { name: "a", members, defaultSort: ["id:desc"] },
      "/defaultSort/0",
      /no sort option 'desc'/,
    ],
    [
      "has a default sort that is text",
      { name: "a", members, defaultSort: "id" },
      "/defaultSort",
      /list of texts/,
    ],
    ["has a negative limit", { name: "a", members, defaultLimit: -1 }, "/defaultLimit", /whole number/],
    ["has a broken limit", { name: "a", members, maximumLimit: 1.5 }, "/maximumLimit", /whole number/],
    [
      "has a default above the maximum",
      { name: "a", members, defaultLimit: 50, maximumLimit: 20 },
      "/defaultLimit",
      /above/,
    ],
    [
      "has functions that are no texts",
      { name: "a", members, functions: [1] },
      "/functions",
      /list of texts/,
    ],
    [
      "has parameters that are no list",
      { name: "a", members, parameters: {} },
      "/parameters",
      /list of texts/,
    ],
  ];
  for (const [what, document, pointer, message] of cases) {
    it(`is refused where it is wrong: it ${what}`, () => {
      const { catalog, problems } = readCatalog(document);
      expect(catalog).toBeUndefined();
      expect(problems).toEqual([{ pointer, message: expect.stringMatching(message) }]);
    });
  }

  it("never makes the reader throw, whatever it is", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withMap: true, withDate: true }), (value) => {
        for (const document of [value, { name: "a", members: value }, { name: "a", members: { b: value } }]) {
          const { catalog, problems } = readCatalog(document);
          expect(catalog === undefined).toBe(problems.length > 0);
        }
      }),
    );
  });

  it("is refused when it contains itself, at the limit of depth", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = { type: "object", members: cyclic };
    expect(readCatalog({ name: "a", members: cyclic }).problems).toEqual([
      {
        pointer: expect.stringMatching(/self\/members$/),
        message: expect.stringContaining("deeper than 32"),
      },
    ]);
  });

  it("is refused beyond 10,000 members, quickly, and with at most 100 problems", () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`m${i}`, "string"]));
    expect(readCatalog({ name: "a", members: many }).problems[0]!.message).toContain("10000 members");
    const wrong = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${i}`, "string"]));
    expect(readCatalog({ name: "a", members: wrong }).problems).toHaveLength(100);
    let shared: Record<string, unknown> = { leaf: "string" };
    for (let i = 0; i < 30; i++) {
      const inner = { type: "object", members: shared };
      shared = { l: inner, r: inner };
    }
    const start = performance.now();
    expect(readCatalog({ name: "a", members: shared }).catalog).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it("makes defineCatalog throw everything that is wrong at once", () => {
    const wrong = { name: "", members: { b: "text" } } as unknown as {
      name: string;
      members: { b: "string" };
    };
    expect(() => defineCatalog(wrong)).toThrow(/\/name: .*\/members\/b: /);
  });
});

describe("B5: names that could mean something else", () => {
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
  ])("B5: %j is refused, with the way out", (name) => {
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
  ])("B5: %j is a member like any other", (name) => {
    const { catalog, problems } = readCatalog({ name: "a", members: { [name]: "integer" }, key: name });
    expect(problems).toEqual([]);
    expect(resolveMember(catalog!, name)).toMatchObject({ path: [name], member: { type: "integer" } });
  });

  it("B5: a member __proto__ from JSON is one, and pollutes nothing", () => {
    const document: unknown = JSON.parse(
      '{"name":"a","members":{"__proto__":{"type":"object","members":{"x":"string"}}}}',
    );
    const { catalog, problems } = readCatalog(document);
    expect(problems).toEqual([]);
    expect(resolveMember(catalog!, "__proto__.x")?.path).toEqual(["__proto__", "x"]);
    expect(resolveMember(catalog!, "x")).toBeUndefined();
    expect(JSON.stringify(catalog!.definition)).toBe(JSON.stringify(document));
  });

  it("B5: a.b is the member of that name, before the path of the same spelling", () => {
    const { catalog } = readCatalog({
      name: "a",
      members: { a: { type: "object", members: { b: "string", c: "string" } }, "a.b": "integer" },
    });
    expect(resolveMember(catalog!, "a.b")).toMatchObject({ path: ["a.b"], type: { type: "integer" } });
    expect(resolveMember(catalog!, "a.c")).toMatchObject({ path: ["a", "c"] });
  });

  it("B5: what the language cannot say is reached under another name", () => {
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

  it("B7: changes nothing of what is read", () => {
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
