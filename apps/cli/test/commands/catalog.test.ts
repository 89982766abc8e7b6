import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { example, folder } from "../files.ts";
import { failure, output } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();

describe("tamis catalog", () => {
  it("infers a catalog that fits the rows it was inferred from", async () => {
    for (const name of ["places.ndjson", "time-zones.csv", "languages.ndjson"]) {
      const inferred = await tamis(["catalog", "infer", example(name)]);
      expect(inferred.code).toBe(0);
      const catalog = file(`${name}.json`, inferred.out);
      await output(["query", example(name), "-c", catalog, "--count"]);
    }
  });

  it("keeps the original names of renamed columns", async () => {
    const csv = file("people.csv", "First Name,age\nAnna,3\nBob,4\n");
    const { out } = await tamis(["catalog", "infer", csv, "--name", "folk"]);
    expect(JSON.parse(out)).toMatchObject({
      name: "folk",
      members: { First_Name: { type: "string", property: "First Name" } },
    });
    const args = ["query", csv, "-c", file("people.catalog.json", out), "-f", "eq(First_Name,'Bob')"];
    expect((await tamis(args)).out).toBe("First Name,age\nBob,4\n");
  });

  it("converts to OpenAPI, JSON Schema and types, and back", async () => {
    const shown = await tamis(["catalog", "show", "--family", "reports"]);
    const catalog = file("reports.catalog.json", shown.out);
    expect((await tamis(["catalog", "show", catalog])).out).toBe(shown.out);
    const members = (text: string) => Object.keys((JSON.parse(text) as { members: object }).members);
    for (const kind of ["openapi", "jsonschema"]) {
      const written = file(`reports.${kind}.json`, (await tamis(["catalog", kind, "-c", catalog])).out);
      const { code, out } = await tamis(["catalog", kind, written]);
      expect(code).toBe(0);
      expect(members(out)).toEqual(members(shown.out));
    }
    const types = await tamis(["catalog", "types", catalog]);
    expect(types.out).toContain("export interface ReportsRow {");
    expect(types.out).toBe((await tamis(["catalog", "types", "-F", "reports"])).out);
    const rows = await tamis(["catalog", "types", catalog, "--as", "schema"]);
    expect(rows.out).toBe((await tamis(["catalog", "jsonschema", "-F", "reports"])).out);
    const filters = await tamis(["catalog", "types", catalog, "--as", "filter-schema"]);
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(filters.out) as object);
    expect(validate({ call: "contains", args: [{ name: "name" }, { string: "x" }] })).toBe(true);
    expect(validate({ call: "contains", args: [{ name: "nmae" }, { string: "x" }] })).toBe(false);
  });

  it("requires a choice among several collections", async () => {
    const schema = { type: "array", items: { type: "object", properties: { id: { type: "string" } } } };
    const responses = { 200: { description: "", content: { "application/json": { schema } } } };
    const paths = { "/cats": { get: { responses } }, "/dogs": { get: { responses } } };
    const description = { openapi: "3.1.0", info: { title: "pets", version: "1" }, paths };
    const api = file("api.json", JSON.stringify(description));
    const err = await failure(2, ["catalog", "openapi", api]);
    expect(err).toBe("tamis: Choose a collection with --path: /cats, /dogs.\n");
    const { out } = await tamis(["catalog", "openapi", api, "--path", "/dogs", "--name", "dogs"]);
    expect(JSON.parse(out)).toMatchObject({ name: "dogs", members: { id: expect.anything() } });
  });

  it.each([
    ["no action", [], 2, "needs one of infer, jsonschema"],
    ["client without a file", ["client", "-F", "reports"], 2, "needs an OpenAPI FILE"],
    ["client of another file", ["client", "package.json"], 2, "it has no"],
    ["a misspelled action", ["typs"], 2, "Did you mean types?"],
    ["nothing to show", ["show"], 2, "needs a FILE, or --catalog or --family"],
    ["--as of another action", ["show", "x.json", "--as", "schema"], 2, "only for tamis catalog types"],
    ["an unknown form", ["types", "x.json", "--as", "json"], 2, "--as must be one of typescript, schema"],
    ["a file and a family", ["types", "x.json", "-F", "reports"], 2, "not both"],
    ["rows made of a family", ["infer", "-F", "reports"], 2, "needs rows"],
    ["a useless option", ["infer", "x", "--schema", "x"], 2, "--schema is only for tamis catalog openapi"],
    ["two files", ["show", "a", "b"], 2, "Only one file can be given"],
    ["no such file", ["openapi", "nosuch.json"], 2, "There is no such file"],
    ["no OpenAPI", ["openapi", file("no-api.json", "[]")], 2, "not an OpenAPI description"],
    ["no schema", ["jsonschema", file("no-schema.json", "[]")], 2, "No catalog can be created from"],
    ["YAML", ["openapi", file("api.yaml", "openapi: 3.1.0\n")], 2, "YAML is not supported"],
    ["no rows", ["infer", file("no-rows.ndjson", "")], 4, "there are no rows"],
    ["broken rows", ["infer", file("broken.ndjson", "{\n")], 4, "line 1"],
  ])("rejects %s", async (_, args, code, words) => {
    expect(await failure(code, ["catalog", ...args])).toContain(words);
  });
});
