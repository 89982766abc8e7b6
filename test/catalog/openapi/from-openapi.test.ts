import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  catalogFromOpenApi,
  listOpenApiCollections,
  type OpenApiOptions,
} from "../../../src/catalog/openapi/from-openapi.ts";

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8"));
}

const pets = fixture("pets-3.0");
const reports = fixture("reports-3.1");

function read(document: unknown, options: OpenApiOptions) {
  const { catalog, problems, notes } = catalogFromOpenApi(document, options);
  expect(problems).toEqual([]);
  return { definition: JSON.parse(JSON.stringify(catalog!.definition)), notes };
}

/** All problems as one string. */
function problemsOf(document: unknown, options: OpenApiOptions): string {
  const { catalog, problems } = catalogFromOpenApi(document, options);
  expect(catalog).toBeUndefined();
  return problems.map(({ pointer, message }) => `${pointer}: ${message}`).join("\n");
}

const pet = {
  name: { type: "string", description: "What it is called.", nullable: false },
  status: { type: "string", enum: ["available", "pending", "sold"], nullable: false },
  born: "date",
  weight: "number",
  photoUrls: { type: "list", items: { type: "string", nullable: false } },
  chipPassword: { type: "string", filterable: false },
  category: { type: "object", members: { id: { type: "integer", nullable: false }, name: "string" } },
  tags: { type: "map", values: { type: "string", nullable: false } },
  id: { type: "integer", nullable: false },
  "registered-at": { type: "dateTime", nullable: false },
};

describe("OpenAPI 3.0", () => {
  it("defines the members, limits, default sort and parameters of a path", () => {
    const { definition, notes } = read(pets, { path: "/pets", key: "id" });
    expect(definition).toEqual({
      name: "pets",
      description: "A pet that the shop knows.",
      members: pet,
      key: "id",
      defaultSort: ["name:primary", "born:descending"],
      defaultLimit: 20,
      maximumLimit: 100,
      parameters: ["expand"],
    });
    expect(notes).toEqual([
      {
        pointer: "/components/schemas/NewPet/properties/diet/oneOf",
        message: expect.stringContaining("several types"),
      },
      { pointer: "/components/schemas/Pet", message: expect.stringContaining("contains itself") },
    ]);
  });

  it("gives the same members by path, operation and schema", () => {
    expect(read(pets, { operationId: "listPets" }).definition).toEqual(
      read(pets, { path: "/pets" }).definition,
    );
    expect(read(pets, { schema: "Pet" }).definition).toEqual({
      name: "Pet",
      description: "A pet that the shop knows.",
      members: pet,
    });
    const page = read(reports, { schema: "ReportCollection", name: "reports" }).definition;
    expect(page.members).toEqual(read(reports, { schema: "Report" }).definition.members);
  });

  it("can return a list without an envelope in a vendor media type, and an operation can override a parameter of its path", () => {
    const { definition, notes } = read(pets, { path: "/owners/{ownerId}/pets" });
    expect(definition).toMatchObject({ name: "pets", members: pet, defaultLimit: 50, maximumLimit: 50 });
    expect(notes.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("The maximum is used"),
    );
  });

  it("can name the items of a page differently, which is noted", () => {
    const { definition, notes } = read(pets, { path: "/search" });
    expect(definition).toMatchObject({ name: "search", members: pet });
    expect(notes[0]!.message).toContain("'hits'");
  });
});

describe("OpenAPI 3.1", () => {
  it("can use null types, path items and embedded schemas", () => {
    const { definition, notes } = read(reports, { path: "/reports" });
    expect(definition).toEqual({
      name: "reports",
      description: "Report",
      members: {
        id: { type: "string", strength: "codePoint", nullable: false },
        name: { type: "string", strength: "tertiary", nullable: false },
        creationTimeStamp: "dateTime",
        deletedTimeStamp: "dateTime",
        owner: {
          type: "object",
          members: {
            id: { type: "string", description: "Who it is.", nullable: false },
            email: { type: "string", filterable: false },
          },
        },
        imageUris: { type: "map", values: { type: "string", nullable: false } },
        links: {
          type: "list",
          items: {
            type: "object",
            members: { rel: "string", href: "string" },
            filterable: false,
            nullable: false,
          },
          nullable: false,
        },
        version: "integer",
      },
      key: "id",
      defaultLimit: 10,
      maximumLimit: 500,
      functions: ["and", "or", "eq", "contains"],
    });
    expect(notes.map(({ pointer }) => pointer)).toEqual([
      "/components/schemas/Report/properties/content",
      "/components/pathItems/Reports/get/parameters/2",
    ]);
  });
});

describe("listOpenApiCollections", () => {
  it("lists every GET that returns a list of objects, and every schema of an object", () => {
    expect(listOpenApiCollections(pets)).toEqual({
      collections: [
        { path: "/pets", operationId: "listPets", summary: "The pets of the shop." },
        { path: "/owners/{ownerId}/pets", operationId: "listPetsOfOwner", summary: undefined },
        { path: "/search", operationId: "search", summary: undefined },
      ],
      schemas: ["Page", "PetPage", "NewPet", "Pet", "Category", "Error"],
    });
    expect(listOpenApiCollections(reports).collections.map(({ path }) => path)).toEqual(["/reports"]);
  });

  it("lists nothing for values that are not OpenAPI documents", () => {
    const wrong = { openapi: "3.1.0", paths: [], components: 1 };
    for (const document of [null, 1, [], {}, { openapi: "2.0" }, wrong]) {
      expect(listOpenApiCollections(document)).toEqual({ collections: [], schemas: [] });
    }
  });
});

describe("catalogFromOpenApi with invalid arguments", () => {
  it("suggests existing names", () => {
    expect(problemsOf(pets, { path: "/pet" })).toBe(
      "/paths: There is no GET '/pet'. Did you mean '/pets' or '/pets/{petId}'?",
    );
    expect(problemsOf(pets, { path: "/nowhere-at-all" })).toContain("There is '/pets', '/pets/{petId}'");
    expect(problemsOf(pets, { operationId: "listpets" })).toContain("Did you mean 'listPets'?");
    expect(problemsOf(pets, { schema: "Pets" })).toMatch(/^\/components\/schemas: .*'Pet'/);
    expect(problemsOf(pets, { schema: "constructor" })).toContain("There is no schema 'constructor'");
  });

  it("reports why a path is not a collection", () => {
    expect(problemsOf(pets, { path: "/pets/{petId}" })).toContain("not a list of objects");
    expect(problemsOf(pets, { path: "/health" })).toBe(
      "/paths/~1health/get: The operation has no JSON response.",
    );
    expect(problemsOf(pets, { schema: "Status" })).toContain("does not describe an object");
  });

  const cyclic = { get: { responses: { 200: { $ref: "#/paths/~1a/get/responses/200" } } } };
  it.each([
    [{ swagger: "2.0", paths: {} }, /Swagger 2.0/],
    [{ openapi: "3.2.0" }, /not 3.2.0/],
    [{ openapi: "4" }, /not 4/],
    [{}, /not an OpenAPI document/],
    [null, /not an OpenAPI document/],
    [{ openapi: "3.0.0" }, /There are none/],
    [{ openapi: "3.0.0", paths: { "/a": null } }, /no GET '\/a'/],
    [{ openapi: "3.0.0", paths: { "/a": cyclic } }, /no JSON response/],
  ])("rejects the document %j", (document, message) => {
    expect(problemsOf(document, { path: "/a" })).toMatch(message);
  });
});

it("a document with two references to the next schema in each of 60 is listed and read", () => {
  const schemas: Record<string, object> = { s60: { type: "object", properties: { a: { type: "string" } } } };
  for (let i = 0; i < 60; i++) {
    const next = { $ref: `#/components/schemas/s${i + 1}` };
    schemas[`s${i}`] = { allOf: [next, next] };
  }
  const document = { openapi: "3.1.0", components: { schemas } };
  expect(listOpenApiCollections(document).schemas).toHaveLength(61);
  const { catalog, problems } = catalogFromOpenApi(document, { schema: "s0" });
  expect(problems).toEqual([]);
  expect(catalog?.definition.members).toEqual({ a: "string" });
});
