import { beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { readCatalog } from "../../src/catalog/read-catalog.ts";
import { catalogToJsonSchema } from "../../src/catalog/json-schema/to-json-schema.ts";
import { catalogToOpenApi } from "../../src/catalog/openapi/to-openapi.ts";
import { catalogToTypes } from "../../src/catalog/to-types.ts";
import {
  COLLATION_VERSION,
  collationOfColumn,
  createCollation,
  describeKeyColumn,
  loadCollations,
} from "../../src/collation/uca/index.ts";

beforeAll(() => loadCollations("sv"));

const catalogWith = (keyColumns: unknown, type = "string") =>
  readCatalog({ name: "cities", members: { city: { type, keyColumns } } });

const right = { column: "city_key", locale: "sv", strength: "tertiary", version: "cldr48-g1" };
const withOptions = (options: object) => [{ ...right, options }];

describe("key columns", () => {
  it("are described by describeKeyColumn, survive a JSON round trip, and identify the collation of the keys", () => {
    const columns = [
      describeKeyColumn("city_sv", { locale: "sv", strength: "identical", numeric: true }),
      describeKeyColumn("city_root", {}),
    ];
    const { catalog, problems } = catalogWith(columns);
    expect(problems).toEqual([]);
    const again = readCatalog(JSON.parse(JSON.stringify(catalog!.definition))).catalog!;
    const member = again.members.byName.get("city")!;
    expect(member.keyColumns).toEqual(columns);
    expect(collationOfColumn(member.keyColumns[0]!).sortKey("Å10")).toEqual(
      createCollation({ locale: "sv", strength: "identical", numeric: true }).sortKey("Å10"),
    );
  });

  it("default to an empty list for each type", () => {
    const { members } = defineCatalog({
      name: "a",
      members: { b: "string", c: { type: "list", items: "string" }, d: "date" },
    });
    expect([...members.byName.values()].map(({ keyColumns }) => keyColumns)).toEqual([[], [], []]);
  });

  it("of list items belong to the items, not to the list", () => {
    const { catalog, problems } = readCatalog({
      name: "a",
      members: { tags: { type: "list", items: { type: "string", keyColumns: [right] } } },
    });
    expect(problems).toEqual([]);
    const member = catalog!.members.byName.get("tags")!;
    expect(member.keyColumns).toEqual([]);
    expect(member.type === "list" && member.items).toMatchObject({ keyColumns: [right] });
  });

  it("can have an older collation version, because only a comparison of keys needs equal versions", () => {
    expect(catalogWith([{ ...right, version: "cldr40-g0" }]).problems).toEqual([]);
    expect(COLLATION_VERSION).not.toBe("cldr40-g0");
  });

  it.each<[what: string, columns: unknown, pointer: string, message: RegExp]>([
    ["an object for the list", {}, "", /list of key columns/],
    ["a string for a column", ["city_key"], "/0", /Expected an object/],
    ["no column name", [{ ...right, column: undefined }], "/0/column", /must have a "column"/],
    ["an empty column name", [{ ...right, column: "" }], "/0/column", /must have a "column"/],
    ["the same column twice", [right, { ...right, locale: "de" }], "/1/column", /'city_key' is listed twice/],
    ["no locale", [{ ...right, locale: 1 }], "/0/locale", /"locale", such as/],
    ["an invalid locale", [{ ...right, locale: "swedish!" }], "/0/locale", /"locale", such as/],
    ["the strength codePoint", [{ ...right, strength: "codePoint" }], "/0/strength", /primary/],
    ["no version", [{ ...right, version: 48 }], "/0/version", /must have a "version"/],
    ["a misspelled property", [{ ...right, option: {} }], "/0/option", /no property 'option'/],
    ["a list for the options", [{ ...right, options: [] }], "/0/options", /Expected an object/],
    ["an unknown option", withOptions({ kind: 1 }), "/0/options", /'kind' is not an option.*numeric/],
    ["an invalid option value", withOptions({ numeric: "yes" }), "/0/options", /one of true, false/],
    ["a second strength", withOptions({ strength: "primary" }), "/0/options", /'strength' is not/],
  ])("are rejected with %s", (_, columns, pointer, message) => {
    const { catalog, problems } = catalogWith(columns);
    expect(catalog).toBeUndefined();
    expect(problems).toEqual([
      { pointer: `/members/city/keyColumns${pointer}`, message: expect.stringMatching(message) as string },
    ]);
  });

  it("are rejected for members that are not strings", () => {
    const message = expect.stringContaining("type integer cannot have key columns") as string;
    const pointer = "/members/city/keyColumns";
    expect(catalogWith([right], "integer").problems).toEqual([{ pointer, message }]);
    expect(catalogWith([right], "date").problems).toHaveLength(1);
    expect(catalogWith([right], "list").problems[0]!.message).toMatch(/no property 'keyColumns'/);
  });

  it("do not appear in a JSON Schema, an OpenAPI document or TypeScript types", () => {
    const { catalog } = catalogWith([right]);
    const shown = JSON.stringify([
      catalogToJsonSchema(catalog!),
      catalogToOpenApi(catalog!, { path: "/cities" }),
      catalogToTypes(catalog!),
    ]);
    expect(shown).toContain("city");
    for (const secret of ["city_key", "keyColumns", "key-column", "cldr48"])
      expect(shown).not.toContain(secret);
  });
});
