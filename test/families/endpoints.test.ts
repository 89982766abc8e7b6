import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defineFamily } from "../../src/families/define-family.ts";
import * as entryPoint from "../../src/families/index.ts";
import { LINK_RELATIONS } from "../../src/families/shared-resources.ts";
import { cell, families, familyByName, resourcesOf, table } from "./reference.ts";

const FAMILY_ROWS = table("families", ["name", "prefix"]);
const ENDPOINTS = table("endpoints", [
  "family",
  "method",
  "path",
  "query",
  "headers",
  "accept",
  "contentType",
  "statuses",
  "answerHeaders",
]);
const PARAMETERS = table("parameters", [
  "family",
  "method",
  "path",
  "in",
  "name",
  "type",
  "format",
  "default",
  "required",
]);
const PATHS = table("paths", ["family", "path"]);
const RELATIONS = table("relations", ["family", "resource", "relation"]);
const ROOTS = table("roots", ["family", "relation"]);
const ERRORS = table("errors", ["family", "statuses", "code"]);

describe("the list of families", () => {
  it("contains the published families with their prefixes", () => {
    expect(families.map(({ name, prefix }) => ({ name, prefix }))).toEqual(FAMILY_ROWS);
  });

  it("contains every family that a file of the folder defines", async () => {
    const folder = new URL("../../src/families/", import.meta.url);
    const defined: unknown[] = [];
    for (const file of readdirSync(folder).filter((file) => file.endsWith(".ts") && file !== "index.ts")) {
      const module = (await import(new URL(file, folder).href)) as { readonly [name: string]: unknown };
      defined.push(
        ...Object.values(module).filter((value) => families.includes(value as never) || isFamily(value)),
      );
    }
    expect(new Set(defined)).toEqual(new Set(families));
  });

  it("contains only families that tamis/families exports by name", () => {
    const exported: readonly unknown[] = Object.values(entryPoint);
    expect(families.filter((family) => !exported.includes(family)).map(({ name }) => name)).toEqual([]);
  });
});

describe.each(families)("$name", ({ name, endpoints, paths, errors, roots, collections }) => {
  it("has exactly the published endpoints, in their order", () => {
    const actual = endpoints.map((endpoint) => {
      const answers = endpoint.responses === "unknown" ? [] : endpoint.responses;
      return {
        endpoint: `${endpoint.method} ${endpoint.path}`,
        query: (endpoint.query ?? []).map(({ name }) => name),
        headers: (endpoint.headers ?? []).map(({ name }) => name),
        accept: endpoint.accept ?? [],
        contentType:
          endpoint.body === undefined || endpoint.body === "unknown"
            ? []
            : [endpoint.body.mediaType ?? []].flat(),
        statuses: answers.flatMap(({ status }) => (status === undefined ? [] : [String(status)])),
        answerHeaders: answers.flatMap(({ headers }) => headers ?? []).sort(),
      };
    });
    const published = ENDPOINTS.filter(({ family }) => family === name).map((row) => ({
      endpoint: `${row.method} ${row.path}`,
      query: cell(row.query),
      headers: cell(row.headers),
      accept: cell(row.accept),
      contentType: cell(row.contentType),
      statuses: cell(row.statuses),
      answerHeaders: cell(row.answerHeaders).sort(),
    }));
    expect(actual).toEqual(published);
    expect(published).not.toEqual([]);
  });

  it("has the published types, widths and defaults of parameters", () => {
    const published = PARAMETERS.filter(({ family }) => family === name);
    const actual = endpoints.flatMap(({ method, path, query = [], headers = [] }) =>
      [...query.map((p) => ({ in: "query", ...p })), ...headers.map((p) => ({ in: "header", ...p }))].map(
        (p) => ({
          family: name,
          method,
          path,
          in: p.in,
          name: p.name,
          type: p.type,
          format: p.format ?? "-",
          default: String(p.default ?? "-"),
          required: p.required === true ? "required" : "-",
        }),
      ),
    );
    expect(actual).toEqual(
      published.map((row) => ({ ...row, type: row.type === "-" ? "string" : row.type })),
    );
  });

  it("has exactly the published paths without operations", () => {
    const published = PATHS.filter(({ family }) => family === name).map(({ path }) => path);
    expect(paths.map(({ path }) => path).sort()).toEqual(published.sort());
  });

  it("has exactly the published error codes with their statuses, in their order", () => {
    const actual = errors.map(({ status, code }) => ({ statuses: status.map(String), code: String(code) }));
    const published = ERRORS.filter(({ family }) => family === name);
    expect(actual).toEqual(published.map(({ statuses, code }) => ({ statuses: cell(statuses), code })));
  });

  it("explains each error in a sentence", () => {
    for (const { meaning } of errors) expect(meaning).toMatch(/^[A-Z].*\.$/);
    expect(new Set(errors.map(({ meaning }) => meaning)).size).toBe(errors.length);
  });

  it("has the published links at its root", () => {
    expect(roots).toEqual(ROOTS.filter(({ family }) => family === name).map(({ relation }) => relation));
  });

  it("has the published relations of each resource", () => {
    for (const [resource, { relations }] of Object.entries(resourcesOf(name))) {
      const published = RELATIONS.filter((row) => row.family === name && row.resource === resource);
      expect(relations ?? [], resource).toEqual(published.map(({ relation }) => relation));
    }
  });

  it("has an endpoint or a path for every collection", () => {
    const reached = new Set([...endpoints, ...paths].map(({ path }) => path));
    for (const { path } of Object.values(collections)) expect(reached).toContain(path);
  });
});

describe("link relations", () => {
  it("are exactly the published ones", () => {
    const published = RELATIONS.filter(({ family, resource }) => family === "shared" && resource === "link");
    expect(LINK_RELATIONS).toEqual(published.map(({ relation }) => relation));
  });
});

describe("defineFamily", () => {
  it("rejects a path outside the prefix, even if it begins with the same characters", () => {
    const define = (path: string) =>
      defineFamily({
        name: "shelves",
        prefix: "/shelves",
        purpose: "Keeps books.",
        roots: [],
        resources: {},
        collections: {},
        endpoints: [{ method: "GET", path, does: "Lists.", responses: "unknown" }],
        errors: [],
      });
    expect(() => define("/shelvesAndMore")).toThrow(TypeError);
    expect(() => define("/books")).toThrow("Paths must begin with the prefix");
    expect(define("/shelves").endpoints).toHaveLength(1);
    expect(define("/shelves/books").paths).toEqual([]);
  });

  it("returns a frozen family", () => {
    expect(Object.isFrozen(familyByName("reports"))).toBe(true);
  });
});

function isFamily(value: unknown): boolean {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "family";
}
