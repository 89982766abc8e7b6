import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogFromOpenApi, listOpenApiCollections } from "../../../src/catalog/openapi/from-openapi.ts";
import { readCatalog } from "../../../src/catalog/read-catalog.ts";
import { catalogToOpenApi } from "../../../src/catalog/openapi/to-openapi.ts";
import { words } from "../../words.ts";
import { plainCatalog } from "../plain-catalog.ts";
import { randomCatalog } from "../random-catalog.ts";

const { catalog } = readCatalog({
  name: "performance-jobs",
  description: "Runs of a task.",
  members: {
    id: { type: "string", nullable: false },
    secret: { type: "string", filterable: false },
    note: { type: "string", sortable: false, functions: ["contains"] },
    owner: { type: "object", members: { name: "string", email: { type: "string", filterable: false } } },
    vault: { type: "object", filterable: false, members: { open: "string" } },
    tags: { type: "list", items: "string" },
  },
  key: "id",
  defaultSort: ["id"],
  defaultLimit: 20,
  maximumLimit: 100,
  functions: ["eq", "contains"],
  parameters: ["expand", "limit"],
});

interface Operation {
  parameters: { name: string; in: string; description?: string; schema: object }[];
  responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }>;
}

describe("catalogToOpenApi", () => {
  const document = catalogToOpenApi(catalog!, {
    path: "/tasks/{taskId}/jobs",
    mediaType: "application/vnd.vendor.collection+json",
    errorMediaType: "application/vnd.vendor.error+json",
  });
  const paths = document["paths"] as Record<string, { get: Operation }>;
  const { parameters, responses } = paths["/tasks/{taskId}/jobs"]!.get;
  const parameter = (name: string) => parameters.find((one) => one.name === name)!;

  it("declares each parameter of the path, of the collection and of the endpoint once", () => {
    const inQuery = words("start limit filter sortBy expand").map((name) => `query ${name}`);
    expect(parameters.map((one) => `${one.in} ${one.name}`)).toEqual(["path taskId", ...inQuery]);
    expect(parameter("limit").schema).toEqual({ type: "integer", minimum: 0, maximum: 100, default: 20 });
    expect(parameter("sortBy").schema).toEqual({ type: "string", default: "id" });
  });

  it("lists only the usable members and allowed functions", () => {
    const text = parameter("filter").description!;
    for (const part of [
      "`eq`, `contains`",
      "`id`: a string",
      "`note`: a string (only `contains`)",
      "`owner.name`",
      "`tags`: a list of strings",
    ]) {
      expect(text).toContain(part);
    }
    for (const hidden of ["secret", "email", "vault", "open"]) expect(text).not.toContain(hidden);
    expect(parameter("sortBy").description).toMatch(/Members: `id`, `owner\.name`\.$/);
  });

  it("contains the targets of all references", () => {
    const schemas = (document["components"] as { schemas: object }).schemas;
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
    const names = [...references].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(4);
    for (const name of names) expect(Object.keys(schemas)).toContain(name);
    const schema = { $ref: "#/components/schemas/PerformanceJobsPage" };
    expect(responses["200"]!.content).toEqual({ "application/vnd.vendor.collection+json": { schema } });
    expect(Object.keys(responses["400"]!.content)).toEqual(["application/vnd.vendor.error+json"]);
  });

  it("describes an operation that listOpenApiCollections finds", () => {
    const summary = "A page of performance-jobs.";
    expect(listOpenApiCollections(document).collections).toEqual([
      { path: "/tasks/{taskId}/jobs", operationId: "listPerformanceJobs", summary },
    ]);
  });
});

it("a round trip through OpenAPI returns the same catalog, for random catalogs", () => {
  fc.assert(
    fc.property(randomCatalog, fc.constantFrom("/rows", "/a/{b}/rows", "/"), (definition, path) => {
      const given = readCatalog(definition).catalog!;
      const document: unknown = JSON.parse(JSON.stringify(catalogToOpenApi(given, { path })));
      const again = catalogFromOpenApi(document, { path });
      expect([...again.problems, ...again.notes]).toEqual([]);
      expect(plainCatalog(again.catalog!)).toEqual(plainCatalog(given));
    }),
    { numRuns: 300 },
  );
});
