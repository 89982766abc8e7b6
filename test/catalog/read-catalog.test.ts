import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { readCatalog } from "../../src/catalog/read-catalog.ts";
import { resolveMember } from "../../src/catalog/resolve-member.ts";
import { plainCatalog } from "./plain-catalog.ts";
import { randomCatalog } from "./random-catalog.ts";
import { words } from "../words.ts";

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
  const problemsOf = (document: unknown) => {
    const { catalog, problems } = readCatalog(document);
    expect(catalog === undefined).toBe(problems.length > 0);
    return problems.map(({ pointer, message }) => `${pointer}: ${message}`);
  };
  const TYPES = "Types are boolean, integer, number, string, date, time, dateTime, list, map or object.";

  it.each<[definition: unknown, problem: string]>([
    ["varchar", ": There is no type 'varchar'. Did you mean 'string'?"],
    ["intger", ": There is no type 'intger'. Did you mean 'integer'?"],
    ["datetime", ": There is no type 'datetime'. Did you mean 'dateTime'?"],
    [{ type: "array", items: "string" }, "/type: There is no type 'array'. Did you mean 'list'?"],
    [{ type: "polygon" }, `/type: There is no type 'polygon'. ${TYPES}`],
    ["list", ': The type list needs further settings: write an object with "type": "list".'],
    [7, ': Expected the name of a type, or an object with a "type", got 7.'],
    [null, ': Expected the name of a type, or an object with a "type", got null.'],
    [[], ': Expected the name of a type, or an object with a "type", got an array.'],
    [{ nullable: false }, `: A member must have a "type". ${TYPES}`],
    [{ type: 1 }, `: A member must have a "type", the name of a type, got 1. ${TYPES}`],
    [{ type: "string", nullable: "no" }, '/nullable: Expected true or false, got "no".'],
    [{ type: "string", filterable: 0 }, "/filterable: Expected true or false, got 0."],
    [{ type: "string", sortable: null }, "/sortable: Expected true or false, got null."],
    [{ type: "string", safe: true }, "/safe: A member of type string cannot be safe."],
    [{ type: "string", property: 1 }, "/property: Expected a string, got 1."],
    [{ type: "string", functions: "eq" }, '/functions: Expected a list of strings, got "eq".'],
    [{ type: "string", enum: ["1", 2] }, "/enum: Expected a list of strings, got 2 at index 1."],
    [{ type: "string", enum: [] }, "/enum: An enum must have at least one value."],
    [
      { type: "integer", enum: ["1"] },
      "/enum: A member of type integer cannot have an enum. An enum is a list of strings.",
    ],
    [
      { type: "string", strength: "weak" },
      '/strength: Expected a strength, got "weak". Strengths are primary, secondary, tertiary, quaternary, identical or codePoint.',
    ],
    [{ type: "list" }, ': A member of type list must have "items".'],
    [{ type: "list", items: undefined }, ': A member of type list must have "items".'],
    [{ type: "map" }, ': A member of type map must have "values".'],
    [{ type: "object" }, ': A member of type object must have "members".'],
    [{ type: "list", items: 1 }, '/items: Expected the name of a type, or an object with a "type", got 1.'],
    [
      { type: "object", members: { "x-y": { type: "map", values: "bool" } } },
      "/members/x-y/values: There is no type 'bool'. Did you mean 'boolean'?",
    ],
  ])("reports the problem of the member definition %j: %s", (definition, problem) => {
    expect(problemsOf({ name: "a", members: { b: definition } })).toEqual([`/members/b${problem}`]);
  });

  const SETTINGS =
    "Properties are type, description, nullable, filterable, sortable, selectable, functions, property";

  it.each<
    [
      definition: { readonly type: string; readonly [setting: string]: unknown },
      setting: string,
      hint: string,
    ]
  >([
    [{ type: "string", nulable: false }, "nulable", "Did you mean 'nullable'?"],
    [{ type: "string", required: true }, "required", 'A required member has "nullable": false.'],
    [
      { type: "object", members: {}, properties: {} },
      "properties",
      'The members of an object are "members".',
    ],
    [
      { type: "string", items: "string" },
      "items",
      `${SETTINGS}, strength, safe, enum, evidence or keyColumns.`,
    ],
    [{ type: "list", items: "string", enum: [] }, "enum", `${SETTINGS} or items.`],
    [
      { type: "integer", primary_key: true },
      "primary_key",
      'The setting "key" of the catalog names the member that identifies a row.',
    ],
  ])("reports the unknown setting of the member definition %j, %s: %s", (definition, setting, hint) => {
    expect(problemsOf({ name: "a", members: { b: definition } })).toEqual([
      `/members/b/${setting}: A member of type ${definition.type} has no property '${setting}'. ${hint}`,
    ]);
  });

  it.each<[settings: object, problem: string]>([
    [{ name: 1 }, "/name: Expected a non-empty string, got 1."],
    [{ name: "" }, '/name: Expected a non-empty string, got "".'],
    [{ description: 1 }, "/description: Expected a non-empty string, got 1."],
    [
      { defaultsort: [] },
      "/defaultsort: A catalog has no property 'defaultsort'. Did you mean 'defaultSort'?",
    ],
    [{ orderBy: [] }, `/orderBy: A catalog has no property 'orderBy'. The default order is "defaultSort".`],
    [
      { "a/b": 1 },
      "/a~1b: A catalog has no property 'a/b'. Properties are name, description, members, key, defaultSort, defaultLimit, maximumLimit, functions or parameters.",
    ],
    [{ members: [] }, "/members: Expected an object that maps member names to definitions, got an array."],
    [
      { members: { "First Name": "string" } },
      "/members/First Name: 'First Name' is not a valid name: a name consists of letters, digits, _, @, - and dots, and does not begin with a digit. Use another name, and put the name in the row into \"property\".",
    ],
    [{ key: "ID" }, "/key: There is no member 'ID'. Did you mean 'id'?"],
    [{ key: "constructor" }, "/key: There is no member 'constructor'. Members are id or tags."],
    [{ key: "tags" }, "/key: 'tags' is not a single value, but of type list."],
    [{ defaultSort: ["id", "nam"] }, "/defaultSort/1: There is no member 'nam'. Members are id or tags."],
    [{ defaultSort: ["idd"] }, "/defaultSort/0: There is no member 'idd'. Did you mean 'id'?"],
    [{ defaultSort: ["tags"] }, "/defaultSort/0: 'tags' is not a single value, but of type list."],
    [
      { defaultSort: ["id:desc"] },
      "/defaultSort/0: There is no sort option 'desc'. Did you mean 'descending'?",
    ],
    [{ defaultSort: ["id", "id:descending"] }, "/defaultSort/1: 'id' is listed twice."],
    [{ defaultSort: "id" }, '/defaultSort: Expected a list of strings, got "id".'],
    [{ defaultLimit: -1 }, "/defaultLimit: Expected an integer >= 0, got -1."],
    [{ maximumLimit: 1.5 }, "/maximumLimit: Expected an integer >= 0, got 1.5."],
    [{ maximumLimit: "10" }, '/maximumLimit: Expected an integer >= 0, got "10".'],
    [
      { defaultLimit: 50, maximumLimit: 20 },
      "/defaultLimit: The default limit 50 is greater than the maximum limit 20.",
    ],
    [{ functions: [1] }, "/functions: Expected a list of strings, got 1 at index 0."],
    [{ parameters: {} }, "/parameters: Expected a list of strings, got an object."],
  ])("reports the problem of the settings %j: %s", (settings, problem) => {
    const members = { id: "string", tags: { type: "list", items: "string" } };
    expect(problemsOf({ name: "a", members, ...settings })).toEqual([problem]);
  });

  it.each<[document: unknown, problem: string]>([
    [undefined, "Expected an object, got undefined."],
    [1, "Expected an object, got 1."],
    [null, "Expected an object, got null."],
    [[], "Expected an object, got an array."],
    [{ members: {} }, 'A catalog must have "name".'],
    [{ name: undefined, members: {} }, 'A catalog must have "name".'],
    [Object.assign(Object.create({ name: "a" }) as object, { members: {} }), 'A catalog must have "name".'],
    [{ name: "a" }, 'A catalog must have "members".'],
    [{ name: "a", members: undefined }, 'A catalog must have "members".'],
  ])("reports the problem of the document %j: %s", (document, problem) => {
    expect(problemsOf(document)).toEqual([`: ${problem}`]);
  });

  it("shows no invisible characters of names and values", () => {
    const members = { a: { type: "int\u202eeger" }, b: { type: "string", strength: "a\nb" } };
    const [type, strength] = problemsOf({ name: "a", members });
    expect(type).toContain("'int<U+202E>eger'");
    expect(strength).toContain('"a<U+000A>b"');
  });

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
    const definition = { name: "", members: { b: "text", c: { type: "list" } }, limit: 5 };
    const define = () => defineCatalog(definition as unknown as { name: string; members: { b: "string" } });
    expect(define).toThrow(TypeError);
    expect(define).toThrow(
      [
        'Invalid catalog: /name: Expected a non-empty string, got "".',
        "/members/b: There is no type 'text'. Did you mean 'string'?",
        '/members/c: A member of type list must have "items".',
        `/limit: A catalog has no property 'limit'. The limits are "defaultLimit" and "maximumLimit".`,
      ].join("; "),
    );
  });
});

describe("unusual member names", () => {
  it.each([
    ...["true", "false", "$x", "", "a b", "1st", "-a", "a.", ".a", "a..b", "a\u0301", "a\u200bb", "\ud800"],
  ])("rejects %j and suggests the property setting", (name) => {
    const { problems } = readCatalog({ name: "a", members: { [name]: "string" } });
    expect(problems).toHaveLength(1);
    expect(problems[0]!.message).toContain('"property"');
  });

  it.each(words("limit filter start sortBy and not constructor toString @type a-b ü"))(
    "accepts %j",
    (name) => {
      const { catalog, problems } = readCatalog({ name: "a", members: { [name]: "integer" }, key: name });
      expect(problems).toEqual([]);
      expect(resolveMember(catalog!, name)).toMatchObject({ path: [name], member: { type: "integer" } });
    },
  );

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
  const polluted = words(`
    nullable filterable sortable selectable property key defaultSort enum type functions
  `);
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
