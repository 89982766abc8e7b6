import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogFromJsonSchema } from "../../../src/catalog/json-schema/from-json-schema.ts";
import { readCatalog } from "../../../src/catalog/read-catalog.ts";
import { catalogToJsonSchema } from "../../../src/catalog/json-schema/to-json-schema.ts";
import { plainCatalog } from "../plain-catalog.ts";
import { randomCatalog } from "../random-catalog.ts";

const definition = {
  name: "reports",
  description: "All of them.",
  members: {
    id: { type: "string", nullable: false, strength: "codePoint" },
    state: { type: "string", enum: ["draft", "done"] },
    at: { type: "dateTime", description: "When." },
    day: { type: "date", sortable: false },
    secret: { type: "string", filterable: false, functions: ["eq"] },
    first: { type: "string", nullable: false, property: "First Name" },
    again: { type: "integer", property: "First Name" },
    tags: { type: "list", items: { type: "string", nullable: false } },
    labels: { type: "map", values: "number" },
    owner: { type: "object", nullable: false, members: { name: { type: "string", nullable: false } } },
  },
  key: "id",
  defaultSort: ["id:descending"],
  maximumLimit: 200,
  functions: ["eq", "in"],
  parameters: ["expand"],
} as const;

it("catalogToJsonSchema returns the schema of a row", () => {
  expect(catalogToJsonSchema(readCatalog(definition).catalog!)).toEqual({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "reports",
    description: "All of them.",
    type: "object",
    properties: {
      id: { type: "string", "x-collation": "codePoint" },
      state: { type: ["string", "null"], enum: ["draft", "done", null] },
      at: { type: ["string", "null"], format: "date-time", description: "When." },
      day: { type: ["string", "null"], format: "date", "x-sortable": false },
      secret: { type: ["string", "null"], "x-filterable": false, "x-functions": ["eq"] },
      "First Name": { type: "string", "x-name": "first" },
      tags: { type: ["array", "null"], items: { type: "string" } },
      labels: { type: ["object", "null"], additionalProperties: { type: ["number", "null"] } },
      owner: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    },
    required: ["id", "First Name", "owner"],
    "x-aliases": { again: { type: ["integer", "null"], "x-property": "First Name" } },
    "x-catalog": "reports",
    "x-key": "id",
    "x-default-sort": ["id:descending"],
    "x-default-limit": 10,
    "x-maximum-limit": 200,
    "x-functions": ["eq", "in"],
    "x-parameters": ["expand"],
  });
});

describe("a round trip of a catalog through JSON Schema", () => {
  it("returns the same catalog, for random catalogs", () => {
    fc.assert(
      fc.property(randomCatalog, (random) => {
        const { catalog } = readCatalog(random);
        const schema: unknown = JSON.parse(JSON.stringify(catalogToJsonSchema(catalog!)));
        const again = catalogFromJsonSchema(schema);
        expect([...again.problems, ...again.notes]).toEqual([]);
        expect(plainCatalog(again.catalog!)).toEqual(plainCatalog(catalog!));
      }),
      { numRuns: 500 },
    );
  });

  it("does not mistake a row with the members of a page for a page", () => {
    const page = {
      name: "pages",
      members: {
        name: "string",
        items: { type: "list", items: { type: "object", members: { a: "string" } } },
      },
    };
    const { catalog } = readCatalog(page);
    const again = catalogFromJsonSchema(catalogToJsonSchema(catalog!)).catalog!;
    expect(plainCatalog(again)).toEqual(plainCatalog(catalog!));
  });
});
